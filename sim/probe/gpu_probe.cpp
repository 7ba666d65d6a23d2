// One GPU's peaks: its memory by access, width, threads per block and blocks, and its arithmetic.
//
// Method: events before and after a launch that lasts a tenth of a millisecond or more; the median
//         of several. Successive launches read successive parts of a matrix that is much larger
//         than the second-level cache, which so has nothing of what is asked for.
// Memory: a gigabyte on an H200. Rows are 256 bytes: a walk down a column touches a sector of every
//         row, more than the cache holds, before it comes back for the next column.

#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/machine/devices.hpp"
#include "sim/probe/gpu_kernels.hpp"
#include "sim/probe/probe_parts.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace orrery {
namespace {

constexpr std::array widths{4, 8, 16};

struct GpuProbeScope {
    std::vector<Access> accesses;
    std::vector<int> threads, blocks;
    int repeats;
    double arithmetic_milliseconds;
};

GpuProbeScope probe_scope(bool quick, int multiprocessors) {
    const int m = multiprocessors;
    if (quick) {
        return {{Access::rows, Access::columns, Access::copy},
                {32, 128, 256, 1024},
                {m, 8 * m, 32 * m},
                3,
                2};
    }
    return {{all_accesses.begin(), all_accesses.end()},
            {16, 32, 64, 128, 256, 512, 1024},
            {1, 8, 32, m, 2 * m, 4 * m, 8 * m, 16 * m, 32 * m},
            5,
            5};
}

int attribute(int gpu, cudaDeviceAttr which) {
    int value = 0;
    cuda_check(cudaDeviceGetAttribute(&value, which, gpu), "querying a GPU");
    return value;
}

std::size_t matrix_bytes(int gpu, bool quick) {
    constexpr std::size_t mebibyte = 1 << 20;
    const auto cache = static_cast<std::size_t>(attribute(gpu, cudaDevAttrL2CacheSize));
    std::size_t free = 0;
    std::size_t total = 0;
    cuda_check(cudaMemGetInfo(&free, &total), "querying a GPU's free memory");
    // A column's sectors, an eighth of all bytes, are twice the cache.
    const std::size_t wanted = std::bit_ceil(16 * cache);
    const std::size_t most = (quick ? 1024 : 4096) * mebibyte;
    return std::max(std::min(std::clamp(wanted, 256 * mebibyte, most), std::bit_floor(free / 4)),
                    mebibyte);
}

class GpuProbe {
public:
    GpuProbe(int gpu, const ProbeOptions& options, ProbeSteps& steps)
        : steps_(steps), queue_(gpu), scope_(probe_scope(options.quick, queue_.multiprocessors())),
          memory_(matrix_bytes(gpu, options.quick) + slack), sink_(slack) {
        matrix_ = {memory_.data(), memory_.bytes() - slack, row_bytes, sink_.data()};
        cuda_check(cudaMemsetAsync(memory_.data(), 0, memory_.bytes(), queue_.stream()),
                   "filling GPU memory");
        steps_.expect(scope_.accesses.size() * widths.size() * scope_.blocks.size() + arithmetics);
    }

    void measure(ProcessorPeaks& peaks) {
        warm_up();
        const std::string set =
            "sm_" + std::to_string(attribute(queue_.device(), cudaDevAttrComputeCapabilityMajor)) +
            std::to_string(attribute(queue_.device(), cudaDevAttrComputeCapabilityMinor));
        peaks.rates.push_back(
            {set, rate(Arithmetic::fma32), rate(Arithmetic::fma64), rate(Arithmetic::rsqrt32)});
        for (const Access access : scope_.accesses) {
            for (const int width : widths) {
                for (const int blocks : scope_.blocks) {
                    if (!steps_.begin("GPU memory, " + std::to_string(width) + " bytes, " +
                                      access_name(access))) {
                        return;
                    }
                    for (const int threads : scope_.threads) {
                        peaks.bandwidth.push_back(bandwidth(access, width, blocks, threads));
                    }
                }
            }
        }
    }

private:
    static constexpr std::size_t slack = 16; // shifted reads end one element later
    static constexpr std::size_t row_bytes = 256;
    static constexpr std::size_t arithmetics = 3;

