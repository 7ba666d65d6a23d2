#pragma once

#include "sim/cuda/device_queue.hpp"
#include "sim/solvers/fmm/gpu_interaction_lists.cuh"

namespace orrery {

// M2L for all `nodes` of the targets at once: what their far lists do around them. Overwrites the
// local series. `next`: where warps take targets from, 0 at first.
template <class Real>
void translate(DeviceQueue& queue, const TargetNodes& nodes, const NodeExpansions<Real>& of_sources,
               const NodeExpansions<Real>& of_targets, const InteractionLists& lists,
               Real softening_squared, std::uint32_t* next);

} // namespace orrery
