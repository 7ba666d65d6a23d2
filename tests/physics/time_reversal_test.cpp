// Integrators that are symmetric in time come back the way they went.

#include "tests/physics/orbits.hpp"
#include "tests/sim/every_integrator.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

namespace orrery {
namespace {

// Bodies in a unit ball with random velocities of half the escape speed or so: enough disorder that
// a wrong sign anywhere is lost for good.
System cloud(std::size_t count) {
    std::mt19937_64 random(7);
    const auto uniform = [&] { return 2 * (static_cast<double>(random() >> 11) * 0x1p-53) - 1; };
    System system;
    system.bodies = Bodies<double>(count);
    for (std::size_t i = 0; i < count; ++i) {
        system.bodies.mass[i] = 1.0 / static_cast<double>(count);
        for (auto* axis :
             {&system.bodies.position.x, &system.bodies.position.y, &system.bodies.position.z}) {
            (*axis)[i] = uniform();
        }
        for (auto* axis :
             {&system.bodies.velocity.x, &system.bodies.velocity.y, &system.bodies.velocity.z}) {
            (*axis)[i] = 0.5 * uniform();
        }
    }
    system.softening = 0.1;
    return system;
}

class ReversibleIntegrator : public testing::TestWithParam<Integrator> {};

TEST_P(ReversibleIntegrator, ReturnsToItsStartWhenTimeIsReversed) {
    constexpr int steps = 1000;
    Simulation simulation;
    Settings settings = exact_settings(GetParam().id, 1.0 / 512);
    simulation.load(cloud(64), settings);
    const System start = simulation.snapshot();
    for (int i = 0; i < steps; ++i) {
        ASSERT_EQ(simulation.step(), Outcome::complete);
    }
    EXPECT_NEAR(simulation.time(), steps / 512.0, 1e-12);
    EXPECT_GT(largest_displacement(simulation.snapshot(), start), 0.5);

    settings.reversed = true;
    simulation.apply(settings);
    for (int i = 0; i < steps; ++i) {
        ASSERT_EQ(simulation.step(), Outcome::complete);
    }
    EXPECT_NEAR(simulation.time(), 0, 1e-12);
    EXPECT_LT(largest_displacement(simulation.snapshot(), start), 1e-10);
}

INSTANTIATE_TEST_SUITE_P(Cloud, ReversibleIntegrator,
                         testing::ValuesIn(those_that_claim(&Integrator::time_reversible)),
                         integrator_name);

TEST(SymplecticEuler, DoesNotComeBackWhenTimeIsReversed) {
    // The same test must be able to fail.
    Simulation simulation;
    Settings settings = exact_settings("symplectic_euler", 1.0 / 512);
    simulation.load(cloud(64), settings);
    const System start = simulation.snapshot();
    largest_energy_error(simulation, 1000);
    settings.reversed = true;
    simulation.apply(settings);
    largest_energy_error(simulation, 1000);
    EXPECT_GT(largest_displacement(simulation.snapshot(), start), 1e-6);
}

} // namespace
} // namespace orrery