    // Until the clocks are up.
    void warm_up() {
        constexpr double enough = 50; // ms
        for (double milliseconds = 0; milliseconds < enough && !steps_.stopped();) {
            milliseconds +=
                time([&] { launch_arithmetic(queue_, Arithmetic::fma32, 16384, sink_.data()); });
        }
    }

    // Milliseconds that the GPU spends on what `launch` puts into the queue.
    template <class Launch>
    double time(const Launch& launch) {
        start_.record(queue_.stream());
        launch();
        end_.record(queue_.stream());
        end_.wait();
        return milliseconds_between(start_, end_);
    }

    template <class Launch>
    double median_time(const Launch& launch) {
        std::vector<double> times;
        times.reserve(static_cast<std::size_t>(scope_.repeats));
        for (int i = 0; i < scope_.repeats; ++i) {
            times.push_back(time(launch));
        }
        std::sort(times.begin(), times.end());
        return std::max(times[times.size() / 2], 1e-6);
    }

    // Operations a second.
    double rate(Arithmetic arithmetic) {
        if (!steps_.begin("GPU arithmetic")) {
            return 0;
        }
        constexpr int few = 256; // some tens of microseconds, on GPUs made for games milliseconds
        double operations = 0;
        const auto run = [&](int turns) {
            operations = launch_arithmetic(queue_, arithmetic, turns, sink_.data());
        };
        const double first = median_time([&] { run(few); });
        const double factor = std::clamp(scope_.arithmetic_milliseconds / first, 1.0, 1e4);
        const double milliseconds = median_time([&] { run(static_cast<int>(few * factor)); });
        return operations / (milliseconds / 1000);
    }

    BandwidthSample bandwidth(Access access, int width, int blocks, int threads) {
        constexpr std::size_t loads = 512; // of a thread: long against the launch itself
        const std::size_t moves = access == Access::copy ? 2 : 1;
        const std::size_t elements = matrix_.bytes / static_cast<std::size_t>(width) / moves;
        // Elements in columns take longer, so fewer are read.
        const std::size_t most = access == Access::columns ? elements / 8 : elements;
        const std::size_t count = std::min(
            static_cast<std::size_t>(blocks) * static_cast<std::size_t>(threads) * loads, most);
        std::size_t first = 0;
        const double milliseconds = median_time([&] {
            launch_walk(queue_, matrix_, {access, width, first, count}, blocks, threads);
            first = first + 2 * count > elements ? 0 : first + count;
        });
        const auto bytes = static_cast<double>(count * static_cast<std::size_t>(width) * moves);
        return {access, width, threads, blocks, bytes / (milliseconds / 1000)};
    }

    ProbeSteps& steps_;
    DeviceQueue queue_;
    const GpuProbeScope scope_;
    DeviceArray<std::byte> memory_, sink_;
    DeviceMatrix matrix_{};
    DeviceEvent start_{DeviceEvent::Kind::time}, end_{DeviceEvent::Kind::time};
};

} // namespace

std::vector<std::string> gpu_names() {
    int count = 0;
    if (!gpu_unavailable().empty() || cudaGetDeviceCount(&count) != cudaSuccess) {
        return {};
    }
    std::vector<std::string> names;
    for (int gpu = 0; gpu < count; ++gpu) {
        cudaDeviceProp properties{};
        cuda_check(cudaGetDeviceProperties(&properties, gpu), "querying a GPU");
        names.emplace_back(properties.name);
    }
    return names;
}

std::string gpu_driver() {
    int version = 0;
    if (!gpu_unavailable().empty() || cudaDriverGetVersion(&version) != cudaSuccess) {
        return "";
    }
    return "CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

void probe_gpu(int gpu, const ProbeOptions& options, ProbeSteps steps, MachinePeaks& peaks) {
    ProcessorPeaks& found = peaks.gpus.emplace_back();
    found.name = gpu_names().at(static_cast<std::size_t>(gpu));
    found.index = gpu;
    if (!steps.stopped()) {
        GpuProbe(gpu, options, steps).measure(found);
    }
}

} // namespace orrery
