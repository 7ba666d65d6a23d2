// The stars around the black hole of the Milky Way.

#include "tests/sim/scenes/scene_testing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <utility>

namespace orrery {
namespace {

testing::Ellipse ellipse_about_hole(const System& system, std::size_t body) {
    const Bodies<double>& bodies = system.bodies;
    return testing::ellipse(testing::position(bodies, body) - testing::position(bodies, 0),
                            testing::velocity(bodies, body) - testing::velocity(bodies, 0),
                            system.units.gravity * bodies.mass[0]);
}

TEST(GalacticCentre, HasTheSStarsOnTheirMeasuredOrbits) {
    const System system = testing::made("galactic_centre", 1000);
    EXPECT_EQ(testing::component(system, "black hole").count, 1U);
    // Years and AU: Gillessen et al. 2017, table 3; periods were fitted, not computed from the
    // axes.
    for (const auto& [name, years] :
         {std::pair{"S2", 16.0}, {"S38", 19.2}, {"S55", 12.8}, {"S1", 166.0}, {"S13", 49.0}}) {
        const double a =
            ellipse_about_hole(system, testing::labelled(system, name)).semi_major_axis;
        EXPECT_NEAR(std::sqrt(a * a * a / system.bodies.mass[0]), years, 0.03 * years) << name;
    }
    const testing::Ellipse s2 = ellipse_about_hole(system, testing::labelled(system, "S2"));
    EXPECT_NEAR(s2.semi_major_axis * (1 - s2.eccentricity), 120, 3);
    EXPECT_NEAR(s2.inclination, 134.18, 0.01);
}

TEST(GalacticCentre, IsACuspThatTheHoleRules) {
    const System system = testing::made("galactic_centre", 20000);
    const Component& old = testing::component(system, "old stars");
    std::size_t within_half = 0, eccentric = 0;
    double mass = 0;
    for (std::size_t i = old.first; i < old.first + old.count; ++i) {
        const testing::Ellipse orbit = ellipse_about_hole(system, i);
        EXPECT_GT(orbit.semi_major_axis * (1 - orbit.eccentricity), 399);
        EXPECT_LT(orbit.semi_major_axis, 9100);
        within_half += orbit.semi_major_axis < 4500 ? 1 : 0;
        eccentric += orbit.eccentricity > std::sqrt(0.5) ? 1 : 0;
        mass += system.bodies.mass[i];
    }
    EXPECT_LT(mass, 0.01 * system.bodies.mass[0]);
    // Of n(a) ~ a^(1/4) and n(e) ~ e those that come no closer: integrals of a^(1/4) (1 - 400 /
    // a)^2.
    const auto all = static_cast<double>(old.count);
    EXPECT_NEAR(static_cast<double>(within_half) / all, 0.336, 0.012);
    EXPECT_NEAR(static_cast<double>(eccentric) / all, 0.384, 0.012);
}

} // namespace
} // namespace orrery
