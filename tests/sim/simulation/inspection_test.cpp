// A simulation tells what its solver has built for the bodies as they are, also from its thread.

#include "sim/scene.hpp"
#include "sim/simulation/simulation_thread.hpp"
#include "tests/patience.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace orrery {
namespace {

using namespace std::chrono_literals;

Settings settings_of(const char* algorithm) {
    Settings settings;
    settings.source = "plummer";
    settings.bodies = 2000;
    settings.algorithm = algorithm;
    settings.steps_per_second = 0;
    return settings;
}

bool holds(const Box<float>& box, const System& system, std::size_t body) {
    const auto at = [body](const HostArray<double>& axis) {
        return static_cast<float>(axis[body]);
    };
    const VectorArray<double>& position = system.bodies.position;
    return box.distance_squared(at(position.x), at(position.y), at(position.z)) == 0;
}

// In another order than the original one, too, which the state is kept in after some steps.
TEST(Inspection, IsOfTheBodiesAsTheyAreAndFindsThemByTheirNumbers) {
    Simulation simulation;
    simulation.load(make_scene(find_scene("plummer"), 2000, 1), settings_of("cpu.tree"));
    for (int step = 0; step < 20; ++step) {
        ASSERT_EQ(simulation.step(), Outcome::complete);
        if (step % 6 != 1) {
            continue;
        }
        const System system = simulation.snapshot();
        for (const std::size_t body : {0U, 7U, 1999U}) {
            const auto reading = simulation.inspect({.cells = false, .body = body});
            ASSERT_NE(reading, nullptr);
            const Inspection found = reading->finish();
            ASSERT_TRUE(found.interactions.has_value());
            EXPECT_TRUE(holds(found.interactions->group.box, system, body)) << step << ' ' << body;
        }
    }
}

TEST(Inspection, IsOfTheRunningSolverAndNothingWhereThatBuildsNothing) {
    Simulation simulation;
    simulation.load(make_scene(find_scene("plummer"), 500, 1), settings_of("cpu.simd"));
    ASSERT_EQ(simulation.step(), Outcome::complete);
    EXPECT_EQ(simulation.inspect({}), nullptr);
    simulation.apply(settings_of("cpu.tree"));
    const auto reading = simulation.inspect({});
    ASSERT_NE(reading, nullptr) << "evaluated without a step";
    EXPECT_EQ(reading->finish().cells.front().bodies, 500U);
    std::stop_source stop;
    stop.request_stop();
    simulation.apply(settings_of("cpu.simd"));
    simulation.apply(settings_of("cpu.tree"));
    EXPECT_EQ(simulation.inspect({}, stop.get_token()), nullptr);
}

class InspectedThread : public testing::Test {
protected:
    void run(const char* algorithm, bool running) {
        Settings settings = settings_of(algorithm);
        settings.running = running;
        simulation_.set(settings);
        ASSERT_TRUE(wait_for([&] { return simulation_.status().loaded; }));
    }

    SimulationThread simulation_;
};

TEST_F(InspectedThread, AnswersWhileItSteps) {
    run("cpu.tree", true);
    for (int time = 0; time < 20; ++time) {
        const auto reading = simulation_.inspect({.body = 5}, {});
        ASSERT_NE(reading, nullptr);
        const Inspection found = reading->finish();
        EXPECT_EQ(found.cells.front().bodies, 2000U);
        EXPECT_TRUE(found.interactions.has_value());
    }
    EXPECT_GT(simulation_.status().steps, 0U);
    EXPECT_FALSE(simulation_.status().error.has_value());
}

TEST_F(InspectedThread, AnswersWhileItIsPaused) {
    run("cpu.tree", false);
    EXPECT_NE(simulation_.inspect({}, {}), nullptr);
    EXPECT_EQ(simulation_.status().steps, 0U);
}

TEST_F(InspectedThread, HasNothingToShowWithoutATreeOrASystem) {
    EXPECT_EQ(simulation_.inspect({}, {}), nullptr);
    run("cpu.simd", true);
    EXPECT_EQ(simulation_.inspect({}, {}), nullptr);
}

} // namespace
} // namespace orrery
