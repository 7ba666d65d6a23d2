#pragma once

// Exchanges between the lanes of a warp.

#include "sim/solvers/direct/gpu_pair.cuh"

#include <cstdint>

namespace orrery {

inline constexpr unsigned warp_size = 32;
inline constexpr unsigned all_lanes = 0xffffffffU;

// The number that a warp draws from a counter: each draws another.
__device__ inline std::uint32_t drawn_by_warp(std::uint32_t* counter) {
    std::uint32_t number = 0;
    if (threadIdx.x % warp_size == 0) {
        number = atomicAdd(counter, 1U);
    }
    return __shfl_sync(all_lanes, number, 0);
}

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
