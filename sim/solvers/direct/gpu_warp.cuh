#pragma once

// What the lanes of a warp hand to each other.

#include "sim/solvers/direct/gpu_pair.cuh"

namespace orrery {

inline constexpr unsigned warp_size = 32;
inline constexpr unsigned all_lanes = 0xffffffffU;

template <class Real>
__device__ PointMass<Real> from_lane(const PointMass<Real>& own, unsigned lane) {
    return {__shfl_sync(all_lanes, own.x, lane), __shfl_sync(all_lanes, own.y, lane),
            __shfl_sync(all_lanes, own.z, lane), __shfl_sync(all_lanes, own.mass, lane)};
}

template <class Real>
__device__ PointMass<Real> from_next_lane(const PointMass<Real>& own, unsigned lane) {
    return from_lane(own, (lane + 1) % warp_size);
}

template <class Kind>
__device__ ForceSum<Kind> from_next_lane(const ForceSum<Kind>& own, unsigned lane) {
    const unsigned next = (lane + 1) % warp_size;
    ForceSum<Kind> sum;
    sum.x = __shfl_sync(all_lanes, own.x, next);
    sum.y = __shfl_sync(all_lanes, own.y, next);
    sum.z = __shfl_sync(all_lanes, own.z, next);
    if constexpr (Kind::potential) {
        sum.potential = __shfl_sync(all_lanes, own.potential, next);
    }
    return sum;
}

} // namespace orrery
