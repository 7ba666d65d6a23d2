#pragma once

#include "sim/cuda/device_queue.hpp"
#include "sim/tree/device_tree.cuh"

namespace orrery {

// How exactly each target cell has to know what pulls on its bodies: from an estimate of the
// acceleration for every group of bodies, the least of them upwards. `estimates`: room for one a
// group.
template <class Real>
void find_demands(DeviceQueue& queue, const DeviceTree<Real>& sources,
                  const DeviceTree<Real>& targets, double tolerance, Real softening_squared,
                  float* estimates, float* demands);

} // namespace orrery
