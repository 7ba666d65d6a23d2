#pragma once

// Sums over the lanes of a warp, of many values at once.

#include "sim/solvers/direct/gpu_warp.cuh"
#include "sim/tree/cartesian_expansion.hpp"

namespace orrery {

// Sums `width` values of each lane, a power of two: lane i gets the sum of the i-th, modulo width.
// In every step a lane gives half of its values to another and takes over the other half of that
// one's; where there is but one left, lanes with the same add theirs up. `lanes`: of a warp, or of
// each of several parts of one.
template <unsigned lanes = warp_size, int width, class Real>
__device__ Real sum_each_to_its_lane(Real (&values)[width], unsigned lane) {
    constexpr int steps = width == 32 ? 5 : width == 16 ? 4 : width == 8 ? 3 : width == 4 ? 2 : 1;
    static_assert(1 << steps == width);
    expansion::for_indices<0, steps>([&]<int step>() {
        constexpr int half = width / 2 >> step;
        const bool upper = (lane & half) != 0;
        expansion::for_indices<0, half>([&]<int i>() {
            const Real given = upper ? values[i] : values[i + half];
            const Real kept = upper ? values[i + half] : values[i];
            values[i] = kept + __shfl_xor_sync(all_lanes, given, half);
        });
    });
    Real sum = values[0];
    for (unsigned distance = width; distance < lanes; distance *= 2) {
        sum += __shfl_xor_sync(all_lanes, sum, distance);
    }
    return sum;
}

// The least width for `count` values, 32 at most.
constexpr int width_of_sums(int count) {
    int width = 2;
    while (width < count && width < int(warp_size)) {
        width *= 2;
    }
    return width;
}

} // namespace orrery
