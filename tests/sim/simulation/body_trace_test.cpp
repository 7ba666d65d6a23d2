// The places of bodies after each step, however seldom a picture is drawn.
#include "sim/simulation/body_trace.hpp"

#include "sim/simulation/simulation_thread.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace orrery {
namespace {

using namespace std::chrono_literals;

BodyValues one_at(double time) {
    BodyValues values;
    values.time = time;
    values.position = VectorArray<double>(1);
    values.position.x[0] = 2 * time;
    return values;
}

TEST(BodyTrace, HasAPointForEachStepOfASimulation) {
    Settings settings;
    settings.source = "kepler";
    settings.algorithm = "cpu.simd";
    settings.running = false;
    SimulationThread simulation;
    simulation.set(settings);
    ASSERT_TRUE(simulation.wait_until_idle({}));
    const std::vector<std::size_t> bodies{1, 0};
    const auto steps = [&](int count) {
        for (int i = 0; i < count; ++i) {
            simulation.step_once(false);
        }
        EXPECT_TRUE(simulation.wait_until_idle({}));
        return simulation.take_trace(bodies, simulation.status().bodies_serial);
    };
    EXPECT_TRUE(steps(3).empty()) << "until it is asked for the first time";
    const std::vector<TracePoint> way = steps(400);
    ASSERT_EQ(way.size(), 400U);
    const double dt = simulation.status().time_step;
    for (std::size_t i = 0; i < way.size(); ++i) {
        EXPECT_NEAR(way[i].time, dt * static_cast<double>(i + 4), 1e-9);
        ASSERT_EQ(way[i].places.size(), 2U);
    }
    const BodyValues now = simulation.read({.position = true, .bodies = bodies});
    EXPECT_EQ(way.back().places, trace_point(now).places) << "in the order that was asked for";
    EXPECT_TRUE(simulation.take_trace({}, 0).empty());
    EXPECT_TRUE(steps(2).empty()) << "nobody wanted to know";
}

TEST(BodyTrace, IsOfTheBodiesThatAreWantedAndNoOthers) {
    const Clock::time_point now;
    BodyTrace trace;
    EXPECT_TRUE(trace.wanted(1, {}, now).bodies.empty());
    trace.take({7}, 1);
    const ReadRequest request = trace.wanted(1, {}, now);
    EXPECT_EQ(request.bodies, std::vector<std::size_t>{7});
    EXPECT_TRUE(request.position);
    EXPECT_FALSE(request.velocity);
    EXPECT_TRUE(trace.wanted(2, {}, now).bodies.empty()) << "other bodies have come";
    trace.add(request, one_at(1));
    EXPECT_EQ(trace.take({7}, 1).size(), 1U);
    trace.add(request, one_at(2));
    EXPECT_TRUE(trace.take({8}, 1).empty());
    trace.add(request, one_at(3)); // that was on its way
    EXPECT_TRUE(trace.take({8}, 1).empty());
}

TEST(BodyTrace, StaysSmallWhereNobodyLooksAndHasItsEnds) {
    BodyTrace trace;
    trace.take({0}, 1);
    constexpr int steps = 100'000;
    const ReadRequest request = trace.wanted(1, {}, {});
    for (int step = 0; step < steps; ++step) {
        trace.add(request, one_at(step));
    }
    const std::vector<TracePoint> way = trace.take({0}, 1);
    EXPECT_GT(way.size(), 2000U);
    EXPECT_LE(way.size(), 4096U);
    EXPECT_EQ(way.front().time, 0);
    EXPECT_EQ(way.back().time, steps - 1);
    for (std::size_t i = 1; i < way.size(); ++i) {
        EXPECT_LT(way[i - 1].time, way[i].time);
    }
}

TEST(BodyTrace, AsksAGpuAFewHundredTimesASecondAtMost) {
    BodyTrace trace;
    trace.take({0}, 1);
    int asked = 0;
    for (auto now = Clock::time_point() + 1h; now < Clock::time_point() + 1h + 1s; now += 100us) {
        asked += trace.wanted(1, 0, now).bodies.empty() ? 0 : 1;
    }
    EXPECT_GT(asked, 100);
    EXPECT_LE(asked, 250);
}

} // namespace
} // namespace orrery
