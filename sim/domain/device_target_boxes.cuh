#pragma once

// How strongly the targets in the boxes of a domain are pulled at least, and what they demand.

#include "sim/domain/device_essential_room.cuh"
#include "sim/tree/opening_criterion.hpp"

#include <cstdint>

namespace orrery::essential {

// What is estimated from coarse nodes may be more than what is felt.
inline constexpr float sure_part = 0.5F;
// Of all pulls, what is left of them together where they hardly cancel.
inline constexpr float one_way = 0.9F;

template <class Real>
__device__ Real sum_of_warp(Real own) {
    for (unsigned distance = 16; distance > 0; distance /= 2) {
        own += __shfl_xor_sync(every_lane, own, distance);
    }
    return own;
}

// Of half of the diagonal.
template <class Real>
__device__ Real squared_reach(const Box<Real>& box) {
    const Real x = box.high_x - box.low_x;
    const Real y = box.high_y - box.low_y;
    const Real z = box.high_z - box.low_z;
    return (x * x + y * y + z * z) / 4;
}

template <class Real>
__device__ Box<float> rounded_outwards(const Box<Real>& box) {
    return {__double2float_rd(box.low_x),  __double2float_rd(box.low_y),
            __double2float_rd(box.low_z),  __double2float_ru(box.high_x),
            __double2float_ru(box.high_y), __double2float_ru(box.high_z)};
}

// The least of what a mass at `centre` pulls with in a box: in its farthest corner. 0 where it is
// inside, and might cancel.
template <class Real>
__device__ Real least_pull_of(const PointMass<Real>& centre, const Box<Real>& box) {
    if (box.distance_squared(centre.x, centre.y, centre.z) == 0) {
        return 0;
    }
    const Real x = fmax(centre.x - box.low_x, box.high_x - centre.x);
    const Real y = fmax(centre.y - box.low_y, box.high_y - centre.y);
    const Real z = fmax(centre.z - box.low_z, box.high_z - centre.z);
    return centre.mass / (x * x + y * y + z * z);
}

// The least acceleration in a box, without the factor G: the lanes of a warp sum over the boxes of
// all domains as points smeared over them, as if they were farther away by what the box reaches.
// Where all pull the middle one way, as in the outskirts of a system, whose boxes are wide, they do
// so together as one mass. What is in the box itself is left out.
template <class Real>
__device__ float least_acceleration(const BoxesOfAll<Real>& all, const Box<Real>& box,
                                    Real softening_squared, unsigned lane) {
    const Real reach = sqrt(squared_reach(box));
    const Real x = (box.low_x + box.high_x) / 2;
    const Real y = (box.low_y + box.high_y) / 2;
    const Real z = (box.low_z + box.high_z) / 2;
    Real sum[4] = {};
    Real change = 0;     // of the pull from the middle to anywhere in the box, at most
    Real middle[5] = {}; // of what pulls there: along each axis, in all, and its mass
    for (std::uint32_t left = all.with_sources; left != 0; left &= left - 1) {
        const DomainBox<Real>* const first = all.sources + (__ffs(int(left)) - 1) * domain_boxes;
#pragma unroll 4 // several boxes are on their way at once
        for (unsigned i = lane; i < domain_boxes; i += 32) {
            const DomainBox<Real> source = first[i];
            const PointMass<Real> centre = source.monopole;
            if (source.bodies == 0 || box.distance_squared(centre.x, centre.y, centre.z) == 0) {
                continue;
            }
            const Real d[3] = {centre.x - x, centre.y - y, centre.z - z};
            const Real inverse = rsqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + softening_squared +
                                       squared_reach(source.box));
            const Real farther = 1 + reach * inverse;
            const Real weaker = inverse * rsqrt(farther * farther);
            const Real pull = (centre.mass * weaker) * weaker;
            const Real there = (centre.mass * inverse) * inverse;
            for (int axis = 0; axis < 3; ++axis) {
                sum[axis] += pull * (d[axis] * inverse);
                middle[axis] += there * (d[axis] * inverse);
            }
            sum[3] += pull;
            middle[3] += there;
            middle[4] += centre.mass;
            change += pull * fmin(2 * reach * inverse, Real(1));
        }
    }
    for (Real& one : sum) {
        one = sum_of_warp(one);
    }
    for (Real& one : middle) {
        one = sum_of_warp(one);
    }
    const auto length = [](const Real* v) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); };
    auto least = static_cast<float>(length(sum) - sum_of_warp(change));
    if (const Real net = length(middle); net > one_way * middle[3]) {
        const Real away = sqrt(middle[4] / net) / net;
        const PointMass<Real> centre{x + middle[0] * away, y + middle[1] * away,
                                     z + middle[2] * away, middle[4]};
        least = fmaxf(least, static_cast<float>(least_pull_of(centre, box)));
    }
    return sure_part * fmaxf(least, min_part_of_pulls * static_cast<float>(sum[3]));
}

// A block for boxes that are looked at together, a warp for each of them.
template <class Real, class Judge>
__global__ void __launch_bounds__(demand_threads)
    find_demands(BoxesOfAll<Real> all, std::uint32_t readers, Judge judge, Real softening_squared,
                 TargetBox* boxes) {
    __shared__ TargetBox found[boxes_together];
    std::uint32_t reader_bit = readers;
    for (unsigned k = 0; k < blockIdx.y; ++k) {
        reader_bit &= reader_bit - 1;
    }
    const unsigned reader = __ffs(int(reader_bit)) - 1;
    TargetBox* const own = boxes + blockIdx.y * (domain_boxes + together);
    const unsigned lane = threadIdx.x % 32;
    const unsigned which = threadIdx.x / 32;
    const unsigned place = blockIdx.x * boxes_together + which;
    const DomainBox<Real> target = all.targets[reader * domain_boxes + place];
    TargetBox one = TargetBox::none();
    if (target.bodies != 0) {
        one.box = rounded_outwards(target.box);
        one.demand = judge.demand(least_acceleration(all, target.box, softening_squared, lane));
        constexpr float largest_leaf = 64;
        one.leaf_radius = sqrtf(static_cast<float>(squared_reach(target.box))) *
                          cbrtf(fminf(largest_leaf / float(target.bodies), 1.0F));
    }
    if (lane == 0) {
        own[place] = one;
        found[which] = one;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        TargetBox whole = TargetBox::none();
        for (const TargetBox& each : found) {
            whole.take_in(each);
        }
        own[domain_boxes + blockIdx.x] = whole;
    }
}

} // namespace orrery::essential
