#pragma once

#include "sim/cuda/one_thread_each.hpp"

namespace orrery {

// The thread's own number among all of a launch with one thread each (one_thread_each).
__device__ inline unsigned own_index() {
    return blockIdx.x * block_threads + threadIdx.x;
}

// The same where there may be more than four billion of what each has one of.
__device__ inline std::size_t own_wide_index() {
    return blockIdx.x * std::size_t{block_threads} + threadIdx.x;
}

} // namespace orrery
