#pragma once

#include "sim/cuda/device_queue.hpp"
#include "sim/solvers/fmm/gpu_interaction_lists.cuh"

namespace orrery {

// For the leaves that begin with bodies [first_body, end_body) of the targets' curve.
template <class Real>
struct LeafTask {
    DeviceTreeView<Real> sources, targets;
    InteractionLists lists;
    unsigned first_wanted, wanted; // in the order of before: the first of them, and how many
    std::uint32_t number_offset;   // of sources, from the places of the targets that they are
    AccelerationsView<Real> result;
    Real softening_squared;
    Real gravity;
    unsigned first_body, end_body;
    std::uint32_t* next;       // node in depth-first order, of each row of blocks; 0 at first
    unsigned long long* terms; // sources summed over, for all targets
};

// What the leaves near them do.
template <class Real>
using NearKernel = void (*)(LeafTask<Real>);

template <class Real>
NearKernel<Real> near_kernel(bool with_potential, bool softened);

inline constexpr unsigned near_threads = 64;
// That a warp looks at for at most, so that blocks soon end and make way for what is more urgent.
inline constexpr unsigned nodes_a_warp = 8;

extern template NearKernel<float> near_kernel<float>(bool, bool);
extern template NearKernel<double> near_kernel<double>(bool, bool);

} // namespace orrery
