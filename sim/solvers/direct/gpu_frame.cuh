#pragma once

// The frame of every kernel on a GPU: packing the bodies before it, scaling the sums after it, and
// the memory kept in between.

#include "sim/base/per_precision.hpp"
#include "sim/base/point_mass.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/cuda/one_thread_each.hpp"
#include "sim/solver.hpp"

#include <cstddef>
#include <memory>

namespace orrery {

inline unsigned divided_up(std::size_t number, unsigned divisor) {
    return static_cast<unsigned>((number + divisor - 1) / divisor);
}

// A request's bodies as the kernels want them, a PointMass or a Motion of each: sources first,
// targets that are others behind them (ForceRequest::packed_target); in a periodic box PointMasses
// at whole numbers (gpu_box_pair.cuh). Makes room.
template <class Real, template <class> class Packed>
void pack_bodies(DeviceQueue& queue, const ForceRequest<Real>& request,
                 DeviceArray<Packed<Real>>& packed);

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

// The memory that a method on a GPU keeps between evaluations, in one precision at a time and for
// one queue. `Scratch<Real>` is made from (queue, kernel) and tells its bytes().
template <template <class> class Scratch>
class GpuScratch {
public:
    template <class Real, class Kernel>
    Scratch<Real>& get(DeviceQueue& queue, const Kernel& kernel) {
        Owned<Real>& own = kept_.template only<Real>();
        if (own == nullptr || queue_ != &queue) {
            own = nullptr; // before the new one, so that never both are held
            own = std::make_unique<Scratch<Real>>(queue, kernel);
            queue_ = &queue;
        }
        return *own;
    }

    std::size_t bytes() const {
        return (kept_.fp32 ? kept_.fp32->bytes() : 0) + (kept_.fp64 ? kept_.fp64->bytes() : 0);
    }

private:
    template <class Real>
    using Owned = std::unique_ptr<Scratch<Real>>;

    PerPrecision<Owned> kept_;
    const DeviceQueue* queue_ = nullptr;
};

} // namespace orrery
