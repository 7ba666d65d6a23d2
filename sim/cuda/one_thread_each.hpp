#pragma once

#include "sim/cuda/device_queue.hpp"

#include <cstddef>

namespace orrery {

// Threads of a block, in kernels that have one thread for each body or cell.
inline constexpr unsigned block_threads = 256;

inline LaunchShape one_thread_each(std::size_t count) {
    return {dim3(static_cast<unsigned>((count + block_threads - 1) / block_threads)),
            dim3(block_threads)};
}

#ifdef __CUDACC__
// The thread's own number among all of such a launch.
__device__ inline unsigned own_index() {
    return blockIdx.x * block_threads + threadIdx.x;
}
// The same where there may be more than four billion of what each has one of.
__device__ inline std::size_t own_wide_index() {
    return blockIdx.x * std::size_t{block_threads} + threadIdx.x;
}
#endif

} // namespace orrery
