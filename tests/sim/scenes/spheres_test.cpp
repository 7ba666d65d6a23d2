// Spheres, shells and cubes against their textbook profiles.

#include "tests/sim/scenes/scene_testing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace orrery {
namespace {

constexpr std::size_t bodies = 8192;

double share_inside(const System& system, double radius) {
    const auto distances = testing::sorted_distances(system.bodies, {"", 0, system.bodies.size()});
    const auto inside = std::upper_bound(distances.begin(), distances.end(), radius);
    return static_cast<double>(inside - distances.begin()) / static_cast<double>(distances.size());
}

double profile_gap(const System& system, const std::function<double(double)>& share_below) {
    return testing::largest_gap(
        testing::sorted_distances(system.bodies, {"", 0, system.bodies.size()}), share_below);
}

// Mean over all bodies of (radial velocity)^2 over (velocity)^2: 1/3 where velocities are
// isotropic.
double radial_share(const System& system) {
    double radial = 0, all = 0;
    for (std::size_t i = 0; i < system.bodies.size(); ++i) {
        const Vector3 x = testing::position(system.bodies, i);
        const Vector3 v = testing::velocity(system.bodies, i);
        const double along = dot(x, v) / length(x);
        radial += along * along;
        all += dot(v, v);
    }
    return radial / all;
}

TEST(Plummer, IsInVirialEquilibrium) {
    const System system = testing::made("plummer", bodies);
    const testing::Energies energies = testing::energies(system, 0);
    EXPECT_NEAR(energies.virial_ratio(), 0.5, 0.02);
    EXPECT_NEAR(energies.total(), -3 * std::numbers::pi / 64, 0.02 * 3 * std::numbers::pi / 64);
}

TEST(Plummer, FollowsItsMassProfile) {
    const System system = testing::made("plummer", bodies);
    const auto inside = [](double r) { return std::pow(1 + 1 / (r * r), -1.5) / 0.999; };
    EXPECT_LT(profile_gap(system, inside), testing::gap_of_chance(bodies));
    EXPECT_NEAR(share_inside(system, 1.305), 0.5, 0.02);
}

// Speeds relative to escape follow the distribution function, whatever the place.
TEST(Plummer, FollowsItsDistributionOfSpeeds) {
    const System system = testing::made("plummer", bodies);
    std::vector<double> speeds;
    for (std::size_t i = 0; i < bodies; ++i) {
        const Vector3 x = testing::position(system.bodies, i);
        const double escape = std::sqrt(2 / std::sqrt(1 + dot(x, x)));
        speeds.push_back(length(testing::velocity(system.bodies, i)) / escape);
    }
    std::sort(speeds.begin(), speeds.end());
    // Cumulative q^2 (1 - q^2)^(7/2) by the trapezoid rule; the whole is 7 pi / 512.
    const auto below = [](double q) {
        constexpr int steps = 400;
        double sum = 0;
        for (int i = 0; i < steps; ++i) {
            const double x = std::min(q, 1.0) * (i + 0.5) / steps;
            sum += x * x * std::pow(1 - x * x, 3.5);
        }
        return sum * q / steps * 512 / (7 * std::numbers::pi);
    };
    EXPECT_LT(testing::largest_gap(speeds, below), testing::gap_of_chance(bodies));
    EXPECT_NEAR(radial_share(system), 1.0 / 3, 0.01);
}

TEST(Hernquist, IsInVirialEquilibrium) {
    const System system = testing::made("hernquist", bodies);
    const testing::Energies energies = testing::energies(system, 0);
    EXPECT_NEAR(energies.virial_ratio(), 0.5, 0.02);
    // All mass inside 198: a little more bound than the infinite model's -1/12.
    EXPECT_NEAR(energies.total(), -1.0 / 12, 0.06 / 12);
    EXPECT_NEAR(radial_share(system), 1.0 / 3, 0.01);
}

TEST(Hernquist, FollowsItsMassProfile) {
    const System system = testing::made("hernquist", bodies);
    const auto inside = [](double r) { return r * r / ((1 + r) * (1 + r)) / 0.99; };
    EXPECT_LT(profile_gap(system, inside), testing::gap_of_chance(bodies));
}

// Hernquist 1990, eq. 10: the radial dispersion at r = a is 0.0942 (G M / a).
TEST(Hernquist, HasTheDispersionOfJeansEquation) {
    const System system = testing::made("hernquist", 65536);
    double sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < system.bodies.size(); ++i) {
        const double r = length(testing::position(system.bodies, i));
        if (r > 0.9 && r < 1.1) {
            const Vector3 v = testing::velocity(system.bodies, i);
            sum += dot(v, v) / 3;
            ++count;
        }
    }
    const double r = 1, s = 1 + r;
    const double expected = (12 * r * s * s * s * std::log(s / r) -
                             r / s * (25 + 52 * r + 42 * r * r + 12 * r * r * r)) /
                            12;
    EXPECT_NEAR(sum / count, expected, 0.05 * expected);
}

TEST(ColdSphere, IsAUniformBallAtRest) {
    const System system = testing::made("cold_sphere", bodies);
    for (std::size_t i = 0; i < bodies; ++i) {
        ASSERT_EQ(length(testing::velocity(system.bodies, i)), 0);
    }
    const auto inside = [](double r) { return std::min(1.0, r * r * r); };
    EXPECT_LT(profile_gap(system, inside), testing::gap_of_chance(bodies));
    EXPECT_NEAR(testing::energies(system, 0).total(), -0.6, 0.01);
    EXPECT_EQ(system.softening, 1.0 / 32);
    EXPECT_EQ(system.time_step, 1.0 / 128);
}

TEST(UniformCube, IsEvenAlongEachAxisAndAtRest) {
    const System system = testing::made("uniform_cube", bodies);
    for (const HostArray<double>* axis :
         {&system.bodies.position.x, &system.bodies.position.y, &system.bodies.position.z}) {
        std::vector<double> values(axis->begin(), axis->end());
        std::sort(values.begin(), values.end());
        const auto below = [](double x) { return std::clamp((x + 1) / 2, 0.0, 1.0); };
        EXPECT_LT(testing::largest_gap(values, below), testing::gap_of_chance(bodies));
    }
    EXPECT_EQ(testing::energies(system, 0).kinetic, 0);
}

TEST(Shells, AreThinExpandTurnAndDoNotEscape) {
    const System system = testing::made("shells", bodies);
    for (const auto& [name, radius] :
         {std::pair{"inner shell", 0.5}, {"middle shell", 1.0}, {"outer shell", 1.5}}) {
        const Component& shell = testing::component(system, name);
        const auto distances = testing::sorted_distances(system.bodies, shell);
        EXPECT_GT(distances.front(), 0.93 * radius);
        EXPECT_LT(distances.back(), 1.07 * radius);
        double outwards = 0, spin = 0;
        for (std::size_t i = shell.first; i < shell.first + shell.count; ++i) {
            const Vector3 x = testing::position(system.bodies, i);
            const Vector3 v = testing::velocity(system.bodies, i);
            outwards += dot(x, v);
            spin += length(cross(x, v));
        }
        EXPECT_GT(outwards, 0);
        EXPECT_GT(spin, 0);
    }
    EXPECT_LT(testing::energies(system, 0).total(), 0);
}

} // namespace
} // namespace orrery
