#pragma once

// The frame of the kernels that meet each pair once and use it twice: f_ji = -f_ij. Each adds to
// the sums of both bodies, so blocks meet in memory and add atomically.

#include "sim/base/per_precision.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/cuda/sliced_work.hpp"
#include "sim/solver.hpp"
#include "sim/solvers/direct/gpu_pair.cuh"

#include <cstdint>

namespace orrery {

// One launch of a pairwise kernel: some units of its work.
template <class Real>
struct PairwiseTask {
    const PointMass<Real>* bodies;
    unsigned count;
    std::uint64_t first_unit, end_unit;
    Real softening_squared;
    PointMass<Real>* sums; // x y z potential of each body, `copies` times

    // A body, or beyond the last one without mass, which does not pull.
    __device__ PointMass<Real> body(unsigned i) const {
        return i < count ? bodies[i] : PointMass<Real>{0, 0, 0, 0};
    }
};

// How a kernel cuts the pairs of `count` bodies: into units of about equal work, and, where pairs
// within a tile want other code than those between tiles, into own units besides.
struct PairwisePlan {
    std::uint64_t units = 0;
    double interactions_per_unit = 0; // ordered pairs
    std::uint64_t own_units = 0;
};

// Which part of the units, all of them being 1.
struct PairwiseShare {
    double first = 0;
    double end = 1;
};

template <class Real>
using PairwiseInstances = PairInstances<PairwiseTask, Real>;

template <class Real>
struct PairwiseKernel {
    // The instances for `count` bodies, and those for own units where there are any.
    PairwiseInstances<Real> (*instances)(unsigned count);
    PairwisePlan (*plan)(unsigned count);
    LaunchShape (*shape)(const PairwiseTask<Real>& task);
    PairwiseInstances<Real> (*own_instances)(unsigned count) = nullptr;
    unsigned copies = 1; // of the sums, which a kernel may spread its additions over
};

using PairwiseKernels = PerPrecision<PairwiseKernel>;

// Sums pairs with one kernel. Where several GPUs share the work each has its own, for its share of
// the units and all bodies.
template <class Real>
class PairwiseSum {
public:
    PairwiseSum(DeviceQueue& queue, const PairwiseKernel<Real>& kernel)
        : queue_(queue), kernel_(kernel), slice_(queue.multiprocessors()), work_(queue, slice_) {}

    // Work to be done: totals() become what the pairs of this share contribute, without the
    // factor G.
    void begin(const PointMass<Real>* bodies, unsigned count, const PairLaw<Real>& law,
               bool potential, PairwiseShare share);
    SlicedWork& work() { return work_; }

    PointMass<Real>* totals() { return totals_.data(); }
    std::size_t bytes() const { return sums_.bytes() + totals_.bytes(); }

private:
    void retire(unsigned count);

    DeviceQueue& queue_;
    PairwiseKernel<Real> kernel_;
    SliceSize slice_;
    SlicedWork work_;
    DeviceArray<PointMass<Real>> sums_, totals_;
    bool retired_ = false; // sums of this evaluation, into the totals
};

// Adds `value` to a sum that other threads add to as well.
__device__ inline void add_to_sum(PointMass<float>* sum, const PointMass<float>& value,
                                  bool potential) {
#if __CUDA_ARCH__ >= 900
    // One reduction of 16 bytes. Nothing is read back, so no thread waits for it.
    asm volatile("red.global.add.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(sum), "f"(value.x),
                 "f"(value.y), "f"(value.z), "f"(value.mass)
                 : "memory");
#else
    atomicAdd(&sum->x, value.x);
    atomicAdd(&sum->y, value.y);
    atomicAdd(&sum->z, value.z);
    if (potential) {
        atomicAdd(&sum->mass, value.mass);
    }
#endif
}

__device__ inline void add_to_sum(PointMass<double>* sum, const PointMass<double>& value,
                                  bool potential) {
    atomicAdd(&sum->x, value.x);
    atomicAdd(&sum->y, value.y);
    atomicAdd(&sum->z, value.z);
    if (potential) {
        atomicAdd(&sum->mass, value.mass);
    }
}

template <class Kind>
__device__ void add_to_sum(PointMass<typename Kind::Real>* sum, const ForceSum<Kind>& pull) {
    add_to_sum(sum, {pull.x, pull.y, pull.z, pull.potential}, Kind::potential);
}

// A pair pulls both its bodies: `target` toward the source, `source` the other way.
template <class Kind>
__device__ void add_pair(ForceSum<Kind>& target, ForceSum<Kind>& source,
                         const PairGeometry<Kind>& pair, typename Kind::Real target_mass,
                         typename Kind::Real source_mass) {
    using Real = typename Kind::Real;
    const Real cube = pair.inverse * pair.inverse * pair.inverse;
    const Real on_target = source_mass * cube;
    const Real on_source = -target_mass * cube;
    target.x = fma(on_target, pair.x, target.x);
    target.y = fma(on_target, pair.y, target.y);
    target.z = fma(on_target, pair.z, target.z);
    source.x = fma(on_source, pair.x, source.x);
    source.y = fma(on_source, pair.y, source.y);
    source.z = fma(on_source, pair.z, source.z);
    if constexpr (Kind::potential) {
        target.potential = fma(-source_mass, pair.inverse, target.potential);
        source.potential = fma(-target_mass, pair.inverse, source.potential);
    }
}

} // namespace orrery
