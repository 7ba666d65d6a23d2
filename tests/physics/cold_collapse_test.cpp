// A uniform ball at rest falls together as one: the solution is known until it bounces.
//
//   r(t) = r(0) cos^2 theta,   t = t_ff (theta + sin theta cos theta) 2 / pi,
//   t_ff = pi/2 sqrt(R^3 / (2 G M)),   the same for every shell
//
// Source: Binney & Tremaine, "Galactic Dynamics", 2nd ed. (2008), section 9.2.

#include "tests/physics/orbits.hpp"

#include "sim/scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace orrery {
namespace {

using std::numbers::pi;
const double free_fall_time = pi / 2 * std::sqrt(0.5); // R = M = G = 1

void load_cold_sphere(Simulation& simulation, std::size_t bodies, double time_step) {
    Settings settings;
    settings.algorithm = "cpu.simd_threads";
    settings.time_step = time_step;
    settings.softening = 1.0 / 32;
    simulation.load(make_scene(find_scene("cold_sphere"), bodies, 1), settings);
    ASSERT_EQ(simulation.evaluate(), Outcome::complete);
}

double half_mass_radius(const System& system) {
    std::vector<double> radii;
    for (std::size_t i = 0; i < system.bodies.size(); ++i) {
        radii.push_back(length(position(system, i)));
    }
    const auto half = radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2);
    std::nth_element(radii.begin(), half, radii.end());
    return *half;
}

TEST(ColdSphere, FallsAlongTheAnalyticSolution) {
    Simulation simulation;
    load_cold_sphere(simulation, 2048, 1.0 / 128);
    const double start = half_mass_radius(simulation.snapshot());
    for (const double theta : {pi / 6, pi / 4, pi / 3}) {
        const double time = free_fall_time * (theta + std::sin(theta) * std::cos(theta)) * 2 / pi;
        double radius = start;
        double before = start;
        while (simulation.time() < time) {
            before = radius;
            ASSERT_EQ(simulation.step(), Outcome::complete);
            radius = half_mass_radius(simulation.snapshot());
        }
        const double past = (simulation.time() - time) * 128; // of the last step
        const double measured = (radius + past * (before - radius)) / start;
        EXPECT_NEAR(measured, std::pow(std::cos(theta), 2), 0.02) << theta;
    }
}

TEST(ColdSphere, BouncesWhenItsFreeFallTimeIsOver) {
    Simulation simulation;
    load_cold_sphere(simulation, 8192, 1.0 / 128);
    double deepest = 0;
    double time_of_deepest = 0;
    while (simulation.time() < 1.1 * free_fall_time) {
        ASSERT_EQ(simulation.step(), Outcome::complete);
        const double depth = -simulation.conserved().value().potential_energy;
        if (depth > deepest) {
            deepest = depth;
            time_of_deepest = simulation.time();
        }
    }
    EXPECT_NEAR(time_of_deepest / free_fall_time, 1, 0.02);
    EXPECT_GT(deepest, 4); // it started with 0.6
}

TEST(ColdSphere, HasItsEnergyBackAfterTheBounce) {
    Simulation simulation;
    load_cold_sphere(simulation, 2048, 1.0 / 128);
    const double start = simulation.conserved().value().energy();
    EXPECT_NEAR(start, -0.6, 0.02);
    while (simulation.time() < 3) {
        ASSERT_EQ(simulation.step(), Outcome::complete);
    }
    EXPECT_NEAR(simulation.conserved().value().energy() / start, 1, 7e-3);
}

// As they are shown: with the step that they suggest themselves.
double worst_energy_error_as_shown(const char* scene, double until) {
    Settings settings;
    settings.algorithm = "cpu.simd_threads";
    Simulation simulation;
    simulation.load(make_scene(find_scene(scene), 4096, 1), settings);
    EXPECT_EQ(simulation.evaluate(), Outcome::complete);
    const double start = simulation.conserved().value().energy();
    double worst = 0;
    while (simulation.time() < until) {
        EXPECT_EQ(simulation.step(), Outcome::complete);
        const double now = simulation.conserved().value().energy();
        worst = std::max(worst, std::abs(now / start - 1));
    }
    return worst;
}

TEST(ColdSphere, KeepsItsEnergyThroughTheBounceWithItsOwnSettings) {
    EXPECT_LT(worst_energy_error_as_shown("cold_sphere", 1.5), 7e-3);
}

TEST(UniformCube, KeepsItsEnergyThroughItsCollapseWithItsOwnSettings) {
    EXPECT_LT(worst_energy_error_as_shown("uniform_cube", 2), 1e-3);
}

TEST(ColdSphere, KeepsItsEnergyInTheBounceToTheSquareOfTheStep) {
    const auto error_through_bounce = [](int steps_per_time) {
        Simulation simulation;
        load_cold_sphere(simulation, 1024, 1.0 / steps_per_time);
        return largest_energy_error(simulation, static_cast<std::size_t>(3 * steps_per_time / 2));
    };
    const double middle = error_through_bounce(256);
    const double fine = error_through_bounce(512);
    EXPECT_LT(fine, 7e-3);
    EXPECT_NEAR(middle / fine, 4, 0.4);
}

} // namespace
} // namespace orrery
