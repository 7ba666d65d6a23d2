// Burrau's problem without softening: an approach to 4e-4 of the triangle, then the escape of the
// lightest, which no fixed step gets through.
//
// Source: Szebehely & Peters, AJ 72 (1967): closest approach 4e-4 at t = 15.830, escape at
// about 60.

#include "tests/physics/orbits.hpp"

#include "sim/scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

class Burrau : public testing::Test {
protected:
    void SetUp() override {
        Settings settings = exact_settings("pefrl", 0.01);
        settings.softening = 0;
        settings.adaptive_step = true;
        settings.step_accuracy = 0.005;
        simulation_.load(make_scene(find_scene("pythagorean"), 0, 1), settings);
        ASSERT_EQ(simulation_.evaluate(), Outcome::complete);
    }

    double apart(std::size_t a, std::size_t b) const {
        const System now = simulation_.snapshot();
        return length(position(now, a) - position(now, b));
    }

    Simulation simulation_;
};

TEST_F(Burrau, HasItsClosestApproachWhenItIsKnownToBe) {
    double nearest = 1, when = 0;
    while (simulation_.time() < 17) {
        ASSERT_EQ(simulation_.step(), Outcome::complete);
        if (const double now = apart(1, 2); now < nearest) {
            nearest = now;
            when = simulation_.time();
        }
    }
    EXPECT_NEAR(nearest, 4.1e-4, 0.1e-4);
    EXPECT_NEAR(when, 15.830, 0.001);
}

TEST_F(Burrau, EndsWithTheLightestThrownOutAndTheOthersBound) {
    const double start = simulation_.conserved().value().energy();
    EXPECT_NEAR(start, -769.0 / 60, 1e-12);
    double worst = 0;
    std::size_t steps = 0;
    for (; simulation_.time() < 70 && steps < 300'000; ++steps) {
        ASSERT_EQ(simulation_.step(), Outcome::complete);
        worst = std::max(worst, std::abs(simulation_.conserved().value().energy() / start - 1));
    }
    EXPECT_GE(simulation_.time(), 70);
    EXPECT_LT(worst, 1e-5);
    EXPECT_LT(apart(1, 2), 3);
    EXPECT_GT(std::min(apart(0, 1), apart(0, 2)), 10);
}

} // namespace
} // namespace orrery
