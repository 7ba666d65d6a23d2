// The simulation's thread as the window sees it: it never waits, and never shows a torn state.

#include "sim/simulation/simulation_thread.hpp"
#include "tests/patience.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <thread>

namespace orrery {
namespace {

using namespace std::chrono_literals;

Settings small_plummer() {
    Settings settings;
    settings.source = "plummer";
    settings.bodies = 500;
    settings.algorithm = "cpu.simd";
    settings.steps_per_second = 0;
    return settings;
}

// Waits for a condition of the status.
bool wait_until(const SimulationThread& simulation,
                const std::function<bool(const SimulationStatus&)>& condition) {
    return wait_for([&] { return condition(simulation.status()); });
}

std::vector<float> picture(const SimulationThread& simulation, std::size_t count) {
    std::vector<float> xyzs(4 * count);
    const auto written =
        simulation.write_latest({xyzs.data(), count, false, nullptr}, BodyScalar::none);
    EXPECT_EQ(written.count, count);
    return xyzs;
}

double largest_difference(const std::vector<float>& a, const std::vector<float>& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        largest =
            std::max(largest, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
    }
    return largest;
}

TEST(SimulationThread, LoadsASceneAndStepsIt) {
    SimulationThread simulation;
    simulation.set(small_plummer());
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.steps >= 3; }));
    const SimulationStatus status = simulation.status();
    EXPECT_TRUE(status.loaded);
    EXPECT_EQ(status.count, 500U);
    EXPECT_GT(status.time, 0);
    EXPECT_FALSE(status.error);
    EXPECT_FALSE(simulation.take_reports().empty());
}

TEST(SimulationThread, StaysWhereItIsWhilePaused) {
    SimulationThread simulation;
    Settings settings = small_plummer();
    settings.running = false;
    simulation.set(settings);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.loaded; }));
    const auto before = picture(simulation, 500);
    std::this_thread::sleep_for(50ms);
    EXPECT_EQ(picture(simulation, 500), before);
    EXPECT_EQ(simulation.status().steps, 0U);
}

TEST(SimulationThread, TakesNoStepAfterAResetThatWasAskedForBefore) {
    SimulationThread simulation;
    Settings settings = small_plummer();
    settings.running = false;
    settings.bodies = 3000; // so that a step lasts
    settings.algorithm = "cpu.aos";
    simulation.set(settings);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.loaded; }));
    simulation.step_once(false);
    while (!simulation.step_in_flight()) {
        std::this_thread::yield();
    }
    simulation.step_once(false); // waits for the one that is under way
    simulation.reset();
    ASSERT_TRUE(simulation.wait_until_idle({}));
    EXPECT_EQ(simulation.status().time, 0);
    simulation.reset();
    simulation.step_once(false);
    ASSERT_TRUE(simulation.wait_until_idle({}));
    EXPECT_GT(simulation.status().time, 0) << "this one was asked for afterwards";
}

TEST(SimulationThread, TellsWhenAllThatWasAskedForIsDone) {
    SimulationThread simulation;
    Settings settings = small_plummer();
    settings.running = false;
    simulation.set(settings);
    for (int i = 0; i < 20; ++i) {
        simulation.step_once(false);
    }
    ASSERT_TRUE(simulation.wait_until_idle({}));
    EXPECT_EQ(simulation.status().steps, 20U);
    settings.source = "no such file";
    simulation.set(settings);
    ASSERT_TRUE(simulation.wait_until_idle({}));
    EXPECT_TRUE(simulation.status().error);
    settings.source = "plummer";
    settings.running = true;
    simulation.set(settings);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(simulation.wait_until_idle(stop.get_token())) << "it is never idle";
}

TEST(SimulationThread, CountsInteractionsOfAPausedTreeWhenTheyAreAskedFor) {
    SimulationThread simulation;
    Settings settings = small_plummer();
    settings.algorithm = "cpu.tree";
    settings.running = false;
    simulation.set(settings);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.loaded; }));
    const std::uint64_t loaded = simulation.version();
    settings.count_interactions = true;
    simulation.set(settings);
    ASSERT_TRUE(wait_until(simulation, [&](const auto&) { return simulation.version() > loaded; }));
    std::vector<float> xyzs(std::size_t{4} * 500);
    simulation.write_latest({xyzs.data(), 500}, BodyScalar::interactions);
    EXPECT_NE(xyzs[3], 499.0F) << "not those of a direct sum";
    EXPECT_EQ(simulation.status().steps, 0U);
}

TEST(SimulationThread, StepsOnceAndBackToWhereItWas) {
    SimulationThread simulation;
    Settings settings = small_plummer();
    settings.precision = Precision::fp64;
    settings.running = false;
    simulation.set(settings);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.loaded; }));
    const auto before = picture(simulation, 500);

    simulation.step_once(false);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.steps == 1; }));
    EXPECT_GT(simulation.status().time, 0);
    EXPECT_GT(largest_difference(picture(simulation, 500), before), 0);

    simulation.step_once(true);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.steps == 2; }));
    EXPECT_NEAR(simulation.status().time, 0, 1e-12);
    EXPECT_LT(largest_difference(picture(simulation, 500), before), 1e-6);
}

