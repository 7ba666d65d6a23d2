// Reading the complete state while steps go on, wherever the bodies are.

#include "sim/machine/devices.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/simulation.hpp"
#include "sim/state/state.hpp"
#include "tests/physics/orbits.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <thread>

namespace orrery {
namespace {

constexpr std::size_t count = 3001;

Settings settings_of(const std::string& algorithm, Precision precision) {
    Settings settings;
    settings.algorithm = algorithm;
    settings.precision = precision;
    return settings;
}

// By algorithm, which says where the bodies are and whether they are kept sorted, and precision.
class StateReader : public testing::TestWithParam<std::tuple<std::string, Precision>> {
protected:
    void SetUp() override {
        const std::string& algorithm = std::get<0>(GetParam());
        const std::string unavailable = find_solver(algorithm).unavailable();
        if (!unavailable.empty()) {
            GTEST_SKIP() << algorithm << ": " << unavailable;
        }
        simulation_.load(make_scene(find_scene("galaxy_collision"), count, 1),
                         settings_of(algorithm, std::get<1>(GetParam())));
        for (int step = 0; step < 20; ++step) { // past the step that sorts the bodies
            ASSERT_EQ(simulation_.step(), Outcome::complete);
        }
    }

    Simulation simulation_;
};

TEST_P(StateReader, GetsWhatItAskedForAndNothingElse) {
    const System now = simulation_.snapshot();
    const BodyValues masses = simulation_.read({.mass = true});
    ASSERT_EQ(masses.mass.size(), count);
    EXPECT_TRUE(masses.position.empty());
    EXPECT_TRUE(masses.velocity.empty());
    EXPECT_TRUE(masses.acceleration.empty());
    for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(masses.mass[i], now.bodies.mass[i]);
    }
    const BodyValues velocities = simulation_.read({.velocity = true});
    EXPECT_TRUE(velocities.mass.empty());
    ASSERT_EQ(velocities.velocity.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(velocities.velocity.y[i], now.bodies.velocity.y[i]);
    }
}

TEST_P(StateReader, FindsBodiesByTheirNumberInAnyOrder) {
    const System now = simulation_.snapshot();
    const std::vector<std::size_t> wanted{count - 1, 0, 17, 17, 1234};
    const BodyValues values =
        simulation_.read({.position = true, .acceleration = true, .bodies = wanted});
    const BodyValues all = simulation_.read({.acceleration = true});
    ASSERT_EQ(values.position.size(), wanted.size());
    for (std::size_t k = 0; k < wanted.size(); ++k) {
        EXPECT_EQ(values.position.x[k], now.bodies.position.x[wanted[k]]);
        EXPECT_EQ(values.position.z[k], now.bodies.position.z[wanted[k]]);
        EXPECT_EQ(values.acceleration.y[k], all.acceleration.y[wanted[k]]);
    }
}

TEST_P(StateReader, SeesOneStateOfManyWhileStepsGoOn) {
    Simulation undisturbed;
    undisturbed.load(make_scene(find_scene("galaxy_collision"), count, 1), simulation_.settings());
    for (int step = 0; step < 20; ++step) {
        ASSERT_EQ(undisturbed.step(), Outcome::complete);
    }
    constexpr int steps = 40;
    std::atomic<bool> stepping = true;
    std::jthread stepper([&] {
        for (int step = 0; step < steps; ++step) {
            EXPECT_EQ(simulation_.step(), Outcome::complete);
        }
        stepping = false;
    });
    std::vector<System> seen;
    while (stepping) {
        System now = simulation_.snapshot();
        if (seen.empty() || now.time != seen.back().time) {
            seen.push_back(std::move(now));
        }
    }
    stepper.join();
    ASSERT_FALSE(seen.empty());
    // Each was whole: bit for bit what a simulation without readers was at that time.
    auto next = seen.begin();
    for (int step = 0; step <= steps && next != seen.end(); ++step) {
        if (undisturbed.time() == next->time) {
            EXPECT_EQ(largest_displacement(undisturbed.snapshot(), *next), 0) << next->time;
            ++next;
        }
        ASSERT_EQ(undisturbed.step(), Outcome::complete);
    }
    EXPECT_EQ(next, seen.end());
}

// In each kind of memory one that keeps the bodies as they came and one that sorts them.
std::vector<std::string> algorithms() {
    std::vector<std::string> ids;
    for (const SolverEntry& entry : solvers()) {
        for (const char* wanted : {"cpu.simd", "cpu.tree", "gpu.shared", "gpu.tree"}) {
            if (entry.info.id == std::string(wanted)) {
                ids.emplace_back(wanted);
            }
        }
    }
    return ids;
}

INSTANTIATE_TEST_SUITE_P(Everywhere, StateReader,
                         testing::Combine(testing::ValuesIn(algorithms()),
                                          testing::Values(Precision::fp32, Precision::fp64)),
                         [](const auto& instance) {
                             std::string name = std::get<0>(instance.param);
                             name.replace(name.find('.'), 1, "_");
                             return name + (std::get<1>(instance.param) == Precision::fp32
                                                ? "_fp32"
                                                : "_fp64");
                         });

// A reading that is begun and then left waiting.
TEST(StateReading, IsOfTheStateItWasBegunIn) {
    const Bodies<double> bodies = make_scene(find_scene("plummer"), count, 3).bodies;
    const auto state = make_host_state(bodies, Precision::fp64);
    const auto reading = state->begin_reading(whole_bodies());

    const auto solver = find_solver("cpu.simd").make();
    ForceParameters parameters;
    parameters.softening = 0.1;
    Workers workers(2);
    StepTimings timings;
    Execution execution{{}, workers, timings};
    const Evaluation evaluation{*solver, parameters, execution};
    ASSERT_EQ(StepWorkspace(*state, evaluation, 1, 0).evaluate(), Outcome::complete);
    state->commit_acceleration();
    std::vector<std::uint32_t> order(count);
    std::iota(order.rbegin(), order.rend(), 0U);
    for (int step = 0; step < 3; ++step) {
        state->prepare_order(order.data(), execution);
        state->commit_order();
        StepWorkspace space(*state, evaluation, 1, 0);
        space.add(StepVector::position, StepVector::start_position, 0.5,
                  StepVector::start_velocity);
        space.add(StepVector::velocity, StepVector::start_velocity, 0.5,
                  StepVector::start_acceleration);
        ASSERT_EQ(space.evaluate(), Outcome::complete);
        state->commit_step();
    }

    const Bodies<double> read = finish_bodies(*reading);
    const Bodies<double> now = finish_bodies(*state->begin_reading(whole_bodies()));
    for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(read.position.x[i], bodies.position.x[i]);
        ASSERT_EQ(read.velocity.z[i], bodies.velocity.z[i]);
        ASSERT_EQ(read.mass[i], bodies.mass[i]);
        ASSERT_NE(now.position.x[i], bodies.position.x[i]);
    }
}

