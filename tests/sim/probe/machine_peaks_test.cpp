// Figures computed from measured peaks.

#include "sim/probe/machine_peaks.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

ProcessorPeaks processor(double fp32, double bandwidth) {
    ProcessorPeaks peaks;
    peaks.rates = {{"narrow", fp32 / 4, fp32 / 8, fp32 / 16}, {"wide", fp32, fp32 / 2, fp32 / 8}};
    peaks.bandwidth = {{Access::columns, 4, 1, 1, bandwidth / 16},
                       {Access::rows, 16, 1, 1, bandwidth}};
    return peaks;
}

MachinePeaks machine_with_two_gpus() {
    MachinePeaks peaks;
    peaks.cpu = processor(1e12, 1e11);
    peaks.gpus = {processor(6e13, 4e12), processor(5e13, 3e12)};
    return peaks;
}

SolverInfo method(Space space) {
    return {.id = "test", .title = "", .idea = "", .source = "", .space = space};
}

TEST(MachinePeaks, AreTheBestOfWhatWasMeasured) {
    const ProcessorPeaks peaks = processor(1e12, 1e11);
    EXPECT_EQ(peaks.flops(Precision::fp32), 1e12);
    EXPECT_EQ(peaks.flops(Precision::fp64), 5e11);
    EXPECT_EQ(peaks.rsqrt(), 1.25e11);
    EXPECT_EQ(peaks.bytes_per_second(), 1e11);
}

TEST(MachinePeaks, BelongToTheProcessorsThatAnAlgorithmRunsOn) {
    const MachinePeaks peaks = machine_with_two_gpus();
    EXPECT_EQ(peaks.flops(Space::host, Precision::fp32), 1e12);
    EXPECT_EQ(peaks.flops(Space::device, Precision::fp32), 6e13);
    EXPECT_EQ(peaks.flops(Space::several_devices, Precision::fp32), 1.1e14);
    EXPECT_EQ(peaks.bytes_per_second(Space::several_devices), 7e12);
}

TEST(PercentOfPeak, CountsTwentyOperationsAnInteraction) {
    const MachinePeaks peaks = machine_with_two_gpus();
    EXPECT_DOUBLE_EQ(percent_of_peak(peaks, method(Space::host), Precision::fp32, 1e10), 20);
    EXPECT_DOUBLE_EQ(percent_of_peak(peaks, method(Space::host), Precision::fp64, 1e10), 40);
    EXPECT_DOUBLE_EQ(percent_of_peak(peaks, method(Space::device), Precision::fp32, 2.7e12), 90);
}

TEST(PercentOfPeak, IsNothingWhereNoPeakIsKnown) {
    EXPECT_EQ(percent_of_peak({}, method(Space::device), Precision::fp32, 1e12), 0);
}

TEST(ArithmeticIntensity, FallsByHalfInDoubleAndRisesWithSharedFetches) {
    SolverInfo info = method(Space::device);
    const double alone = arithmetic_intensity(info, Precision::fp32);
    EXPECT_DOUBLE_EQ(alone, 20.0 / 16);
    EXPECT_DOUBLE_EQ(arithmetic_intensity(info, Precision::fp64), alone / 2);
    info.bytes_per_interaction /= 256;
    EXPECT_DOUBLE_EQ(arithmetic_intensity(info, Precision::fp32), 256 * alone);
}

TEST(IssueLimit, IsUnderThePeakAndUnderWhatTheRootsAllow) {
    MachinePeaks peaks = machine_with_two_gpus();
    const double limit = issue_limit(peaks, Space::device);
    EXPECT_GT(limit, 0.5 * peaks.flops(Space::device, Precision::fp32));
    EXPECT_LT(limit, peaks.flops(Space::device, Precision::fp32));
    for (Rates& one : peaks.gpus[0].rates) {
        one.rsqrt = 1e11;
    }
    EXPECT_DOUBLE_EQ(issue_limit(peaks, Space::device), 20 * 1e11);
}

} // namespace
} // namespace orrery
