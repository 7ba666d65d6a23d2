// The truth that solvers are held to is itself held to Newton's law by hand and to the rate at
// which its own accelerations change.

#include "tests/sim/solvers/plain_sum.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

TEST(PlainSum, OfTwoBodiesIsNewtonsLaw) {
    Bodies<double> bodies(2);
    bodies.position.x[1] = 3;
    bodies.mass[0] = 5;
    bodies.mass[1] = 7;
    const PlainSum sum = plain_sum(bodies, all_of(2), softened(4, 2));
    // R^2 = 3^2 + 4^2 = 25
    EXPECT_DOUBLE_EQ(sum.forces.acceleration[0].x, 2 * 7 * 3 / 125.0);
    EXPECT_DOUBLE_EQ(sum.forces.acceleration[1].x, -2 * 5 * 3 / 125.0);
    EXPECT_DOUBLE_EQ(sum.forces.potential[0], -2 * 7 / 5.0);
    EXPECT_DOUBLE_EQ(sum.forces.potential[1], -2 * 5 / 5.0);
}

TEST(PlainSum, HasTheRateOfChangeOfItsAccelerationsForJerk) {
    const std::size_t count = 20;
    const Bodies<double> bodies = cluster(count);
    const auto moved = [&](double time) {
        Bodies<double> later = bodies;
        for (std::size_t i = 0; i < count; ++i) {
            later.position.x[i] += time * bodies.velocity.x[i];
            later.position.y[i] += time * bodies.velocity.y[i];
            later.position.z[i] += time * bodies.velocity.z[i];
        }
        return later;
    };
    const ForceParameters parameters = softened(0.3, 1.5);
    const double time = 1e-5;
    const PlainSum now = plain_sum(bodies, all_of(count), parameters);
    const PlainSum before = plain_sum(moved(-time), all_of(count), parameters);
    const PlainSum after = plain_sum(moved(time), all_of(count), parameters);
    for (std::size_t i = 0; i < count; ++i) {
        const Vector3 change =
            (0.5 / time) * (after.forces.acceleration[i] - before.forces.acceleration[i]);
        const double tolerance = 1e-8 * now.scales.jerk[i];
        EXPECT_NEAR(now.forces.jerk[i].x, change.x, tolerance);
        EXPECT_NEAR(now.forces.jerk[i].y, change.y, tolerance);
        EXPECT_NEAR(now.forces.jerk[i].z, change.z, tolerance);
    }
}

} // namespace
} // namespace orrery
