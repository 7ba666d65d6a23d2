#pragma once

// How strongly the targets in the boxes of a domain are pulled at least, and what they demand.

#include "sim/domain/device_essential_room.cuh"
#include "sim/tree/opening_criterion.hpp"

#include <cstdint>

namespace orrery::essential {

// What is estimated from coarse nodes may be more than what is felt.
inline constexpr float sure_part = 0.5F;
// The part of all pulls that is left of them together where they hardly cancel.
inline constexpr float one_way = 0.9F;

template <class Real>
__device__ Real sum_of_warp(Real own) {
    for (unsigned distance = 16; distance > 0; distance /= 2) {
        own += __shfl_xor_sync(every_lane, own, distance);
    }
    return own;
}

// The square of half of the diagonal.
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

// A domain's box as what it pulls on sees it: a point, smeared over half of the diagonal.
template <class Real>
struct PullingBox {
    PointMass<Real> centre;
    Real squared_reach; // the square of that
};

// The least acceleration in a box, without the factor G: the lanes of a warp sum over the boxes of
// all domains as points smeared over them, as if they were farther away by what the box reaches.
// In the outskirts of a system, where boxes are wide and all pull the middle one way, they count as
// one mass. The box's own bodies are left out.
template <class Real>
class LeastPull {
public:
    __device__ LeastPull(const Box<Real>& box, Real softening_squared)
        : box_(box), softening_squared_(softening_squared), reach_(sqrt(squared_reach(box))),
          x_((box.low_x + box.high_x) / 2), y_((box.low_y + box.high_y) / 2),
          z_((box.low_z + box.high_z) / 2) {}

    __device__ void add(const PullingBox<Real>& source) {
        const PointMass<Real>& centre = source.centre;
        if (centre.mass == 0 || box_.distance_squared(centre.x, centre.y, centre.z) == 0) {
            return;
        }
        const Real d[3] = {centre.x - x_, centre.y - y_, centre.z - z_};
        const Real inverse = rsqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + softening_squared_ +
                                   source.squared_reach);
        const Real farther = 1 + reach_ * inverse;
        const Real weaker = inverse * rsqrt(farther * farther);
        const Real pull = (centre.mass * weaker) * weaker;
        const Real there = (centre.mass * inverse) * inverse;
        for (int axis = 0; axis < 3; ++axis) {
            sum_[axis] += pull * (d[axis] * inverse);
            middle_[axis] += there * (d[axis] * inverse);
        }
        sum_[3] += pull;
        middle_[3] += there;
        middle_[4] += there * inverse;
        change_ += pull * fmin(2 * reach_ * inverse, Real(1));
    }

    // The least acceleration by the sums of all lanes.
    __device__ float acceleration() {
        for (Real& one : sum_) {
            one = sum_of_warp(one);
        }
        for (Real& one : middle_) {
            one = sum_of_warp(one);
        }
        const auto length = [](const Real* v) {
            return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        };
        auto least = static_cast<float>(length(sum_) - sum_of_warp(change_));
        if (const Real net = length(middle_); net > one_way * middle_[3]) {
            // As far away as they are in the mean: seen from farther on, no mass that pulls as they
            // do in the middle pulls less.
            const Real distance = middle_[3] / middle_[4];
            const Real along = distance / net;
            const PointMass<Real> centre{x_ + middle_[0] * along, y_ + middle_[1] * along,
                                         z_ + middle_[2] * along, net * distance * distance};
            least = fmaxf(least, static_cast<float>(least_pull_of(centre, box_)));
        }
        return sure_part * fmaxf(least, min_part_of_pulls * static_cast<float>(sum_[3]));
    }

private:
    Box<Real> box_;
    Real softening_squared_, reach_;
    Real x_, y_, z_; // the middle
    Real sum_[4] = {};
    Real change_ = 0;     // of the pull from the middle to anywhere in the box, at most
    Real middle_[5] = {}; // of pulls there: along each axis, in all, and over their distances
};

// The box of all lanes' boxes, for all of them.
__device__ inline TargetBox joined_by_warp(const TargetBox& own) {
    constexpr float none = 3.4e38F; // beyond any
    TargetBox all = own;
    if (own.demand < 0) {
        all.box = {none, none, none, -none, -none, -none};
    }
    for (unsigned distance = 16; distance > 0; distance /= 2) {
        const auto least = [&](float& number) {
            number = fminf(number, __shfl_xor_sync(every_lane, number, distance));
        };
        const auto greatest = [&](float& number) {
            number = fmaxf(number, __shfl_xor_sync(every_lane, number, distance));
        };
        least(all.box.low_x);
        least(all.box.low_y);
        least(all.box.low_z);
        greatest(all.box.high_x);
        greatest(all.box.high_y);
        greatest(all.box.high_z);
        greatest(all.demand);
        greatest(all.leaf_radius);
    }
    return all;
}

// A warp for each box.
template <class Real, class Judge>
__global__ void __launch_bounds__(threads)
    find_demands(BoxesOfAll<Real> all, std::uint32_t readers, Judge judge, Real softening_squared,
                 TargetBox* boxes) {
    __shared__ PullingBox<Real> sources[threads];
    std::uint32_t reader_bit = readers;
    for (unsigned k = 0; k < blockIdx.y; ++k) {
        reader_bit &= reader_bit - 1;
    }
    const unsigned reader = __ffs(int(reader_bit)) - 1;
    const unsigned lane = threadIdx.x % 32;
    const unsigned place = blockIdx.x * warps + threadIdx.x / 32;
    const DomainBox<Real> target = all.targets[reader * domain_boxes + place];
    LeastPull<Real> pull(target.box, softening_squared);
    for (std::uint32_t left = all.with_sources; left != 0; left &= left - 1) {
        const DomainBox<Real>* const first = all.sources + (__ffs(int(left)) - 1) * domain_boxes;
        for (unsigned begin = 0; begin < domain_boxes; begin += threads) {
            __syncthreads();
            const DomainBox<Real>& source = first[begin + threadIdx.x];
            sources[threadIdx.x] = {source.monopole, squared_reach(source.box)};
            __syncthreads();
            for (unsigned i = lane; i < threads && target.bodies != 0; i += 32) {
                pull.add(sources[i]);
            }
        }
    }
    TargetBox one = TargetBox::none();
    if (target.bodies != 0) {
        one.box = rounded_outwards(target.box);
        one.demand = judge.demand(pull.acceleration());
        constexpr float largest_leaf = 64;
        one.leaf_radius = sqrtf(static_cast<float>(squared_reach(target.box))) *
                          cbrtf(fminf(largest_leaf / float(target.bodies), 1.0F));
    }
    if (lane == 0) {
        boxes[blockIdx.y * domain_boxes + place] = one;
    }
}

} // namespace orrery::essential
