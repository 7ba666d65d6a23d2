#pragma once

#include "sim/cuda/device_queue.hpp"

#include <cstddef>
#include <span>

namespace orrery {

// Bytes to be copied, from memory that the GPU of a queue reaches to memory that it reaches.
struct DeviceCopy {
    void* to = nullptr;
    const void* from = nullptr;
    std::size_t bytes = 0;
};

// Puts them into the queue, all at once: copies one by one take some microseconds each, however
// little they bring.
void copy_many(const char* phase, DeviceQueue& queue, std::span<const DeviceCopy> copies);

} // namespace orrery
