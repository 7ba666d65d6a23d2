#pragma once

// A group of targets as a warp has it: a lane has one or two of them.

#include "sim/solvers/direct/gpu_pair.cuh"
#include "sim/solvers/tree/gpu_cell_stack.cuh"
#include "sim/tree/device_tree.cuh"

#include <cstdint>

namespace orrery {

template <class Real>
__device__ Real min_of_lanes(Real own) {
    for (unsigned distance = warp_size / 2; distance > 0; distance /= 2) {
        const Real other = __shfl_xor_sync(all_lanes, own, distance);
        own = other < own ? other : own;
    }
    return own;
}

template <class Real>
__device__ Real sum_of_lanes(Real own) {
    for (unsigned distance = warp_size / 2; distance > 0; distance /= 2) {
        own += __shfl_xor_sync(all_lanes, own, distance);
    }
    return own;
}

// All that stands for a cell.
__device__ inline Acceptance whole_of(int order) {
    return order > 1 ? Acceptance::quadrupole : Acceptance::monopole;
}

// `order`: of the moments that forces are computed from.
template <class Real>
__device__ Acceptance acceptance(int order, const OpeningCriterion& criterion,
                                 const WalkNode<Real>& node, const Box<Real>& box, float scale) {
    const auto d2 = box.distance_squared(node.monopole.x, node.monopole.y, node.monopole.z);
    const Acceptance how =
        accept(order, static_cast<float>(criterion.mass_part), node.opening_radius,
               node.moment_length, scale, reciprocal_root(static_cast<float>(d2)));
    if (node.is_closed()) {
        return how == Acceptance::open ? whole_of(order) : how;
    }
    const bool cheaper_as_bodies = node.is_leaf() && node.count() <= max_point_leaf;
    return how == Acceptance::quadrupole && cheaper_as_bodies ? Acceptance::open : how;
}

// Sums over what pulls, without the factor G.
template <class Real>
struct PullEstimate {
    Real x = 0, y = 0, z = 0;
    Real magnitudes = 0;

    __device__ void add(const PullEstimate& other) {
        x += other.x;
        y += other.y;
        z += other.z;
        magnitudes += other.magnitudes;
    }
    __device__ float acceleration() const {
        return fmaxf(static_cast<float>(sqrt(x * x + y * y + z * z)),
                     min_part_of_pulls * static_cast<float>(magnitudes));
    }
};

// How strongly the middle of a group in a box is pulled, roughly and without the factor G: each
// lane of its warp sums over other cells, as points wherever they are outside the group, and over
// leaves as points smeared over the leaf. What is inside the group is left out: were it a heavy
// body, that itself would be pulled much less than the others. Where pulls cancel, a part of their
// sum counts; what is nearer than the softening hardly pulls. `farther`: all cells pull as if they
// were so much farther away. `fading`: not 0 where they pull less and less up to a distance, whose
// square it is one over (simd_walk_inl.hpp). `stack_memory`: CellStack::size entries.
template <class Real>
__device__ PullEstimate<Real> estimate_pull(const DeviceTreeView<Real>& tree, const Box<Real>& box,
                                            Real farther, Real fading, Real softening_squared,
                                            std::uint32_t* stack_memory, unsigned lane) {
    using Estimate = PairKind<Real, false, false, false>;
    const PointMass<Real> middle{Real(0.5) * (box.low_x + box.high_x),
                                 Real(0.5) * (box.low_y + box.high_y),
                                 Real(0.5) * (box.low_z + box.high_z), Real(0)};
    ForceSum<Estimate> pull;
    Real sum = 0;
    CellStack stack(stack_memory, tree.roots, lane);
    while (!stack.empty()) {
        std::uint32_t cell = 0;
        const bool mine = stack.pop(cell);
        const WalkNode<Real> node = tree.walk_nodes[cell];
        const PointMass<Real>& centre = node.monopole;
        const auto d2 = box.distance_squared(centre.x, centre.y, centre.z);
        const Real size2 =
            static_cast<Real>(node.opening_radius) * static_cast<Real>(node.opening_radius);
        const bool whole = node.is_leaf() || node.is_closed() || d2 > size2;
        stack.push(node.first, mine && !whole ? node.count() : 0);
        if (mine && whole && d2 > 0) {
            const PairGeometry<Estimate> pair(middle, centre, softening_squared + size2);
            const Real weaker = 1 / (1 + farther * pair.inverse);
            Real mass = centre.mass * weaker * weaker;
            if (fading > 0) {
                const Real left = 1 - fading / (pair.inverse * pair.inverse);
                const Real left2 = left > 0 ? left * left : Real(0);
                mass *= left2 * left2;
            }
            pull.add(pair, mass, false);
            const Real apart2 =
                fma(pair.x, pair.x, fma(pair.y, pair.y, fma(pair.z, pair.z, size2)));
            sum = fma(pair.strength(mass), sqrt(apart2), sum);
        }
    }
    return {sum_of_lanes(pull.x), sum_of_lanes(pull.y), sum_of_lanes(pull.z), sum_of_lanes(sum)};
}

template <class Real, unsigned targets_per_lane>
class WarpGroup {
public:
    // One of the groups of a tree.
    __device__ WarpGroup(const DeviceTreeView<Real>& targets, const Group& group, unsigned lane)
        : group_(group), lane_(lane) {
        place(targets, 0, 0, 0);
    }

    // As seen from an image of the box: shifted.
    __device__ void place(const DeviceTreeView<Real>& targets, Real x, Real y, Real z) {
        for (unsigned k = 0; k < targets_per_lane; ++k) {
            const PointMass<Real> at = targets.bodies[body(k)];
            targets_[k] = {at.x + x, at.y + y, at.z + z, at.mass};
        }
    }

    __device__ bool has(unsigned k) const { return lane_ + k * warp_size < group_.count(); }
    // The lane's k-th target; the group's last where there is none.
    __device__ unsigned body(unsigned k) const {
        return group_.begin + min(lane_ + k * warp_size, group_.count() - 1);
    }
    __device__ const PointMass<Real>& target(unsigned k) const { return targets_[k]; }

    __device__ Box<Real> box() const {
        Box<Real> box = Box<Real>::around(targets_[0].x, targets_[0].y, targets_[0].z);
        for (unsigned k = 1; k < targets_per_lane; ++k) {
            box.extend(Box<Real>::around(targets_[k].x, targets_[k].y, targets_[k].z));
        }
        return {min_of_lanes(box.low_x),    min_of_lanes(box.low_y),    min_of_lanes(box.low_z),
                -min_of_lanes(-box.high_x), -min_of_lanes(-box.high_y), -min_of_lanes(-box.high_z)};
    }

    // The targets' part of the criterion. `tree`: of the sources; `stack`: CellStack::size entries.
    __device__ float scale(const OpeningCriterion& criterion, const DeviceTreeView<Real>& tree,
                           const Box<Real>& box, Real softening_squared,
                           std::uint32_t* stack) const {
        return criterion.relative
                   ? acceptance_scale(criterion, estimate_pull(tree, box, Real(0), Real(0),
                                                               softening_squared, stack, lane_)
                                                     .acceleration())
                   : 0.0F;
    }

private:
    Group group_;
    unsigned lane_;
    PointMass<Real> targets_[targets_per_lane];
};

} // namespace orrery
