#pragma once

#include "sim/solvers/fmm/gpu_near_field.cuh"

namespace orrery {

// Adds to the results of the leaves that begin with bodies [first_body, end_body) what is farther
// away than their near field. `nodes`: about how many there are from the first of those to the
// last.
template <class Real>
void add_far_field(DeviceQueue& queue, const LeafTask<Real>& task, unsigned nodes,
                   const NodeExpansions<Real>& of_sources, const NodeExpansions<Real>& of_targets);

} // namespace orrery
