#pragma once

// The passes of the fast multipole method on a GPU for orders beyond max_unrolled_order, whose
// expansions do not fit the registers of a thread: lanes share a node's coefficients, or have a
// source each whose numbers are in shared memory. The order is known when the program runs; one
// program does all of them. Coefficients are those of sim/tree/sliced_expansion.hpp.

#include "sim/base/error.hpp"
#include "sim/solvers/direct/gpu_warp.cuh"
#include "sim/solvers/fmm/gpu_interaction_lists.cuh"
#include "sim/solvers/fmm/gpu_near_field.cuh"
#include "sim/solvers/fmm/gpu_staged_sources.cuh"
#include "sim/tree/sliced_expansion.hpp"

#include <cstddef>

namespace orrery {

// A node's numbers in memory: behind the moments is the centre that they are about.
constexpr int sliced_row(int order) {
    return (coefficients(order) + 3 + 3) / 4 * 4;
}
// That a lane has of a node that a warp shares.
inline constexpr int coefficients_a_lane =
    (coefficients(max_expansion_order) + int(warp_size) - 1) / int(warp_size);

// Calls operation(c, n) for each of those, the lane's c-th, which is the node's n-th.
template <class Operation>
__device__ void each_own_coefficient(int count, unsigned lane, const Operation& operation) {
    _Pragma("unroll") for (int c = 0; c < coefficients_a_lane; ++c) {
        const int n = c * int(warp_size) + int(lane);
        if (n < count) {
            operation(c, n);
        }
    }
}

// That a block may have on the current GPU.
inline std::size_t most_shared_memory() {
    int device = 0;
    int bytes = 0;
    cuda_check(cudaGetDevice(&device), "finding the current GPU");
    cuda_check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
               "reading the size of shared memory");
    return static_cast<std::size_t>(bytes);
}
// allow_shared_memory(), with a word on what to do where there is too little.
template <class... Parameters>
void allow_if_enough(void (*kernel)(Parameters...), std::size_t bytes) {
    if (bytes > most_shared_memory()) {
        throw failure("the GPU has too little shared memory for this order", "gpu.fmm",
                      "choose a lower order, or single precision");
    }
    allow_shared_memory(kernel, bytes);
}

// P2M, then M2M level by level; after boxes and centres of mass.
template <class Real>
void sum_sliced_moments(DeviceQueue& queue, const DeviceTree<Real>& tree,
                        const NodeExpansions<Real>& nodes);

// translate(), sweep_down() and add_far_field() for these orders.
template <class Real>
void translate_slices(DeviceQueue& queue, const TranslationTask<Real>& task, int order);
template <class Real>
void sweep_slices_down(DeviceQueue& queue, const DeviceTree<Real>& tree,
                       const NodeExpansions<Real>& nodes);
template <class Real>
void add_sliced_far_field(DeviceQueue& queue, const LeafTask<Real>& task, unsigned nodes,
                          const NodeExpansions<Real>& of_sources,
                          const NodeExpansions<Real>& of_targets);

} // namespace orrery
