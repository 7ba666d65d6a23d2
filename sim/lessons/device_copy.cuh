#pragma once

#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"

#include <cstddef>
#include <vector>

namespace orrery {

// Times passes by the GPU's own clock.
class DeviceStopwatch {
public:
    // Seconds of one of `passes` calls, which put their work into the queue.
    template <class Work>
    double seconds_of(DeviceQueue& queue, int passes, const Work& work) {
        queue.activate();
        start_.record(queue.stream());
        for (int pass = 0; pass < passes; ++pass) {
            work();
        }
        end_.record(queue.stream());
        end_.wait();
        queue.forget_phases();
        return milliseconds_between(start_, end_) / 1000 / passes;
    }

private:
    DeviceEvent start_{DeviceEvent::Kind::time}, end_{DeviceEvent::Kind::time};
};

// A copy within a GPU's memory, 16 bytes a thread: what memory gives, and so the measure of
// everything that only moves data. Both begin at a multiple of 16 bytes.
void launch_copy(DeviceQueue& queue, const float* from, float* to, std::size_t count);

// The array's values, after all work of its GPU.
std::vector<float> downloaded(const DeviceArray<float>& from);

} // namespace orrery
