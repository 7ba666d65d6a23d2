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

    // Measured, of a step; 0: nothing is.
    double cost(const char* algorithm) const {
        const StepCost cost = history_.costs().of(algorithm);
        return cost.is_measured() ? cost.milliseconds : 0;
    }

    const Clock::time_point opened_ = Clock::now();
    SimulationStatus status_;
    History history_;
};

TEST_F(HistoryTest, KeepsTheLastSecondsHoweverFastStepsCome) {
    for (int i = 0; i < 100'000; ++i) {
        step(i * 0.0005, "fast", 0.5); // 50 seconds of 2,000 steps each
    }
    EXPECT_LE(history_.steps().size(), History::max_samples + 1);
    EXPECT_GE(history_.steps().size(), History::max_samples / 2);
    EXPECT_NEAR(history_.steps().back().at - history_.steps().front().at, History::seconds_kept,
                0.1);
}

// A frame may bring the first steps with other bodies together with the last ones of before.
TEST_F(HistoryTest, TakesNoStepForOneOfOtherWork) {
    step(1, "fast", 2);
    status_.count = 100;
    step(2, "fast", 50);
    EXPECT_EQ(cost("fast"), 0);
    step(3, "fast", 40);
    EXPECT_EQ(cost("fast"), 40);
    status_.count = 0;
    step(4, "fast", 50);
    EXPECT_EQ(cost("fast"), 2) << "what was measured before is there again";
}

TEST_F(HistoryTest, EstimatesNothingFromStepsOfAHandfulOfBodies) {
    status_.count = 3;
    step(1, "cpu.aos", 0.01);
    status_.count = 1024;
    step(2, "cpu.soa", 1);
    EXPECT_EQ(history_.costs().of("cpu.aos").known, StepCost::Known::nothing);
    status_.count = 4096;
    step(3, "cpu.soa", 16);
    step(4, "cpu.aos", 64);
    status_.count = 1024;
    step(5, "cpu.soa", 1);
    EXPECT_EQ(history_.costs().of("cpu.aos").known, StepCost::Known::estimated);
}

TEST_F(HistoryTest, ForgetsOfItsCurvesWhatLiesAheadOfAJump) {
    for (int i = 1; i <= 10; ++i) {
        step(i, "one", 8, conserved(-1, {0, 0, 0}));
    }
    ASSERT_EQ(history_.trust().size(), 10U);
    history_.go_back_to(4, false);
    ASSERT_EQ(history_.trust().size(), 4U);
    EXPECT_EQ(history_.trust().back().time, 4);
    history_.go_back_to(2, true);
    EXPECT_EQ(history_.trust().front().time, 2) << "time runs backwards";
}

TEST_F(HistoryTest, TellsWhatStepsUsuallyTakeOfLateAndNotInADisturbedMoment) {
    EXPECT_EQ(cost("never ran"), 0);
    for (int i = 0; i < 100; ++i) {
        step(i, "one", i % 50 == 10 ? 500 : 8); // two hiccups
    }
    step(100, "other", 7);
    EXPECT_EQ(cost("one"), 8);
    EXPECT_EQ(cost("other"), 7);
    for (int i = 0; i < 1000; ++i) {
        step(101 + i, "one", 2);
    }
    EXPECT_EQ(cost("one"), 2) << "faster now";
    EXPECT_EQ(history_.costs().of("one").interactions_per_second, 1000 / 0.002)
        << "of the same steps";
    for (int i = 0; i < 1000; ++i) {
        step(1101 + i, "one", 20);
    }
    EXPECT_EQ(cost("one"), 20) << "and slower for good";
}

TEST_F(HistoryTest, MeasuresAnAlgorithmAnewWithOtherOptionsAndRemembersThoseBefore) {
    step(0, "cpu.tree", 8);
    step(1, "cpu.aos", 9);
    status_.settings.solver_options["cpu.tree"]["error"] = 1e-5;
    step(2, "cpu.aos", 9); // may have begun before the change
    EXPECT_EQ(cost("cpu.tree"), 0);
    EXPECT_EQ(cost("cpu.aos"), 9) << "they are not its options";
    step(3, "cpu.tree", 40);
    EXPECT_EQ(cost("cpu.tree"), 40);
    status_.settings.solver_options.clear();
    step(4, "cpu.aos", 9);
    EXPECT_EQ(cost("cpu.tree"), 8);
}

