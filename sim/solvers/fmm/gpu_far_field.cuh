#pragma once

#include "sim/solvers/fmm/gpu_near_field.cuh"

namespace orrery {

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