TEST(SimulationThread, KeepsPositionsContinuousWhenTheAlgorithmChangesInFullFlight) {
    SimulationThread simulation;
    Settings settings = small_plummer();
    simulation.set(settings);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.steps >= 1; }));

    const char* const algorithms[] = {"cpu.symmetric", "cpu.aos", "cpu.simd_threads", "cpu.soa"};
    for (const char* algorithm : algorithms) {
        settings.running = false;
        simulation.set(settings);
        ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return !s.settings.running; }));
        const auto before = picture(simulation, 500);
        settings.algorithm = algorithm;
        simulation.set(settings);
        ASSERT_TRUE(wait_until(simulation,
                               [&](const auto& s) { return s.settings.algorithm == algorithm; }));
        EXPECT_EQ(picture(simulation, 500), before) << algorithm;

        const std::uint64_t steps = simulation.status().steps;
        simulation.step_once(false);
        ASSERT_TRUE(wait_until(simulation, [&](const auto& s) { return s.steps > steps; }));
        // One step of 1/64 at a few times the velocity dispersion.
        EXPECT_LT(largest_difference(picture(simulation, 500), before), 0.1) << algorithm;
        settings.running = true;
        simulation.set(settings);
    }
}

TEST(SimulationThread, CancelsAStepThatWouldTakeMinutesAndLosesNothing) {
    SimulationThread simulation;
    Settings settings = small_plummer();
    settings.bodies = 262'144;
    settings.algorithm = "cpu.aos";
    simulation.set(settings);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.stepping; }));
    const auto before = picture(simulation, settings.bodies);

    settings.running = false;
    simulation.set(settings);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return !s.settings.running; }));
    EXPECT_FALSE(simulation.status().stepping);
    EXPECT_EQ(simulation.status().steps, 0U);
    EXPECT_EQ(picture(simulation, settings.bodies), before);
}

TEST(SimulationThread, ShowsOnlyCompleteStatesToAReaderThatNeverStops) {
    SimulationThread simulation;
    Settings settings = small_plummer();
    settings.source = "kepler";
    settings.bodies = 0;
    settings.precision = Precision::fp64;
    simulation.set(settings);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.steps >= 1; }));

    // Two bodies about their common centre of mass: in a torn state their mass-weighted mean leaves
    // the origin.
    const System start = simulation.snapshot();
    ASSERT_EQ(start.bodies.size(), 2U);
    const double m0 = start.bodies.mass[0];
    const double m1 = start.bodies.mass[1];
    for (int i = 0; i < 2000; ++i) {
        const auto xyzs = picture(simulation, 2);
        const double x =
            (m0 * static_cast<double>(xyzs[0]) + m1 * static_cast<double>(xyzs[4])) / (m0 + m1);
        const double y =
            (m0 * static_cast<double>(xyzs[1]) + m1 * static_cast<double>(xyzs[5])) / (m0 + m1);
        ASSERT_NEAR(x, 0, 1e-6);
        ASSERT_NEAR(y, 0, 1e-6);
    }
}

TEST(SimulationThread, TakesTheNewestOfManySettings) {
    SimulationThread simulation;
    Settings settings = small_plummer();
    for (int i = 0; i < 200; ++i) {
        settings.time_step = 1e-3 * (i + 1);
        simulation.set(settings);
    }
    ASSERT_TRUE(wait_until(simulation, [&](const auto& s) { return s.settings == settings; }));
    EXPECT_NEAR(simulation.status().time_step, 0.2, 1e-12);
}

TEST(SimulationThread, ReportsAnUnknownAlgorithmAndKeepsTheLastGoodState) {
    SimulationThread simulation;
    Settings settings = small_plummer();
    simulation.set(settings);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.steps >= 1; }));
    settings.algorithm = "cpu.smid";
    simulation.set(settings);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.error.has_value(); }));
    const SimulationStatus status = simulation.status();
    EXPECT_EQ(status.settings.algorithm, "cpu.simd");
    EXPECT_FALSE(status.settings.running);
    EXPECT_NE(std::string(status.error->what()).find("cpu.simd"), std::string::npos);

    settings.algorithm = "cpu.simd";
    simulation.set(settings);
    EXPECT_TRUE(wait_until(simulation, [&](const auto& s) { return s.steps > status.steps; }));
    EXPECT_FALSE(simulation.status().error);
}

TEST(SimulationThread, ReportsAMissingFileAndKeepsTheSystem) {
    SimulationThread simulation;
    Settings settings = small_plummer();
    simulation.set(settings);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.steps >= 1; }));
    settings.source = "no/such/galaxy.tipsy";
    simulation.set(settings);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.error.has_value(); }));
    EXPECT_NE(std::string(simulation.status().error->what()).find("no/such/galaxy.tipsy"),
              std::string::npos);
    EXPECT_EQ(picture(simulation, 500).size(), 2000U);
    EXPECT_TRUE(simulation.status().settings.running) << "a wrong file stops no show";
    EXPECT_EQ(simulation.status().settings.source, "plummer");
}

