// Journeys through time, as the window asks the simulation's thread for them.

#include "sim/simulation/simulation_thread.hpp"
#include "tests/patience.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <thread>

namespace orrery {
namespace {

class Journeys : public testing::Test {
protected:
    Journeys() {
        settings_.source = "plummer";
        settings_.bodies = 300;
        settings_.algorithm = "cpu.tree";
        settings_.steps_per_second = 0;
        settings_.running = false;
        send();
    }

    void send() { simulation_.set(settings_); }
    void run(bool running) {
        settings_.running = running;
        send();
    }
    bool becomes(const std::function<bool(const SimulationStatus&)>& true_of) {
        return wait_for([&] { return true_of(simulation_.status()); });
    }
    bool rests_at_step(std::uint64_t step) {
        return becomes([step](const SimulationStatus& s) {
            return s.loaded && s.steps == step && s.travel.step == step && !s.travel.under_way;
        });
    }
    System take_steps(int count) {
        for (int step = 0; step < count; ++step) {
            simulation_.step_once(false);
        }
        EXPECT_TRUE(rests_at_step(static_cast<std::uint64_t>(count)));
        return simulation_.snapshot();
    }
    static bool same(const System& a, const System& b) {
        const HostArray<double>&x = a.bodies.position.x, &y = b.bodies.position.x;
        return a.time == b.time && std::equal(x.begin(), x.end(), y.begin(), y.end());
    }

    Settings settings_;
    SimulationThread simulation_;
};

TEST_F(Journeys, LeadBackAndOnAgainToTheSameBits) {
    const System fifth = take_steps(5);
    for (int step = 0; step < 25; ++step) {
        simulation_.step_once(false);
    }
    ASSERT_TRUE(rests_at_step(30));
    const System last = simulation_.snapshot();
    simulation_.go_to_step(5);
    ASSERT_TRUE(rests_at_step(5));
    EXPECT_TRUE(same(simulation_.snapshot(), fifth));
    EXPECT_TRUE(simulation_.status().travel.in_past);
    simulation_.step_once(false);
    ASSERT_TRUE(rests_at_step(6));
    simulation_.step_once(true);
    ASSERT_TRUE(rests_at_step(5));
    EXPECT_TRUE(same(simulation_.snapshot(), fifth));
    simulation_.go_to_time(last.time);
    ASSERT_TRUE(rests_at_step(30));
    EXPECT_TRUE(same(simulation_.snapshot(), last));
    EXPECT_FALSE(simulation_.status().travel.in_past);
}

TEST_F(Journeys, OfAUniverseEndTodayAndGoOnWhenTheyAreAskedTo) {
    settings_.source = "cosmic_web";
    settings_.bodies = 64;
    settings_.algorithm = "cpu.aos";
    settings_.running = true;
    send();
    ASSERT_TRUE(becomes([](const SimulationStatus& s) { return s.travel.arrivals == 1; }));
    const double today = simulation_.snapshot().cosmology.value().time(1);
    const std::uint64_t steps = simulation_.status().steps;
    EXPECT_NEAR(simulation_.snapshot().time, today, 1e-6 * today);
    run(false); // as the window does where it arrives
    ASSERT_TRUE(becomes([](const SimulationStatus& s) { return !s.settings.running; }));
    run(true);
    EXPECT_TRUE(becomes([&](const SimulationStatus& s) { return s.steps > steps + 3; }));
}

TEST_F(Journeys, BranchWhereThePastIsPlayedOnFromAndKeepTheFuture) {
    const System last = take_steps(30);
    simulation_.take_replaced();
    simulation_.go_to_step(10);
    ASSERT_TRUE(rests_at_step(10));
    run(true);
    ASSERT_TRUE(becomes([](const auto& s) { return !s.travel.in_past && s.steps > 12; }));
    run(false);
    const std::vector<Replaced> replaced = simulation_.take_replaced();
    ASSERT_EQ(replaced.size(), 1U);
    EXPECT_FALSE(replaced[0].by_load);
    EXPECT_EQ(replaced[0].from.step, 10U);
    simulation_.restore(replaced[0].timeline, settings_);
    ASSERT_TRUE(rests_at_step(30));
    EXPECT_TRUE(same(simulation_.snapshot(), last));
}

TEST_F(Journeys, GoRoundInLoops) {
    take_steps(12);
    simulation_.set_loop(StepSpan{4, 9});
    run(true);
    const std::uint64_t jumps = simulation_.status().travel.jumps;
    std::uint64_t lowest = 99, highest = 0;
    ASSERT_TRUE(becomes([&](const SimulationStatus& s) {
        if (s.travel.jumps > jumps + 1) {
            lowest = std::min(lowest, s.steps);
            highest = std::max(highest, s.steps);
        }
        return s.travel.jumps > jumps + 20;
    }));
    EXPECT_GE(lowest, 4U);
    EXPECT_LE(highest, 9U);
    EXPECT_EQ(simulation_.status().travel.end.step, 12U) << "nothing is thrown away";
    simulation_.set_loop(std::nullopt);
    EXPECT_TRUE(becomes([](const auto& s) { return s.steps > 12; })) << "time goes on";
    EXPECT_TRUE(simulation_.take_replaced().back().by_load);
}

TEST_F(Journeys, RunToATimeThatIsStillToComeAndRestThere) {
    settings_.steps_per_second = 1;
    const System first = take_steps(3);
    const double goal = 40.5 * first.time / 3;
    simulation_.run_to(goal);
    run(true);
    ASSERT_TRUE(becomes([](const auto& s) { return s.travel.arrivals == 1; }));
    EXPECT_EQ(simulation_.status().steps, 41U);
    EXPECT_TRUE(simulation_.status().settings.running) << "whoever asked for it pauses it";
    run(false);
    EXPECT_TRUE(rests_at_step(41));
}

TEST_F(Journeys, StopWhereTheyAreAskedTo) {
    take_steps(2);
    simulation_.run_to(1e9);
    run(true);
    ASSERT_TRUE(becomes([](const auto& s) { return s.travel.goal && s.steps > 5; }));
    simulation_.stop_travel();
    run(false);
    EXPECT_TRUE(becomes([](const auto& s) { return !s.travel.goal && !s.settings.running; }));
}

// The bodies of an algorithm that is chosen in the past are those of a branch.
TEST_F(Journeys, LeaveTheChoicesAsTheyAre) {
    take_steps(10);
    settings_.algorithm = "cpu.simd";
    send();
    for (int step = 0; step < 5; ++step) {
        simulation_.step_once(false);
    }
    ASSERT_TRUE(rests_at_step(15));
    simulation_.go_to_step(5);
    ASSERT_TRUE(rests_at_step(5));
    EXPECT_EQ(simulation_.status().settings.algorithm, "cpu.simd");
    simulation_.take_reports();
    run(true);
    ASSERT_TRUE(becomes([](const auto& s) { return s.steps > 8 && !s.travel.in_past; }));
    for (const StepReport& report : simulation_.take_reports()) {
        EXPECT_EQ(report.algorithm, "cpu.simd");
    }
}

} // namespace
} // namespace orrery
