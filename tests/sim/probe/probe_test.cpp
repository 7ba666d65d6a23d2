// The probe on whatever machine this is: figures that hold anywhere.

#include "sim/base/error.hpp"
#include "sim/probe/probe.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery {
namespace {

ProbeOptions quick_cpu_only() {
    return {.quick = true, .devices = std::vector<int>{}, .threads = 2};
}

// Measured once for all tests that look at it.
const MachinePeaks& cpu_peaks() {
    static const MachinePeaks peaks = *probe_machine(quick_cpu_only(), {}, {});
    return peaks;
}

// A ratio of times: other programs disturb a measurement, but not each of several.
template <class Holds>
bool holds_once(const Holds& holds) {
    bool held = holds(cpu_peaks().cpu);
    for (int again = 0; again < 4 && !held; ++again) {
        held = holds(probe_machine(quick_cpu_only(), {}, {})->cpu);
    }
    return held;
}

double best_of(const ProcessorPeaks& processor, Access access, int width) {
    double best = 0;
    for (const BandwidthSample& sample : processor.bandwidth) {
        if (sample.access == access && sample.width == width) {
            best = std::max(best, sample.bytes_per_second);
        }
    }
    return best;
}

TEST(CpuProbe, MeasuresEveryInstructionSetOfTheProcessor) {
    const ProcessorPeaks& cpu = cpu_peaks().cpu;
    EXPECT_FALSE(cpu.name.empty());
    ASSERT_FALSE(cpu.rates.empty());
    for (const Rates& one : cpu.rates) {
        EXPECT_FALSE(one.instruction_set.empty());
        EXPECT_GT(one.fp32, 1e8) << one.instruction_set << ": slower than a computer of 1990";
        EXPECT_GT(one.fp64, 1e8) << one.instruction_set;
        EXPECT_GT(one.rsqrt, 1e6) << one.instruction_set;
        EXPECT_LT(one.fp32, 1e15) << one.instruction_set << ": was it optimised away?";
        EXPECT_LT(one.rsqrt, 1e15) << one.instruction_set;
    }
    // Vectors hold twice as many floats as doubles; without vectors the two are equal.
    EXPECT_TRUE(holds_once([](const ProcessorPeaks& measured) {
        return std::ranges::all_of(measured.rates,
                                   [](const Rates& one) { return one.fp32 > 0.4 * one.fp64; });
    }));
}

TEST(CpuProbe, MeasuresRowsColumnsAndCopiesOfEveryWidth) {
    for (const int width : {4, 8, 16}) {
        for (const Access access : {Access::rows, Access::columns, Access::copy}) {
            const double rate = best_of(cpu_peaks().cpu, access, width);
            EXPECT_GT(rate, 1e6) << access_name(access) << ' ' << width;
            EXPECT_LT(rate, 1e14) << access_name(access) << ' ' << width;
        }
    }
}

TEST(CpuProbe, FindsRowsNoSlowerThanColumns) {
    for (const int width : {4, 8, 16}) {
        EXPECT_TRUE(holds_once([width](const ProcessorPeaks& measured) {
            return best_of(measured, Access::rows, width) >
                   0.8 * best_of(measured, Access::columns, width);
        })) << width
            << " bytes";
    }
}

TEST(Probe, LeavesOutWhatIsNotAskedFor) {
    EXPECT_TRUE(cpu_peaks().gpus.empty());
    EXPECT_TRUE(cpu_peaks().links.empty());
    EXPECT_TRUE(cpu_peaks().peers.empty());
    EXPECT_TRUE(cpu_peaks().quick);
}

TEST(Probe, TellsHowFarItIsAndGoesOnlyForward) {
    std::vector<double> fractions;
    probe_machine(quick_cpu_only(),
                  [&](double fraction, std::string_view doing) {
                      fractions.push_back(fraction);
                      EXPECT_FALSE(doing.empty());
                  },
                  {});
    ASSERT_GT(fractions.size(), 5U);
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    EXPECT_GE(fractions.front(), 0);
    EXPECT_LE(fractions.back(), 1);
}

TEST(Probe, HasNoResultWhenItIsStopped) {
    std::stop_source stop;
    int told = 0;
    const auto stop_at_third = [&](double, std::string_view) {
        ++told;
        if (told == 3) {
            stop.request_stop();
        }
    };
    EXPECT_FALSE(probe_machine(quick_cpu_only(), stop_at_third, stop.get_token()));
    EXPECT_EQ(told, 3) << "nothing is begun after the stop";
}

TEST(Probe, RefusesADeviceThatIsNotThere) {
    ProbeOptions options = quick_cpu_only();
    options.devices = {1000};
    EXPECT_THROW(probe_machine(options, {}, {}), Error);
    options.devices = {-1};
    EXPECT_THROW(probe_machine(options, {}, {}), Error);
}

TEST(ProbeIdentity, NamesTheProcessorAndIsTheSameEveryTime) {
    EXPECT_NE(probe_identity().find("threads"), std::string::npos);
    EXPECT_EQ(probe_identity(), probe_identity());
}

} // namespace
} // namespace orrery
