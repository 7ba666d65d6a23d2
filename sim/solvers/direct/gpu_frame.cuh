#pragma once

// What goes round every direct kernel on a GPU: packing the bodies before it, scaling the sums
// after it.

#include "sim/base/point_mass.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/cuda/one_thread_each.hpp"
#include "sim/solver.hpp"

namespace orrery {

inline constexpr unsigned frame_threads = block_threads;

inline unsigned divided_up(std::size_t number, unsigned divisor) {
    return static_cast<unsigned>((number + divisor - 1) / divisor);
}

// A request's bodies as the kernels want them, x y z m of each side by side: sources first, targets
// that are others behind them (ForceRequest::packed_target). Makes room.
template <class Real>
void pack_bodies(DeviceQueue& queue, const ForceRequest<Real>& request,
                 DeviceArray<PointMass<Real>>& points);
template <class Real>
void pack_velocities(DeviceQueue& queue, const ForceRequest<Real>& request,
                     DeviceArray<Motion<Real>>& velocities);

// The answer to a request without sources: zero, or what is there where that is added to.
template <class Real>
void pull_by_nobody(DeviceQueue& queue, const ForceRequest<Real>& request);

// Zeroes all that is wanted of `count` targets.
template <class Real>
void clear_results(cudaStream_t stream, const AccelerationsView<Real>& result, std::size_t count);

// G times the sums (x y z potential) of `count` bodies, to `result`. There may be several `parts`
// of all sums, one behind the other, which are added in that order.
template <class Real>
void scale_sums(DeviceQueue& queue, const PointMass<Real>* sums, unsigned count, Real gravity,
                const AccelerationsView<Real>& result, unsigned parts = 1);

} // namespace orrery
