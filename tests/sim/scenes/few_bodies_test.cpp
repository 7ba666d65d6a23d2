// The scenes of two and three bodies, against what is known of them.

#include "sim/scenes/placement.hpp"
#include "tests/sim/scenes/scene_testing.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

namespace orrery {
namespace {

TEST(Kepler, IsAnEllipseOfEccentricityOneHalf) {
    const System system = testing::made("kepler", 0);
    const Bodies<double>& bodies = system.bodies;
    const testing::Ellipse ellipse =
        testing::ellipse(testing::position(bodies, 1) - testing::position(bodies, 0),
                         testing::velocity(bodies, 1) - testing::velocity(bodies, 0), 1);
    EXPECT_NEAR(ellipse.semi_major_axis, 1, 1e-14);
    EXPECT_NEAR(ellipse.eccentricity, 0.5, 1e-14);
    EXPECT_NEAR(testing::energies(system, 0).total(), -bodies.mass[0] * bodies.mass[1] / 2, 1e-15);
    // At the apoapsis: farthest apart.
    EXPECT_NEAR(length(testing::position(bodies, 1) - testing::position(bodies, 0)), 1.5, 1e-14);
}

TEST(Orbit, GivesBackTheElementsItWasMadeOf) {
    for (const double eccentricity : {0.0, 0.3, 0.9, 0.99}) {
        for (int anomaly = -400; anomaly <= 400; anomaly += 25) {
            const PhasePoint point = orbit_point({.semi_major_axis = 2,
                                                  .eccentricity = eccentricity,
                                                  .inclination = 40,
                                                  .ascending_node = 70,
                                                  .argument_of_periapsis = 200,
                                                  .mean_anomaly = static_cast<double>(anomaly)},
                                                 3);
            const testing::Ellipse ellipse = testing::ellipse(point.position, point.velocity, 3);
            EXPECT_NEAR(ellipse.semi_major_axis, 2, 1e-11);
            EXPECT_NEAR(ellipse.eccentricity, eccentricity, 1e-12);
            EXPECT_NEAR(ellipse.inclination, 40, 1e-10);
            // Kepler's equation, from cos E = (1 - r/a) / e and sin E = (x . v) / (e sqrt(G M a)).
            const double r = length(point.position);
            const double e_cosine = 1 - r / 2;
            const double e_sine = dot(point.position, point.velocity) / std::sqrt(6.0);
            if (eccentricity > 0) {
                const double mean = std::atan2(e_sine, e_cosine) - e_sine;
                EXPECT_NEAR(std::remainder(mean * 180 / std::numbers::pi - anomaly, 360), 0, 1e-9);
            }
        }
    }
}

TEST(Orbit, StartsAtThePeriapsisInTheDirectionOfItsAngles) {
    const PhasePoint point = orbit_point({.semi_major_axis = 1,
                                          .eccentricity = 0.5,
                                          .inclination = 90,
                                          .ascending_node = 90,
                                          .argument_of_periapsis = 90,
                                          .mean_anomaly = 0},
                                         1);
    // A quarter past a node on the y axis, on an upright orbit: straight up.
    EXPECT_NEAR(point.position.x, 0, 1e-15);
    EXPECT_NEAR(point.position.y, 0, 1e-15);
    EXPECT_NEAR(point.position.z, 0.5, 1e-15);
    EXPECT_NEAR(point.velocity.y, -std::sqrt(3.0), 1e-14);
}

// One period of the figure of eight with Yoshida's fourth-order steps, written out here.
TEST(FigureEight, ComesBackAfterItsPeriod) {
    System system = testing::made("figure_eight", 0);
    const Bodies<double> start = system.bodies;
    Bodies<double>& bodies = system.bodies;
    const auto kick = [&](double dt) {
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) {
                if (i == j) {
                    continue;
                }
                const Vector3 apart = testing::position(bodies, j) - testing::position(bodies, i);
                const double r = length(apart);
                bodies.velocity.x[i] += dt * apart.x / (r * r * r);
                bodies.velocity.y[i] += dt * apart.y / (r * r * r);
            }
        }
    };
    const auto drift = [&](double dt) {
        for (std::size_t i = 0; i < 3; ++i) {
            bodies.position.x[i] += dt * bodies.velocity.x[i];
            bodies.position.y[i] += dt * bodies.velocity.y[i];
        }
    };
    const double outer = 1 / (2 - std::cbrt(2.0)), inner = 1 - 2 * outer;
    constexpr int steps = 6326;
    const double dt = 6.32591398 / steps;
    for (int step = 0; step < steps; ++step) {
        for (const double share : {outer, inner, outer}) {
            drift(share * dt / 2);
            kick(share * dt);
            drift(share * dt / 2);
        }
    }
    for (std::size_t i = 0; i < 3; ++i) {
        const Vector3 error = testing::position(bodies, i) - testing::position(start, i);
        EXPECT_LT(length(error), 1e-7);
    }
}

TEST(FigureEight, HasNoAngularMomentum) {
    const System system = testing::made("figure_eight", 0);
    Vector3 spin;
    for (std::size_t i = 0; i < 3; ++i) {
        spin =
            spin + cross(testing::position(system.bodies, i), testing::velocity(system.bodies, i));
    }
    EXPECT_NEAR(length(spin), 0, 1e-15);
    EXPECT_NEAR(testing::energies(system, 0).total(), -1.287, 1e-3); // Chenciner & Montgomery
}

TEST(Pythagorean, PutsEachMassOppositeTheSideOfItsLength) {
    const System system = testing::made("pythagorean", 0);
    const Bodies<double>& bodies = system.bodies;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t next = (i + 1) % 3, last = (i + 2) % 3;
        EXPECT_EQ(length(testing::position(bodies, next) - testing::position(bodies, last)),
                  bodies.mass[i]);
        EXPECT_EQ(length(testing::velocity(bodies, i)), 0);
    }
    EXPECT_NEAR(testing::energies(system, 0).total(), -769.0 / 60, 1e-13);
}

} // namespace
} // namespace orrery
