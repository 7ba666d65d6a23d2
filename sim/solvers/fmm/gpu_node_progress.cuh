#pragma once

// How warps of one launch wait for nodes that others are at. Apart from gpu_expansions.cuh, as a
// file takes some seconds of compiling longer with CUDA's atomics.

#include <cstdint>
#include <cuda/atomic>

namespace orrery {

// How far a node is, for who waits for it.
enum NodeProgress : std::uint32_t { nothing_done, moments_summed, series_complete };

__device__ inline void await_progress(std::uint32_t& node, NodeProgress wanted) {
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> progress(node);
    while (progress.load(cuda::memory_order_acquire) < wanted) {
        __nanosleep(20);
    }
}
// After the same thread has stored what others read.
__device__ inline void tell_progress(std::uint32_t& node, NodeProgress reached) {
    cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device>(node).store(
        reached, cuda::memory_order_release);
}

} // namespace orrery