TEST_F(HistoryTest, ForgetsWhatAStepCostWhenThereIsOtherWorkToDo) {
    const std::vector<std::function<void()>> changes{
        [&] { status_.count = 2048; },
        [&] { status_.settings.precision = Precision::fp64; },
        [&] { status_.settings.threads = 3; },
        [&] { status_.settings.devices = "1"; },
        [&] { status_.settings.source = "plummer"; },
    };
    for (const auto& change : changes) {
        step(0, "one", 8);
        step(1, "other", 7);
        EXPECT_EQ(cost("one"), 8);
        change();
        step(2, "other", 9); // may have begun before the change
        EXPECT_EQ(cost("one"), 0);
        EXPECT_EQ(history_.costs().of("other").interactions_per_second, 0);
    }
    step(3, "other", 4);
    EXPECT_EQ(cost("other"), 4);
}

TEST_F(HistoryTest, RemembersWhatAStepCostThroughPausesAndOtherAlgorithms) {
    step(0, "one", 8);
    status_.settings.running = false;
    status_.settings.algorithm = "other";
    status_.load_serial = 2; // from the start again
    step(1, "other", 7);
    EXPECT_EQ(cost("one"), 8);
}

TEST_F(HistoryTest, CallsAFigureOfFewStepsRoughUntilThereAreEnough) {
    step(0, "one", 8);
    EXPECT_EQ(history_.costs().of("one").known, StepCost::Known::roughly);
    EXPECT_EQ(history_.costs().of("one").text(), "≈ 8.00 ms");
    for (int i = 1; i < 15; ++i) {
        step(i, "one", 8);
    }
    EXPECT_EQ(history_.costs().of("one").text(), "8.00 ms");
    step(20, "slow", 1500); // one such step says enough
    EXPECT_EQ(history_.costs().of("slow").known, StepCost::Known::measured);
}

TEST_F(HistoryTest, EstimatesWhatAStepWillCostFromOtherNumbersOfBodies) {
    status_.count = 1000;
    step(0, "cpu.aos", 8);
    step(1, "cpu.tree", 8);
    status_.count = 2000;
    step(2, "cpu.simd", 8);
    const StepCost direct = history_.costs().of("cpu.aos");
    EXPECT_EQ(direct.known, StepCost::Known::estimated);
    EXPECT_DOUBLE_EQ(direct.milliseconds, 32) << "four times the pairs";
    const StepCost tree = history_.costs().of("cpu.tree");
    EXPECT_NEAR(tree.milliseconds, 16 * std::log2(2000) / std::log2(1000), 1e-9);
    status_.settings.precision = Precision::fp64;
    step(3, "cpu.simd", 8);
    EXPECT_DOUBLE_EQ(history_.costs().of("cpu.aos").milliseconds, 64);
    EXPECT_EQ(history_.costs().of("never heard of").known, StepCost::Known::nothing);
}

TEST_F(HistoryTest, StopsThePlotsClockWhileTheSimulationIsPaused) {
    history_.advance(4, true);
    history_.add_frame({.at = 4, .frame_milliseconds = 20});
    history_.advance(9, false);
    EXPECT_DOUBLE_EQ(history_.now(), 4);
    history_.add_frame({.at = 9, .frame_milliseconds = 20});
    EXPECT_EQ(history_.frames().size(), 1U);
    step(9, "one", 500); // a single step takes its time
    EXPECT_DOUBLE_EQ(history_.now(), 4.5);
    EXPECT_DOUBLE_EQ(history_.steps().back().at, 4.5);
    history_.advance(10, true);
    history_.add_frame({.at = 10, .frame_milliseconds = 20});
    EXPECT_DOUBLE_EQ(history_.now(), 5.5) << "goes on from where it stood";
    EXPECT_DOUBLE_EQ(history_.frames().back().at, 5.5);
}

TEST_F(HistoryTest, MarksWhereSomethingElseBeganToCompute) {
    status_.loaded = true;
    status_.count = 1000;
    step(0, "cpu.aos", 8);
    EXPECT_TRUE(history_.marks().empty());
    status_.settings.algorithm = "cpu.tree";
    status_.time = 3;
    step(1, "cpu.tree", 8);
    status_.count = 2000;
    status_.settings.precision = Precision::fp64;
    step(2, "cpu.tree", 8);
    ASSERT_EQ(history_.marks().size(), 2U);
    EXPECT_EQ(history_.marks()[0].label, "cpu.tree");
    EXPECT_EQ(history_.marks()[1].label, "2,000 bodies, fp64");
    ASSERT_EQ(history_.trust_marks().size(), 1U) << "other bodies have another drift";
    EXPECT_EQ(history_.trust_marks()[0].time, 3);
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
    EXPECT_LE(trust.size(), History::max_samples);
    EXPECT_GE(trust.size(), History::max_samples / 4);
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
