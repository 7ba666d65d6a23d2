// The probe on the GPUs of this machine, where there are any.

#include "sim/machine/devices.hpp"
#include "sim/probe/probe.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery {
namespace {

class GpuProbe : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string reason = gpu_unavailable(); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
    }

    // Measured once for all tests.
    static const MachinePeaks& peaks() {
        static const MachinePeaks measured = *probe_machine({.quick = true}, {}, {});
        return measured;
    }

    static double best_of(const ProcessorPeaks& gpu, Access access, int width) {
        double best = 0;
        for (const BandwidthSample& sample : gpu.bandwidth) {
            if (sample.access == access && sample.width == width) {
                best = std::max(best, sample.bytes_per_second);
            }
        }
        return best;
    }
};

TEST_F(GpuProbe, MeasuresEveryGpu) {
    ASSERT_EQ(peaks().gpus.size(), gpu_devices().size());
    for (const ProcessorPeaks& gpu : peaks().gpus) {
        EXPECT_FALSE(gpu.name.empty());
        ASSERT_EQ(gpu.rates.size(), 1U);
        EXPECT_GT(gpu.flops(Precision::fp32), 1e11) << "less than any GPU since Turing";
        EXPECT_LT(gpu.flops(Precision::fp32), 1e15) << "was it optimised away?";
        EXPECT_GT(gpu.flops(Precision::fp64), 1e9);
        EXPECT_LT(gpu.flops(Precision::fp64), 1.3 * gpu.flops(Precision::fp32));
        EXPECT_GT(gpu.rsqrt(), 1e10);
        EXPECT_LT(gpu.rsqrt(), gpu.flops(Precision::fp32)) << "roots have a slower unit";
        EXPECT_GT(gpu.bytes_per_second(), 1e10);
        EXPECT_LT(gpu.bytes_per_second(), 1e14);
        for (const BandwidthSample& sample : gpu.bandwidth) {
            EXPECT_GT(sample.bytes_per_second, 0)
                << access_name(sample.access) << ' ' << sample.width << ' ' << sample.threads;
        }
    }
}

TEST_F(GpuProbe, StaysUnderWhatTheUnitsCanDo) {
    // 128 single-precision lanes in each multiprocessor, at most, and clocks a little over those
    // that the driver tells.
    for (const GpuDevice& device : gpu_devices()) {
        const ProcessorPeaks& gpu = peaks().gpus.at(static_cast<std::size_t>(device.index));
        const double lanes = 2.0 * 128 * device.multiprocessors * device.clock_gigahertz * 1e9;
        EXPECT_LT(gpu.flops(Precision::fp32), 1.2 * lanes);
        EXPECT_GT(gpu.flops(Precision::fp32), 0.3 * lanes);
    }
}

TEST_F(GpuProbe, FindsCoalescedAccessSeveralTimesFaster) {
    for (const ProcessorPeaks& gpu : peaks().gpus) {
        for (const int width : {4, 8, 16}) {
            EXPECT_GT(best_of(gpu, Access::rows, width),
                      best_of(gpu, Access::columns, width) * (width == 16 ? 1.2 : 2))
                << width << " bytes";
        }
        EXPECT_GT(best_of(gpu, Access::columns, 16), best_of(gpu, Access::columns, 4))
            << "more of each sector is used";
    }
}

TEST_F(GpuProbe, FindsThatMoreThreadsHideMoreLatency) {
    for (const ProcessorPeaks& gpu : peaks().gpus) {
        double few = 0;
        double many = 0;
        for (const BandwidthSample& sample : gpu.bandwidth) {
            if (sample.access == Access::rows && sample.width == 4) {
                double& best = sample.threads == 32 ? few : many;
                best = std::max(best, sample.bytes_per_second);
            }
        }
        EXPECT_GE(many, 0.95 * few);
    }
}

TEST_F(GpuProbe, MeasuresLinksBothWaysFromBothKindsOfMemory) {
    for (const ProcessorPeaks& gpu : peaks().gpus) {
        if (gpu.index >= 8) {
            continue; // no more than eight are linked up
        }
        for (const HostMemory memory : {HostMemory::pinned, HostMemory::pageable}) {
            for (const Direction direction : {Direction::to_gpu, Direction::from_gpu}) {
                double latency = 0;
                double fastest = 0;
                for (const LinkSample& link : peaks().links) {
                    if (link.gpu == gpu.index && link.memory == memory &&
                        link.direction == direction) {
                        latency = link.bytes < 64 ? link.microseconds : latency;
                        fastest = std::max(fastest, link.bytes_per_second());
                    }
                }
                EXPECT_GT(latency, 0.1);
                EXPECT_LT(latency, 1e4);
                EXPECT_GT(fastest, 1e8);
                EXPECT_LT(fastest, 2e12);
            }
        }
    }
}

TEST_F(GpuProbe, MeasuresEveryPairBothWays) {
    const std::size_t gpus = std::min<std::size_t>(peaks().gpus.size(), 8);
    std::vector<std::pair<int, int>> pairs;
    for (const PeerSample& peer : peaks().peers) {
        EXPECT_NE(peer.from, peer.to);
        EXPECT_GT(peer.bytes_per_second(), 0);
        pairs.emplace_back(peer.from, peer.to);
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    EXPECT_EQ(pairs.size(), gpus * (gpus - 1));
}

TEST_F(GpuProbe, HasNoResultWhenItIsStoppedAtTheGpu) {
    std::stop_source stop;
    const auto stop_at_gpu = [&](double, std::string_view doing) {
        if (doing.starts_with("GPU")) {
            stop.request_stop();
        }
    };
    EXPECT_FALSE(probe_machine({.quick = true}, stop_at_gpu, stop.get_token()));
}

} // namespace
} // namespace orrery
