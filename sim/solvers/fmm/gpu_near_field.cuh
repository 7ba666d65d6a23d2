#pragma once

#include "sim/cuda/device_queue.hpp"
#include "sim/solvers/fmm/gpu_interaction_lists.cuh"
#include "sim/solvers/tree/gpu_wanted_targets.cuh"

namespace orrery {

// For the leaves that begin with bodies [first_body, end_body) of the targets' curve.
template <class Real>
struct LeafTask {
    DeviceTreeView<Real> sources, targets;
    InteractionLists lists;
    WantedTargets wanted;
    std::uint32_t number_offset; // of sources, from the places of the targets that they are
    AccelerationsView<Real> result;
    bool results_cleared; // who has a part of a result adds it; else the near field is the first
    Real softening_squared;
    Real gravity;
    unsigned first_body, end_body;
    std::uint32_t* next;       // node in depth-first order, of each row of blocks; 0 at first
    unsigned long long* terms; // sources summed over, for all targets

    // The result's entry of a body of the curve; `no_entry` for one that is not wanted.
    static constexpr unsigned no_entry = ~0U;
    __device__ unsigned entry(unsigned body) const {
        const unsigned of_wanted = wanted.entry(targets.order[body]);
        return of_wanted < wanted.count ? of_wanted : no_entry;
    }
    // In depth-first order.
    __device__ unsigned first_node() const { return targets.nodes_before(first_body); }
    __device__ unsigned end_node() const { return targets.nodes_before(end_body); }
};

// The pull of near leaves.
template <class Real>
using NearKernel = void (*)(LeafTask<Real>);

template <class Real>
NearKernel<Real> near_kernel(bool with_potential, bool softened);

inline constexpr unsigned near_threads = 64;
// That a warp looks at for at most, so that blocks soon end and make way for what is more urgent.
inline constexpr unsigned nodes_a_warp = 8;

// Adds phi and its gradient, in FmmUnits, to a body's result, as the near field may at that moment.
template <class Real>
__device__ void add_far_pull(const LeafTask<Real>& task, const FmmUnits<Real>& units,
                             unsigned entry, const Real (&pull)[4], unsigned terms) {
    const AccelerationsView<Real>& result = task.result;
    const Real of_potential = task.gravity * units.mass * units.inverse_length;
    const Real of_acceleration = of_potential * units.inverse_length;
    atomicAdd(&result.x[entry], of_acceleration * pull[1]);
    atomicAdd(&result.y[entry], of_acceleration * pull[2]);
    atomicAdd(&result.z[entry], of_acceleration * pull[3]);
    if (result.potential != nullptr) {
        atomicAdd(&result.potential[entry], -of_potential * pull[0]);
    }
    if (result.interactions != nullptr) {
        atomicAdd(&result.interactions[entry], static_cast<float>(terms));
    }
}

// Adds to the results of the leaves that begin with bodies [first_body, end_body) what is farther
// away than their near field. `nodes`: about how many there are from the first of those to the
// last.
template <class Real>
void add_far_field(DeviceQueue& queue, const LeafTask<Real>& task, unsigned nodes,
                   const NodeExpansions<Real>& of_sources, const NodeExpansions<Real>& of_targets);

} // namespace orrery
