// Stepping, and that whatever goes wrong in a step leaves the bodies where they were.

#include "sim/base/error.hpp"
#include "sim/mesh/mesh_options.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/simulation.hpp"
#include "tests/physics/orbits.hpp"
#include "tests/sim/every_integrator.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

namespace orrery {
namespace {

System plummer(std::size_t count) {
    return make_scene(find_scene("plummer"), count, 1);
}

template <class Real>
bool same(const VectorArray<Real>& a, const VectorArray<Real>& b) {
    return std::equal(a.x.begin(), a.x.end(), b.x.begin(), b.x.end()) &&
           std::equal(a.y.begin(), a.y.end(), b.y.begin(), b.y.end()) &&
           std::equal(a.z.begin(), a.z.end(), b.z.begin(), b.z.end());
}

// Bit for bit, but for the sign of zero.
bool same(const System& a, const System& b) {
    return a.time == b.time && same(a.bodies.position, b.bodies.position) &&
           same(a.bodies.velocity, b.bodies.velocity);
}

TEST(Simulation, TakesWhatSettingsLeaveOpenFromTheSystem) {
    System system = plummer(100);
    system.time = 3;
    system.time_step = 0.25;
    system.softening = 0.75;
    system.units.gravity = 2;
    Simulation simulation;
    simulation.load(system, Settings{});
    EXPECT_EQ(simulation.count(), 100U);
    EXPECT_EQ(simulation.time(), 3);
    EXPECT_EQ(simulation.time_step(), 0.25);
    EXPECT_EQ(simulation.softening(), 0.75);
    EXPECT_EQ(simulation.units().gravity, 2);
    EXPECT_EQ(simulation.steps(), 0U);

    Settings settings;
    settings.time_step = 0.5;
    settings.softening = 0;
    simulation.apply(settings);
    EXPECT_EQ(simulation.time_step(), 0.5);
    EXPECT_EQ(simulation.softening(), 0);
}

TEST(Simulation, AdvancesClockStepsAndVersionWithEveryStep) {
    Simulation simulation;
    EXPECT_EQ(simulation.version(), 0U);
    simulation.load(plummer(100), Settings{});
    const std::uint64_t loaded = simulation.version();
    EXPECT_GT(loaded, 0U);
    ASSERT_EQ(simulation.step(), Outcome::complete);
    const std::uint64_t stepped = simulation.version();
    EXPECT_GT(stepped, loaded);
    ASSERT_EQ(simulation.step(), Outcome::complete);
    EXPECT_GT(simulation.version(), stepped);
    EXPECT_EQ(simulation.steps(), 2U);
    EXPECT_EQ(simulation.time(), 2 * simulation.time_step());
}

TEST(Simulation, RefusesAStepThatItsClockWouldNotNotice) {
    System late = plummer(10);
    late.time = 1e17;
    Simulation simulation;
    simulation.load(late, Settings{});
    EXPECT_THROW(simulation.step(), Error);
    EXPECT_EQ(simulation.steps(), 0U);
}

TEST(Simulation, RunsWithNoBodiesAndWithOne) {
    for (const std::size_t count : {0, 1}) {
        System system;
        system.bodies = Bodies<double>(count);
        if (count == 1) {
            system.bodies.mass[0] = 1;
            system.bodies.velocity.x[0] = 2;
        }
        Simulation simulation;
        for (const Precision precision : {Precision::fp32, Precision::fp64}) {
            Settings settings;
            settings.precision = precision;
            settings.time_step = 0.5;
            simulation.load(system, settings);
            ASSERT_EQ(simulation.step(), Outcome::complete);
            const System now = simulation.snapshot();
            EXPECT_EQ(now.bodies.size(), count);
            EXPECT_EQ(now.time, 0.5);
            if (count == 1) {
                EXPECT_EQ(now.bodies.position.x[0], 1);
            }
            EXPECT_EQ(simulation.force_error(10, 1)->samples, count);
        }
    }
}

TEST(Simulation, ChangesNothingWhenCancelledBeforeItBegins) {
    Simulation simulation;
    simulation.load(plummer(1000), Settings{});
    ASSERT_EQ(simulation.step(), Outcome::complete);
    const System before = simulation.snapshot();
    const std::uint64_t version = simulation.version();
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(simulation.step(stop.get_token()), Outcome::cancelled);
    EXPECT_TRUE(same(simulation.snapshot(), before));
    EXPECT_EQ(simulation.version(), version);
    EXPECT_EQ(simulation.steps(), 1U);
    EXPECT_TRUE(simulation.conserved().has_value());
}

class CancelledStep : public testing::TestWithParam<Integrator> {};

TEST_P(CancelledStep, ChangesNothingInFullFlight) {
    Settings settings;
    settings.algorithm = "cpu.aos";
    settings.threads = 1;
    Simulation simulation;
    simulation.load(plummer(2000), settings);
    ASSERT_EQ(simulation.step(), Outcome::complete);
    settings.integrator = GetParam().id;
    simulation.apply(settings);
    ASSERT_EQ(simulation.evaluate(), Outcome::complete);
    const System before = simulation.snapshot();
    const double energy = simulation.conserved().value().energy();

    // Later and later, until a step gets through: so it is cut off in each of its evaluations.
    auto delay = std::chrono::microseconds(100);
    for (;; delay *= 2) {
        std::stop_source stop;
        std::jthread interrupter([&] {
            std::this_thread::sleep_for(delay);
            stop.request_stop();
        });
        if (simulation.step(stop.get_token()) == Outcome::complete) {
            break;
        }
        ASSERT_TRUE(same(simulation.snapshot(), before)) << delay.count();
        ASSERT_EQ(simulation.conserved().value().energy(), energy);
    }
    EXPECT_FALSE(same(simulation.snapshot(), before));

    // Half-done work shows nowhere: the step is the one of a simulation never disturbed.
    Simulation undisturbed;
    undisturbed.load(before, settings);
    ASSERT_EQ(undisturbed.step(), Outcome::complete);
    EXPECT_TRUE(same(undisturbed.snapshot(), simulation.snapshot()));
}

INSTANTIATE_TEST_SUITE_P(Simulation, CancelledStep, testing::ValuesIn(static_integrators()),
                         integrator_name);

TEST(Simulation, ChangesNothingWhenAStepFails) {
    // The body's place overflows during the drift, and its acceleration is no number.
    System system = plummer(100);
    system.bodies.velocity.x[7] = 3e38;
    Settings settings;
    settings.time_step = 100;
    Simulation simulation;
    simulation.load(system, settings);
    ASSERT_EQ(simulation.evaluate(), Outcome::complete);
    const System before = simulation.snapshot();
    EXPECT_THROW(static_cast<void>(simulation.step()), Error);
    EXPECT_TRUE(same(simulation.snapshot(), before));
    EXPECT_EQ(simulation.time(), 0);
    EXPECT_EQ(simulation.steps(), 0U);

    settings.precision = Precision::fp64; // as the message advises
    simulation.apply(settings);
    EXPECT_EQ(simulation.step(), Outcome::complete);
}

TEST(Simulation, GoesBackwardsWhenReversed) {
    Simulation simulation;
    Settings settings = exact_settings("leapfrog", 0.01);
    settings.reversed = true;
    simulation.load(kepler_orbit(0.5), settings);
    ASSERT_EQ(simulation.step(), Outcome::complete);
    EXPECT_EQ(simulation.time(), -0.01);
    EXPECT_EQ(simulation.time_step(), 0.01);
}

TEST(Simulation, HoldsEightyBytesABodyInFloatAndLittleScratch) {
    constexpr std::size_t bodies = 4096;
    for (const SolverEntry& entry : solvers()) {
        if (!entry.unavailable().empty() || entry.info.space != Space::host) {
            continue;
        }
        Settings settings;
        settings.algorithm = entry.info.id;
        Simulation simulation;
        simulation.load(plummer(bodies), settings);
        ASSERT_EQ(simulation.step(), Outcome::complete);
        if (entry.info.find_option("cells") != nullptr) {
            continue; // its memory is that of its cells
        }
        const std::size_t max_scratch = entry.info.is_direct ? 16 : 164;
        constexpr std::size_t padding = 64 * 128; // lines behind arrays
        EXPECT_LE(simulation.memory_bytes(), (80 + max_scratch) * bodies + padding)
            << entry.info.id;
        EXPECT_GE(simulation.memory_bytes(), 80 * bodies) << "what is not counted is not measured";
    }
}

TEST(Simulation, SaysWhereTheTimeOfAStepWent) {
    Simulation simulation;
    simulation.load(plummer(1000), Settings{});
    ASSERT_EQ(simulation.step(), Outcome::complete);
    ASSERT_EQ(simulation.step(), Outcome::complete);
    const StepTimings& timings = simulation.timings();
    double sum = 0;
    bool integrates = false;
    for (const auto& phase : timings.phases) {
        sum += phase.milliseconds;
        integrates = integrates || std::string(phase.name) == "integrate";
    }
    EXPECT_GE(timings.phases.size(), 2U);
    EXPECT_TRUE(integrates);
    EXPECT_GT(sum, 0);
    EXPECT_LE(sum, timings.total_milliseconds);
    EXPECT_GE(timings.interactions, 1000.0 * 999 / 2);
}

TEST(Simulation, TakesStepsThatAreNotMeasuredWithTheSameForces) {
    const System system = make_scene(find_scene("plummer"), 300, 1);
    Settings settings;
    settings.algorithm = "cpu.simd";
    Simulation measured, unmeasured;
    measured.load(system, settings);
    unmeasured.load(system, settings);
    for (int step = 0; step < 6; ++step) {
        unmeasured.measure_steps(step % 3 == 2);
        ASSERT_EQ(measured.step(), Outcome::complete);
        ASSERT_EQ(unmeasured.step(), Outcome::complete);
        EXPECT_EQ(unmeasured.conserved().has_value(), step % 3 == 2) << step;
        EXPECT_EQ(unmeasured.timings().interactions, step == 0 ? 2 * 300.0 * 299 : 300.0 * 299)
            << "no evaluation for the energy alone, step " << step;
    }
    EXPECT_EQ(unmeasured.conserved().value().energy(), measured.conserved().value().energy());
}

TEST(Simulation, KnowsItsEnergyOnceItIsEvaluatedAndOnlyIfAskedTo) {
    Simulation simulation;
    Settings settings = exact_settings("leapfrog", 0.01);
    simulation.load(kepler_orbit(0.5), settings);
    EXPECT_FALSE(simulation.conserved());
    ASSERT_EQ(simulation.evaluate(), Outcome::complete);
    EXPECT_NEAR(simulation.conserved().value().energy(), -1e-3 / 2, 1e-15);

    settings.measure_energy = false;
    simulation.apply(settings);
    EXPECT_FALSE(simulation.conserved());
    ASSERT_EQ(simulation.step(), Outcome::complete);
    settings.measure_energy = true;
    simulation.apply(settings);
    EXPECT_FALSE(simulation.conserved()) << "no potential of this state was computed";
    ASSERT_EQ(simulation.evaluate(), Outcome::complete);
    EXPECT_NEAR(simulation.conserved().value().energy(), -1e-3 / 2, 1e-6);
}

TEST(Simulation, MeasuresItsForceErrorAgainstTheDirectSumInDouble) {
    Simulation simulation;
    Settings settings;
    simulation.load(plummer(2000), settings);
    const ForceError in_float = simulation.force_error(500, 1).value();
    EXPECT_EQ(in_float.samples, 500U);
    EXPECT_GT(in_float.median, 1e-9);
    EXPECT_LT(in_float.p99, simulation.solver_info().promised_error_fp32);

    settings.precision = Precision::fp64;
    simulation.apply(settings);
    const ForceError in_double = simulation.force_error(500, 1).value();
    EXPECT_LT(in_double.p99, simulation.solver_info().promised_error_fp64);

    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(simulation.force_error(500, 1, stop.get_token()));
}

TEST(Simulation, MeasuresItsForceErrorInABoxAgainstTheEwaldSum) {
    System system = plummer(500);
    system.box = {{8, 9, 10}};
    Settings settings;
    settings.algorithm = "cpu.simd";
    Simulation simulation;
    simulation.load(system, settings);
    EXPECT_LT(simulation.force_error(50, 1)->p99, simulation.solver_info().promised_error_fp32);
    // Another sum is none of the images: compared with the direct sum, as it computes.
    settings.algorithm = "cpu.soa";
    simulation.apply(settings);
    EXPECT_LT(simulation.force_error(50, 1)->p99, simulation.solver_info().promised_error_fp32);
}

TEST(AdaptiveStep, FollowsTheLargestAcceleration) {
    // Two bodies fall together: the step shrinks as sqrt(softening / |a|) does.
    System system = system_of({{1, {-1, 0, 0}, {}}, {1, {1, 0, 0}, {}}});
    Settings settings = exact_settings("leapfrog", 0.05);
    settings.softening = 0.1;
    settings.adaptive_step = true;
    settings.step_accuracy = 0.01;
    Simulation simulation;
    simulation.load(system, settings);
    ASSERT_EQ(simulation.evaluate(), Outcome::complete);
    const auto expected = [&] {
        const System now = simulation.snapshot();
        const double apart = now.bodies.position.x[1] - now.bodies.position.x[0];
        const double pull = std::abs(apart) / std::pow(apart * apart + 0.01, 1.5);
        return std::min(0.05, 0.01 * std::sqrt(0.1 / pull));
    };
    double shortest = 1;
    double before = 0;
    while (simulation.time() < 3.2) {
        const double next = simulation.time_step();
        ASSERT_NEAR(next, expected(), 1e-12);
        ASSERT_EQ(simulation.step(), Outcome::complete);
        ASSERT_NEAR(simulation.time() - before, next, 1e-12);
        before = simulation.time();
        shortest = std::min(shortest, next);
    }
    EXPECT_LT(shortest, 0.0015); // through the closest approach
    EXPECT_NEAR(simulation.conserved().value().energy(), -1 / std::sqrt(4.01), 2e-3);
}

TEST(AdaptiveStep, IsAPartOfTheFreeFallWithoutSoftening) {
    // The lighter one, which sets the measure, is pulled by a heavier one.
    System system = system_of({{1, {0, 0, 0}, {}}, {4, {0.25, 0, 0}, {}}, {0, {9, 0, 0}, {}}});
    Settings settings = exact_settings("pefrl", 10);
    settings.softening = 0;
    settings.adaptive_step = true;
    Simulation simulation;
    simulation.load(system, settings);
    ASSERT_EQ(simulation.evaluate(), Outcome::complete);
    EXPECT_EQ(simulation.step_accuracy(), 0.01);
    const double pull = 4 / (0.25 * 0.25);
    EXPECT_NEAR(simulation.time_step(), 0.01 * std::sqrt(std::sqrt(1 / pull) / pull), 1e-12);
    EXPECT_LT(simulation.time_step(), 0.01 * std::sqrt(0.25 * 0.25 * 0.25 / 4));

    settings.precision = Precision::fp32;
    simulation.apply(settings);
    ASSERT_EQ(simulation.evaluate(), Outcome::complete);
    EXPECT_NEAR(simulation.time_step(), 0.01 * std::sqrt(std::sqrt(1 / pull) / pull), 1e-7);

    system.bodies.position.x[1] = 1e-9; // they all but meet
    simulation.load(system, settings);
    ASSERT_EQ(simulation.evaluate(), Outcome::complete);
    EXPECT_EQ(simulation.time_step(), 1e-8) << "the clock must go on";
}

TEST(AdaptiveStep, IsNeverLongerThanTheStepThatWasSet) {
    System system = system_of({{1, {-100, 0, 0}, {}}, {1, {100, 0, 0}, {}}});
    Settings settings = exact_settings("leapfrog", 0.05);
    settings.softening = 1;
    settings.adaptive_step = true;
    Simulation simulation;
    simulation.load(system, settings);
    ASSERT_EQ(simulation.evaluate(), Outcome::complete);
    EXPECT_EQ(simulation.time_step(), 0.05);

    System alone = system_of({{1, {}, {}}}); // nothing accelerates it
    simulation.load(alone, settings);
    ASSERT_EQ(simulation.step(), Outcome::complete);
    EXPECT_EQ(simulation.time_step(), 0.05);
}

} // namespace
} // namespace orrery
