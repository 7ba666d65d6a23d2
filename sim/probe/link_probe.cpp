// How fast bytes get to a GPU and back, and from one GPU to another.
//
// Method: the host's clock from the call of a copy until it has arrived: what a program waits. A
//         few bytes tell the latency, many the bandwidth; sizes between show where one becomes the
//         other. The median of many small or a few large copies.
// Lesson: the GPU fetches from pinned (page-locked) memory by itself. Pageable memory may move at
//         any time, so that the driver first copies it into a pinned buffer of its own. Between
//         GPUs with peer access nothing passes through the host.

#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/probe/probe_parts.hpp"

#include <algorithm>
#include <deque>

namespace orrery {
namespace {

constexpr std::size_t kibibyte = 1024;
constexpr std::size_t mebibyte = 1024 * kibibyte;
constexpr std::size_t max_gpus = 8; // pairs grow with the square

std::vector<std::size_t> sizes(bool quick) {
    if (quick) {
        return {4, mebibyte, 32 * mebibyte};
    }
    return {4,        kibibyte,     16 * kibibyte, 256 * kibibyte,
            mebibyte, 4 * mebibyte, 16 * mebibyte, 64 * mebibyte};
}

// Microseconds of one copy(), which puts it into the stream.
template <class Copy>
double median_time(const DeviceQueue& queue, std::size_t bytes, const Copy& copy) {
    const int repeats = bytes <= 256 * kibibyte ? 51 : 7;
    std::vector<double> times;
    for (int i = 0; i < repeats + 1; ++i) {
        const auto start = Clock::now();
        copy();
        cuda_check(cudaStreamSynchronize(queue.stream()), "copying to or from a GPU");
        if (i > 0) { // the first one finds everything cold
            times.push_back(1000 * milliseconds_since(start));
        }
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

class LinkProbe {
public:
    LinkProbe(const std::vector<int>& gpus, const ProbeOptions& options, ProbeSteps& steps,
              MachinePeaks& peaks)
        : gpus_(gpus.begin(),
                gpus.begin() + static_cast<std::ptrdiff_t>(std::min(gpus.size(), max_gpus))),
          steps_(steps), peaks_(peaks), sizes_(sizes(options.quick)), pinned_(sizes_.back()),
          pageable_(sizes_.back(), std::byte{1}) {
        for (const int gpu : gpus_) {
            devices_.emplace_back(gpu, sizes_.back());
        }
        std::fill(pinned_.data(), pinned_.data() + pinned_.size(), std::byte{1});
        steps_.expect(gpus_.size() * (4 + gpus_.size() - 1));
    }

    void run() {
        for (Device& device : devices_) {
            for (const HostMemory memory : {HostMemory::pinned, HostMemory::pageable}) {
                for (const Direction direction : {Direction::to_gpu, Direction::from_gpu}) {
                    if (!steps_.begin(std::string("copies, ") + host_memory_name(memory) +
                                      " memory")) {
                        return;
                    }
                    measure_link(device, memory, direction);
                }
            }
        }
        for (Device& from : devices_) {
            for (Device& to : devices_) {
                if (&from == &to) {
                    continue;
                }
                if (!steps_.begin("copies between GPUs")) {
                    return;
                }
                measure_pair(from, to);
            }
        }
    }

private:
    struct Device {
        DeviceQueue queue;
        DeviceArray<std::byte> memory; // on the queue's GPU, which that has chosen

        Device(int gpu, std::size_t bytes) : queue(gpu), memory(bytes) {}
        int gpu() const { return queue.device(); }
    };

    void measure_link(Device& device, HostMemory memory, Direction direction) {
        device.queue.activate();
        std::byte* const here = memory == HostMemory::pinned ? pinned_.data() : pageable_.data();
        std::byte* const there = device.memory.data();
        const bool up = direction == Direction::to_gpu;
        for (const std::size_t bytes : sizes_) {
            const double microseconds = median_time(device.queue, bytes, [&] {
                cuda_check(cudaMemcpyAsync(up ? there : here, up ? here : there, bytes,
                                           up ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost,
                                           device.queue.stream()),
                           "copying between host and GPU");
            });
            peaks_.links.push_back({device.gpu(), memory, direction, bytes, microseconds});
        }
    }

    void measure_pair(Device& from, Device& to) {
        const bool direct = let_reach(from.gpu(), to.gpu());
        from.queue.activate();
        for (const std::size_t bytes : sizes_) {
            const double microseconds = median_time(from.queue, bytes, [&] {
                cuda_check(cudaMemcpyPeerAsync(to.memory.data(), to.gpu(), from.memory.data(),
                                               from.gpu(), bytes, from.queue.stream()),
                           "copying from one GPU to another");
            });
            peaks_.peers.push_back({from.gpu(), to.gpu(), direct, bytes, microseconds});
        }
    }

    const std::vector<int> gpus_;
    ProbeSteps& steps_;
    MachinePeaks& peaks_;
    const std::vector<std::size_t> sizes_;
    PinnedArray<std::byte> pinned_;
    std::vector<std::byte> pageable_;
    std::deque<Device> devices_;
};

} // namespace

void probe_links(const std::vector<int>& gpus, const ProbeOptions& options, ProbeSteps steps,
                 MachinePeaks& peaks) {
    if (!gpus.empty() && !steps.stopped()) {
        LinkProbe(gpus, options, steps, peaks).run();
    }
}

} // namespace orrery