TEST(StateReading, OutlivesTheState) {
    const Bodies<double> bodies = make_scene(find_scene("plummer"), 100, 3).bodies;
    auto state = make_host_state(bodies, Precision::fp64);
    const auto reading = state->begin_reading({.position = true});
    state.reset();
    EXPECT_EQ(reading->finish().position.y[99], bodies.position.y[99]);
}

TEST(StateReading, CostsNoMemoryOnceItIsOver) {
    Simulation simulation;
    simulation.load(make_scene(find_scene("plummer"), count, 1),
                    settings_of("cpu.simd", Precision::fp32));
    ASSERT_EQ(simulation.step(), Outcome::complete);
    const std::size_t before = simulation.memory_bytes();
    for (int step = 0; step < 5; ++step) {
        static_cast<void>(simulation.snapshot());
        ASSERT_EQ(simulation.step(), Outcome::complete);
    }
    EXPECT_EQ(simulation.memory_bytes(), before);
}

TEST(StepDirection, IsThatOfTheStepAlone) {
    Settings settings = settings_of("cpu.simd", Precision::fp64);
    settings.time_step = 1.0 / 64;
    Simulation simulation;
    simulation.load(make_scene(find_scene("plummer"), 50, 1), settings);
    ASSERT_EQ(simulation.step(TimeDirection::backwards), Outcome::complete);
    EXPECT_LT(simulation.time(), 0);
    EXPECT_FALSE(simulation.settings().reversed);
    settings.time_step = 1e300; // the next step leaves the numbers' range
    simulation.apply(settings);
    EXPECT_THROW(static_cast<void>(simulation.step(TimeDirection::backwards)), Error);
    EXPECT_FALSE(simulation.settings().reversed);
    settings.time_step = 1.0 / 64;
    simulation.apply(settings);
    ASSERT_EQ(simulation.step(), Outcome::complete);
    EXPECT_EQ(simulation.time(), 0) << "one step back and one forth";
}

TEST(HomeDevice, IsTheFirstOfThoseInUse) {
    SolverInfo info{.id = "gpu.x", .title = "", .idea = "", .source = ""};
    EXPECT_EQ(home_device(info, {}), std::nullopt) << "the host";
    info.space = Space::device;
    EXPECT_EQ(home_device(info, {}), 0);
    EXPECT_EQ(home_device(info, std::vector{2, 0}), 2);
}

} // namespace
} // namespace orrery
