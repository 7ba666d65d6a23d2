#pragma once

#include "sim/cuda/device_queue.hpp"
#include "sim/tree/device_tree.cuh"

namespace orrery {

// Bytes of it make a float beyond all others.
inline constexpr int unknown_acceleration_byte = 0x7f;

// For every target cell the least acceleration in it, without the factor G: from an estimate for
// each group of bodies, the least of them upwards. `estimates`: room for one a group;
// `least`: unknown before.
template <class Real>
void find_least_accelerations(DeviceQueue& queue, const DeviceTree<Real>& sources,
                              const DeviceTree<Real>& targets, Real softening_squared,
                              float* estimates, float* least);

} // namespace orrery
