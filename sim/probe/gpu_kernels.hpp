#pragma once

#include "sim/cuda/device_queue.hpp"
#include "sim/probe/machine_peaks.hpp"

#include <cstddef>

namespace orrery {

// Memory of a GPU seen as a matrix; sizes are powers of two.
struct DeviceMatrix {
    std::byte* data;
    std::size_t bytes;
    std::size_t row_bytes;
    std::byte* sink; // 16 bytes, never written to, though the compiler cannot know
};

// Elements in the order of the walk, from `first` on. Copies go from the matrix's first half to its
// second, and there are half as many.
struct DeviceWalk {
    Access access;
    int width; // bytes of an element: 4, 8 or 16
    std::size_t first, count;
};
void launch_walk(DeviceQueue& queue, const DeviceMatrix& matrix, const DeviceWalk& walk, int blocks,
                 int threads);

// Chains of arithmetic that fill the GPU, each of `turns` turns.
enum class Arithmetic { fma32, fma64, rsqrt32 };
// Returns the operations that were put into the queue: a multiply-add is two, a root one.
double launch_arithmetic(DeviceQueue& queue, Arithmetic arithmetic, int turns, std::byte* sink);

} // namespace orrery
