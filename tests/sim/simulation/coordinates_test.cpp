// Kicks and drifts in an expanding universe, against what is known of it; where space is static,
// the intervals themselves.

#include "sim/coordinates.hpp"
#include "sim/integrator.hpp"
#include "sim/scene.hpp"
#include "sim/state/state.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace orrery {
namespace {

// With matter alone, a = (3 H t / 2)^(2/3), so the factors are 2/H times differences of roots of a.
TEST(Coordinates, OfEinsteinAndDeSitterHaveTheIntegralsInClosedForm) {
    constexpr double hubble = 0.7;
    const Cosmology universe{.omega_matter = 1, .hubble = hubble};
    const Coordinates comoving(universe);
    for (const auto& [from, to] : {std::pair(0.02, 0.021), std::pair(0.02, 1.0),
                                   std::pair(0.5, 0.25), std::pair(0.999, 1.0)}) {
        const double time = 2 / (3 * hubble) * std::pow(from, 1.5);
        const double dt = 2 / (3 * hubble) * std::pow(to, 1.5) - time;
        EXPECT_NEAR(universe.scale_factor(time), from, 1e-14);
        EXPECT_NEAR(universe.time(from), time, 1e-14);
        const double kick = 2 / hubble * (std::sqrt(to) - std::sqrt(from));
        const double drift = 2 / hubble * (1 / std::sqrt(from) - 1 / std::sqrt(to));
        EXPECT_NEAR(comoving.kick_factor(time, dt), kick, 1e-11 * std::abs(kick));
        EXPECT_NEAR(comoving.drift_factor(time, dt), drift, 1e-11 * std::abs(drift));
    }
}

// Omega 0.32, G and the critical density 1: integrated numerically to all these places.
TEST(Coordinates, OfAUniverseWithACosmologicalConstantHaveItsAges) {
    const Cosmology universe{.omega_matter = 0.32, .hubble = std::sqrt(8 * std::numbers::pi / 3)};
    EXPECT_NEAR(universe.time(1), 0.32710340943409555, 1e-15);
    EXPECT_NEAR(universe.time(0.1), 0.012871250907720502, 1e-16);
    EXPECT_NEAR(universe.time(0.01), 0.00040716861571363553, 1e-17);
    EXPECT_NEAR(universe.expansion_rate(0.1), 51.83167454117027, 1e-12);
    EXPECT_NEAR(universe.scale_factor(0.012871250907720502), 0.1, 1e-14);
}

TEST(Coordinates, AddUpOverParts) {
    const Coordinates comoving(Cosmology{.omega_matter = 0.3, .hubble = 1});
    const double whole = comoving.kick_factor(0.1, 0.6);
    EXPECT_NEAR(comoving.kick_factor(0.1, 0.2) + comoving.kick_factor(0.3, 0.4), whole, 1e-13);
    EXPECT_NEAR(comoving.kick_factor(0.7, -0.6), -whole, 1e-13);
}

TEST(Coordinates, ThatAreStaticLeaveIntervalsAsTheyAre) {
    for (const double dt : {0.1, -1.0 / 3, 1e-300}) {
        EXPECT_EQ(Coordinates().kick_factor(7, dt), dt);
        EXPECT_EQ(Coordinates().drift_factor(7, dt), dt);
    }
}

// One body that nothing pulls: its momentum stays, and the drifts of a step are those of all of it.
TEST(Coordinates, CarryAFreeBodyAsFarAsTheUniverseLets) {
    Bodies<double> body(1);
    body.mass[0] = 1;
    body.velocity.x[0] = 3;
    const Coordinates comoving(Cosmology{.omega_matter = 1, .hubble = 1});
    const ForceParameters forces;
    const std::unique_ptr<Solver> solver = find_solver("cpu.aos").make();
    Workers workers(1);
    StepTimings timings;
    Execution execution{{}, workers, timings};
    for (const char* id : {"leapfrog", "symplectic_euler", "euler", "yoshida4", "pefrl"}) {
        const Integrator& integrator = find_integrator(id);
        const auto state = make_host_state(body, Precision::fp64);
        const Evaluation evaluation{*solver, forces, execution};
        StepWorkspace space(*state, evaluation, integrator.evaluations, 0.5, comoving);
        ASSERT_EQ(integrator.step(space, 0.25), Outcome::complete);
        state->commit_step();
        const double x = state->begin_reading({.position = true})->finish().position.x[0];
        EXPECT_NEAR(x, 3 * comoving.drift_factor(0.5, 0.25), 1e-12) << id;
    }
}

} // namespace
} // namespace orrery
