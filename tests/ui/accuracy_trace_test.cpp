// Errors over times, as algorithms and options change.
#include "app/state/accuracy_trace.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

class Accuracy : public testing::Test {
protected:
    Accuracy() {
        status_.loaded = true;
        status_.count = 4096;
        status_.settings.source = "plummer";
        status_.settings.algorithm = "cpu.tree";
        history_.advance(0, true);
    }

    // As many steps under the settings in force; whether forces are to be measured after one.
    bool runs(int steps, double milliseconds) {
        bool wanted = trace_.observe(status_, history_);
        for (int k = 0; k < steps; ++k) {
            now_ += 0.01;
            history_.advance(now_, true);
            StepReport report;
            report.finished = opened_ + std::chrono::microseconds(std::llround(1e6 * now_));
            report.step = ++steps_;
            report.algorithm = status_.settings.algorithm;
            report.timings.total_milliseconds = milliseconds;
            history_.add_steps({report}, status_, opened_);
            wanted = trace_.observe(status_, history_) || wanted;
        }
        return wanted;
    }

    void measured(double p99) {
        status_.verified = VerifiedForces{{.samples = 500, .p99 = p99}, status_.settings};
        trace_.observe(status_, history_);
    }

    AccuracyTrace trace_;
    SimulationStatus status_;
    History history_;
    Clock::time_point opened_ = Clock::now();
    double now_ = 1;
    std::uint64_t steps_ = 0;
};

TEST_F(Accuracy, IsAPointForEachChoiceThatRanAndWasMeasured) {
    EXPECT_FALSE(runs(16, 3)) << "nobody traces";
    EXPECT_TRUE(trace_.points().empty());
    measured(1e-3);
    ASSERT_EQ(trace_.points().size(), 1U);
    EXPECT_EQ(trace_.points()[0].error, 1e-3);
    EXPECT_EQ(trace_.points()[0].milliseconds, 3);
    status_.settings.solver_options["cpu.tree"]["leaf"] = 12.0;
    runs(16, 7);
    EXPECT_EQ(trace_.points().size(), 1U) << "not yet measured";
    measured(1e-4);
    EXPECT_EQ(trace_.points().size(), 2U);
    measured(2e-4);
    ASSERT_EQ(trace_.points().size(), 2U) << "the same choice again";
    EXPECT_EQ(trace_.points()[1].error, 2e-4);
}

TEST_F(Accuracy, IsMeasuredOnceAfterEachChangeWhileItIsTraced) {
    trace_.tracing = true;
    EXPECT_TRUE(runs(16, 3));
    EXPECT_FALSE(runs(16, 3));
    measured(1e-3);
    status_.settings.algorithm = "cpu.fmm";
    EXPECT_FALSE(runs(2, 5)) << "too few steps";
    EXPECT_TRUE(runs(16, 5));
}

TEST_F(Accuracy, OfOtherBodiesIsOtherWork) {
    runs(16, 3);
    measured(1e-3);
    status_.count = 8192;
    status_.settings.bodies = 8192;
    runs(16, 6);
    measured(1e-3);
    ASSERT_EQ(trace_.works().size(), 2U);
    EXPECT_EQ(trace_.works()[1], "plummer, 8,192 bodies");
    EXPECT_EQ(trace_.points()[1].work, 1U);
    trace_.clear();
    EXPECT_TRUE(trace_.points().empty());
}

} // namespace
} // namespace orrery
