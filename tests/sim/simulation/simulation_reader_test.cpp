// Reading the state from another thread while a step is in flight.

#include "sim/scene.hpp"
#include "sim/simulation/simulation.hpp"
#include "tests/physics/orbits.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace orrery {
namespace {

TEST(SimulationReader, SeesTheLastCompleteStateWhileAStepIsInFlight) {
    constexpr std::size_t bodies = 12'000;
    Settings settings;
    settings.algorithm = "cpu.aos"; // slow on purpose
    settings.threads = 1;
    Simulation simulation;
    simulation.load(make_scene(find_scene("plummer"), bodies, 1), settings);
    ASSERT_EQ(simulation.evaluate(), Outcome::complete);
    const System start = simulation.snapshot();
    const std::uint64_t start_version = simulation.version();

    std::atomic<bool> stepping = true;
    std::jthread stepper([&] {
        EXPECT_EQ(simulation.step(), Outcome::complete);
        stepping = false;
    });
    int seen_during_step = 0;
    std::vector<float> xyzs(4 * bodies);
    while (stepping) {
        const auto written =
            simulation.write_latest({xyzs.data(), bodies, false, nullptr}, BodyScalar::speed);
        const System now = simulation.snapshot();
        if (written.version == start_version && now.time == start.time) {
            ++seen_during_step;
            ASSERT_EQ(largest_displacement(now, start), 0);
            for (std::size_t i = 0; i < bodies; ++i) {
                ASSERT_EQ(xyzs[4 * i], static_cast<float>(start.bodies.position.x[i]));
            }
        }
    }
    EXPECT_GT(seen_during_step, 0);
    EXPECT_GT(simulation.snapshot().time, start.time);
    EXPECT_GT(largest_displacement(simulation.snapshot(), start), 0);
}

TEST(SimulationReader, IsToldOfTheBodiesThatAreThereAndOfWhen) {
    Simulation simulation;
    simulation.load(make_scene(find_scene("kepler"), 2, 1), {});
    ASSERT_EQ(simulation.step(), Outcome::complete);
    const BodyValues two = simulation.read({.position = true, .bodies = {1, 7, 0}});
    EXPECT_EQ(two.position.size(), 2U);
    EXPECT_EQ(two.time, simulation.time());
    EXPECT_EQ(simulation.read({.position = true, .bodies = {2}}).position.size(), 0U);
    EXPECT_EQ(simulation.read({.position = true}).position.size(), 2U);
}

TEST(SimulationReader, NeverSeesATornState) {
    // Both bodies move along x at one speed, and nothing pulls them: in every complete state they
    // are as far apart as at the start, and as far along as the clock says.
    System system = system_of({{0, {0, 0, 0}, {1, 0, 0}}, {0, {0, 5, 0}, {1, 0, 0}}});
    Settings settings = exact_settings("leapfrog", 1.0 / 1024);
    Simulation simulation;
    simulation.load(system, settings);

    std::atomic<bool> enough = false;
    std::jthread stepper([&] {
        while (!enough) {
            EXPECT_EQ(simulation.step(), Outcome::complete);
        }
    });
    for (int i = 0; i < 20'000; ++i) {
        float xyzs[8];
        const auto written = simulation.write_latest({xyzs, 2, false, nullptr}, BodyScalar::none);
        ASSERT_EQ(xyzs[0], xyzs[4]);
        ASSERT_EQ(static_cast<float>(written.time), xyzs[0]);
        const System now = simulation.snapshot();
        ASSERT_EQ(now.time, now.bodies.position.x[0]);
        ASSERT_EQ(now.time, now.bodies.position.x[1]);
    }
    enough = true;
}

TEST(SimulationReader, SurvivesASystemBeingReplacedByALargerOne) {
    Simulation simulation;
    const auto cluster = [](std::size_t count) {
        return make_scene(find_scene("plummer"), count, 1);
    };
    simulation.load(cluster(100), Settings{});
    std::atomic<bool> enough = false;
    std::jthread loader([&] {
        for (std::size_t i = 0; i < 200; ++i) {
            simulation.load(cluster(i % 2 == 0 ? 300 : 100), Settings{});
        }
        enough = true;
    });
    std::vector<float> xyzs(std::size_t{4} * 200);
    while (!enough) {
        const auto written =
            simulation.write_latest({xyzs.data(), 200, false, nullptr}, BodyScalar::component);
        ASSERT_TRUE(written.count == 100 || written.count == 200);
        const std::size_t bodies = simulation.snapshot().bodies.size();
        ASSERT_TRUE(bodies == 100 || bodies == 300);
    }
}

TEST(SimulationReader, GivesASnapshotThatGoesOnAsTheSimulationDoes) {
    Settings settings = exact_settings("leapfrog", 1.0 / 64);
    settings.softening = 0.2;
    Simulation simulation;
    simulation.load(make_scene(find_scene("plummer"), 200, 1), settings);
    ASSERT_EQ(simulation.step(), Outcome::complete);
    Settings open = settings;
    open.time_step.reset();
    open.softening.reset();
    Simulation resumed;
    resumed.load(simulation.snapshot(), open);
    ASSERT_EQ(simulation.step(), Outcome::complete);
    ASSERT_EQ(resumed.step(), Outcome::complete);
    EXPECT_EQ(resumed.time(), simulation.time());
    EXPECT_EQ(largest_displacement(resumed.snapshot(), simulation.snapshot()), 0);
}

} // namespace
} // namespace orrery
