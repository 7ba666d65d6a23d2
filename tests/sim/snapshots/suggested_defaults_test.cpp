#include "sim/snapshots/suggested_defaults.hpp"

#include "sim/body_arrays.hpp"
#include "sim/snapshot.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace orrery {
namespace {

// A body of mass 1 at the origin, massless ones on circular orbits of radius 1 around it.
System ring(std::size_t count, std::size_t heavy) {
    System system;
    system.bodies = Bodies<double>(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(i) / 1000.3;
        system.bodies.position.x[i] = std::cos(angle);
        system.bodies.position.y[i] = std::sin(angle);
        system.bodies.velocity.x[i] = -std::sin(angle);
        system.bodies.velocity.y[i] = std::cos(angle);
    }
    system.bodies.position.x[heavy] = system.bodies.position.y[heavy] = 0;
    system.bodies.velocity.x[heavy] = system.bodies.velocity.y[heavy] = 0;
    system.bodies.mass[heavy] = 1;
    return system;
}

TEST(NaturalTimeStep, GivesAnOrbitAFewHundredSteps) {
    // 2 pi / 400 is 1/64 in powers of two.
    EXPECT_EQ(suggested_time_step(ring(2, 0)), 1.0 / 64);
}

TEST(NaturalTimeStep, FindsTheOneHeavyBodyAmongMany) {
    EXPECT_EQ(suggested_time_step(ring(100000, 54321)), 1.0 / 64);
}

TEST(NaturalTimeStep, ScalesAsKeplersThirdLaw) {
    System system = ring(1000, 500);
    const double step = suggested_time_step(system);
    for (std::size_t i = 0; i < 1000; ++i) {
        system.bodies.position.x[i] *= 4;
        system.bodies.position.y[i] *= 4;
        system.bodies.velocity.x[i] /= 2;
        system.bodies.velocity.y[i] /= 2;
    }
    EXPECT_EQ(suggested_time_step(system), 8 * step);
    system.units.gravity = 4;
    EXPECT_EQ(suggested_time_step(system), 4 * step);
}

TEST(NaturalTimeStep, IsLongerWhereEncountersAreSoftened) {
    System system = ring(1000, 500);
    system.softening = 0.01;
    EXPECT_EQ(suggested_time_step(system), 1.0 / 16);
}

TEST(NaturalTimeStep, FollowsTheMotionWhereNothingPulls) {
    System system = ring(1000, 500);
    system.bodies.mass[500] = 0;
    EXPECT_EQ(suggested_time_step(system), 1.0 / 64);
}

TEST(NaturalTimeStep, HasAnAnswerWhereNothingPullsNorMoves) {
    System system;
    system.bodies = Bodies<double>(3);
    EXPECT_EQ(suggested_time_step(system), 1.0 / 128);
    system.bodies = Bodies<double>(1);
    EXPECT_EQ(suggested_time_step(system), 1.0 / 128);
}

TEST(NaturalViewpoint, FramesTheBulkAndIgnoresStragglers) {
    System system = ring(1000, 500);
    for (std::size_t i = 0; i < 1000; ++i) {
        system.bodies.position.x[i] += 50;
    }
    system.bodies.position.z[7] = 1e9;
    const Viewpoint viewpoint = natural_viewpoint(system.bodies);
    EXPECT_NEAR(viewpoint.centre[0], 50, 0.1);
    EXPECT_NEAR(viewpoint.centre[1], 0, 0.1);
    EXPECT_NEAR(viewpoint.centre[2], 0, 0.1);
    EXPECT_NEAR(viewpoint.distance, 3, 0.3);
}

TEST(NaturalChoices, StayFiniteForAbsurdNumbers) {
    for (const double huge : {1e308, 1e160, 1e-160, 1e-300}) {
        System system = ring(1000, 500);
        for (std::size_t i = 0; i < 1000; ++i) {
            system.bodies.position.x[i] *= huge;
            system.bodies.velocity.y[i] *= huge;
            system.bodies.mass[i] = huge;
        }
        system.catalogue.softenings.assign(1000, 0.5F);
        suggest_defaults(system, "absurd.csv");
        EXPECT_EQ(system.softening, 0.5);
        EXPECT_TRUE(std::isfinite(system.time_step));
        EXPECT_GT(system.time_step, 0);
        EXPECT_TRUE(std::isfinite(system.viewpoint.distance));
    }
}

TEST(MeanSoftening, IsWeightedByMass) {
    Bodies<double> bodies(2);
    const double softenings[] = {0.25, 0.75};
    EXPECT_EQ(mean_softening(bodies, softenings), 0.5) << "of massless bodies: the plain mean";
    bodies.mass[0] = 3;
    bodies.mass[1] = 1;
    EXPECT_EQ(mean_softening(bodies, softenings), 0.375);
    EXPECT_EQ(mean_softening(bodies, {}), 0);
}

} // namespace
} // namespace orrery