TEST(SimulationThread, ResetsToTheInitialConditions) {
    SimulationThread simulation;
    Settings settings = small_plummer();
    settings.running = false;
    simulation.set(settings);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.loaded; }));
    const auto start = picture(simulation, 500);
    simulation.step_once(false);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.steps == 1; }));
    const std::uint64_t serial = simulation.status().load_serial;
    simulation.reset();
    ASSERT_TRUE(wait_until(simulation, [&](const auto& s) { return s.load_serial > serial; }));
    EXPECT_EQ(picture(simulation, 500), start);
    EXPECT_EQ(simulation.status().time, 0);
}

TEST(SimulationThread, MeasuresTheForceErrorWhenAsked) {
    SimulationThread simulation;
    simulation.set(small_plummer());
    simulation.verify(100);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.verified.has_value(); }));
    const SimulationStatus status = simulation.status();
    EXPECT_EQ(status.verified->settings.algorithm, "cpu.simd");
    EXPECT_GT(status.verified->error.median, 0);
    EXPECT_LT(status.verified->error.p99, 2e-6);
}

TEST(SimulationThread, RemembersTheSettingsThatTheForceErrorWasMeasuredUnder) {
    SimulationThread simulation;
    Settings settings = small_plummer();
    settings.algorithm = "cpu.tree";
    settings.solver_options["cpu.tree"]["error"] = 1e-4;
    simulation.set(settings);
    simulation.verify(100);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.verified.has_value(); }));
    Settings changed = settings;
    changed.precision = Precision::fp64;
    changed.solver_options["cpu.tree"]["error"] = 1e-2;
    simulation.set(changed);
    ASSERT_TRUE(wait_until(simulation,
                           [](const auto& s) { return s.settings.precision == Precision::fp64; }));
    const VerifiedForces verified = simulation.status().verified.value();
    EXPECT_EQ(verified.settings.precision, Precision::fp32);
    const SolverInfo& tree = find_solver("cpu.tree").info;
    EXPECT_DOUBLE_EQ(verified.promised_error(), tree.promised_error(Precision::fp32) / 10)
        << "of the error that was asked for then";
}

// However long a step takes here, and however long its thread waits for a processor.
TEST(SimulationThread, MeasuresFewOfTheStepsThatLast) {
    using std::chrono::milliseconds;
    Settings settings = small_plummer();
    settings.bodies = 1024;
    settings.algorithm = "cpu.aos"; // some milliseconds on most processors
    SimulationThread simulation;
    Clock::time_point before_measured = Clock::now();
    simulation.set(settings);
    // Beside other programs a step can take half a second: then a few of them say the same.
    const auto some_time = Clock::now() + std::chrono::seconds(10);
    ASSERT_TRUE(wait_until(simulation, [&](const auto& s) {
        return s.steps >= 300 || (s.steps >= 10 && Clock::now() > some_time);
    }));
    int measured = 0;
    std::uint64_t measured_step = 0;
    const std::vector<StepReport> reports = simulation.take_reports();
    for (std::size_t i = 1; i < reports.size(); ++i) {
        const StepReport& report = reports[i];
        const StepReport& before = reports[i - 1];
        if (!report.conserved) {
            continue;
        }
        const auto since = report.finished - before_measured;
        EXPECT_TRUE(since >= milliseconds(500) || report.step - measured_step >= 128 ||
                    (since >= milliseconds(30) && before.timings.total_milliseconds < 1))
            << "step " << report.step << " after step " << measured_step << " and "
            << std::chrono::duration<double, std::milli>(since).count() << " ms";
        before_measured = before.finished;
        measured_step = report.step;
        ++measured;
    }
    EXPECT_GE(measured, 2);
    EXPECT_TRUE(simulation.status().initial.has_value());
}

TEST(SimulationThread, ConservesEnergyWhileItRuns) {
    SimulationThread simulation;
    simulation.set(small_plummer());
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.steps >= 200 && s.latest; }));
    const SimulationStatus status = simulation.status();
    ASSERT_TRUE(status.initial);
    const double start = status.initial->energy();
    EXPECT_LT(start, 0);
    EXPECT_LT(std::abs(status.latest->energy() - start) / std::abs(start), 1e-2);
}

TEST(SimulationThread, StopsAndGoesOnWhileAPictureHasTheTurn) {
    SimulationThread simulation;
    Settings settings = small_plummer();
    simulation.turns().begin_picture(); // and never ends it
    simulation.set(settings);
    ASSERT_TRUE(wait_until(simulation, [](const auto& status) { return status.steps >= 3; }));
    EXPECT_EQ(simulation.turns().counts().beside_a_picture, 1U);
    settings.running = false;
    simulation.set(settings);
    EXPECT_TRUE(wait_until(simulation, [](const auto& s) { return !s.settings.running; }));
    simulation.turns().end_picture();
    simulation.turns().begin_picture();
    simulation.step_once(false); // waits for its turn when the thread is ended
}

} // namespace
} // namespace orrery
