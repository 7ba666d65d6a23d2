#include "app/state/history.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

namespace orrery {

namespace {

Conserved conserved(double energy, Vector3 momentum) {
    Conserved result;
    result.kinetic_energy = energy;
    result.has_potential = true;
    result.momentum = momentum;
    result.momentum_scale = 4;
    result.angular_momentum = {0, 0, 2};
    return result;
}

class HistoryTest : public testing::Test {
protected:
    void step(double at, const char* algorithm, double milliseconds,
              std::optional<Conserved> measured = std::nullopt) {
        StepReport report;
        report.finished = opened_ + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(at));
        report.time = at;
        report.algorithm = algorithm;
        report.timings.total_milliseconds = milliseconds;
        report.timings.interactions = 1000;
        report.conserved = measured;
        history_.add_steps({report}, status_, opened_);
    }

    const Clock::time_point opened_ = Clock::now();
    SimulationStatus status_;
    History history_;
};

TEST_F(HistoryTest, KeepsTheLastSecondsHoweverFastStepsCome) {
    for (int i = 0; i < 100'000; ++i) {
        step(i * 0.0005, "fast", 0.5); // 50 seconds of 2,000 steps each
    }
    EXPECT_LE(history_.steps().size(), History::most_samples + 1);
    EXPECT_GE(history_.steps().size(), History::most_samples / 2);
    EXPECT_NEAR(history_.steps().back().at - history_.steps().front().at, History::seconds_kept,
                0.1);
}

TEST_F(HistoryTest, TakesTheMedianOfAnAlgorithmsNewestSteps) {
    EXPECT_EQ(history_.milliseconds_per_step("never ran"), 0);
    for (int i = 0; i < 100; ++i) {
        step(i, "one", 8);
    }
    for (int i = 0; i < 20; ++i) {
        step(100 + i, "one", i == 10 ? 500 : 2); // faster now, but for a hiccup
    }
    step(120, "other", 7);
    EXPECT_EQ(history_.milliseconds_per_step("one"), 2);
    EXPECT_EQ(history_.interactions_per_second("one"), 1000 / 0.002);
    EXPECT_EQ(history_.milliseconds_per_step("other"), 7);
}

TEST_F(HistoryTest, ForgetsWhatAStepCostWhenThereIsOtherWorkToDo) {
    const std::vector<std::function<void()>> changes{
        [&] { status_.count = 2048; },
        [&] { status_.settings.precision = Precision::fp64; },
        [&] { status_.settings.threads = 3; },
        [&] { status_.settings.source = "plummer"; },
    };
    for (const auto& change : changes) {
        step(0, "one", 8);
        step(1, "other", 7);
        EXPECT_EQ(history_.milliseconds_per_step("one"), 8);
        change();
        step(2, "other", 9); // may have begun before the change
        EXPECT_EQ(history_.milliseconds_per_step("one"), 0);
        EXPECT_EQ(history_.interactions_per_second("other"), 0);
    }
    step(3, "other", 4);
    EXPECT_EQ(history_.milliseconds_per_step("other"), 4);
}

TEST_F(HistoryTest, RemembersWhatAStepCostThroughPausesAndOtherAlgorithms) {
    step(0, "one", 8);
    status_.settings.running = false;
    status_.settings.algorithm = "other";
    status_.load_serial = 2; // from the start again
    step(1, "other", 7);
    EXPECT_EQ(history_.milliseconds_per_step("one"), 8);
}

TEST_F(HistoryTest, TellsDriftAgainstTheFirstMeasurement) {
    status_.initial = conserved(-2, {1, 0, 0});
    step(0, "one", 1, conserved(-2.5, {1, 0, 2}));
    step(1, "one", 1);
    ASSERT_EQ(history_.trust().size(), 1U);
    const StepSample& sample = history_.trust().front();
    EXPECT_DOUBLE_EQ(sample.energy_error, 0.25);
    EXPECT_DOUBLE_EQ(sample.momentum_error, 0.5);
    EXPECT_DOUBLE_EQ(sample.angular_momentum_error, 0);
    EXPECT_TRUE(std::isnan(history_.steps().back().energy_error)) << "nothing was measured";
}

TEST_F(HistoryTest, ThinsTheDriftEvenlyFromTheLoadOn) {
    status_.initial = conserved(-2, {});
    for (int i = 0; i < 20'000; ++i) {
        step(i, "one", 1, status_.initial);
    }
    const std::vector<StepSample>& trust = history_.trust();
    EXPECT_LE(trust.size(), History::most_samples);
    EXPECT_GE(trust.size(), History::most_samples / 4);
    EXPECT_EQ(trust.front().at, 0);
    const double stride = trust[1].at - trust[0].at;
    for (std::size_t i = 1; i < trust.size(); ++i) {
        ASSERT_NEAR(trust[i].at - trust[i - 1].at, stride, stride) << i;
    }
    history_.clear_trust();
    EXPECT_TRUE(history_.trust().empty());
}

TEST_F(HistoryTest, CountsFramesPerSecond) {
    EXPECT_EQ(history_.frames_per_second(), 0);
    for (int i = 0; i < 100; ++i) {
        history_.add_frame({.at = i * 0.02, .frame_milliseconds = 20});
    }
    EXPECT_NEAR(history_.frames_per_second(), 50, 1e-9);
}

} // namespace

} // namespace orrery
