#pragma once

// What a small group feels of small cells' part on a mesh (MeshSeries), as a warp adds it up.

#include "sim/solvers/direct/mesh_series.hpp"
#include "sim/solvers/tree/gpu_group.cuh"
#include "sim/solvers/tree/gpu_walk.cuh"
#include "sim/solvers/tree/gpu_walk_terms.cuh"

namespace orrery {

// Cells, until there is one for each lane, and what each lane has added up.
template <class Real, bool any>
struct SeriesMemory {
    std::uint32_t cells[any ? 2 * warp_size : 1];
    Real of_lanes[any ? MeshSeries<Real>::size : 1][warp_size];
};

template <class Kind, bool has_quadrupole, bool any>
class WalkSeries {
public:
    using Real = typename Kind::Real;

    __device__ WalkSeries(const WalkTask<Real>& task, SeriesMemory<Real, any>& memory,
                          unsigned lane)
        : task_(task), memory_(memory), lane_(lane) {}

    __device__ void begin(const Box<Real>& group) {
        const Real x = group.high_x - group.low_x;
        const Real y = group.high_y - group.low_y;
        const Real z = group.high_z - group.low_z;
        const Real most = 2 * task_.mesh_part.small_group;
        small_ = x * x + y * y + z * z <= most * most;
        for (auto& of_lanes : memory_.of_lanes) {
            of_lanes[lane_] = 0;
        }
    }

    // Whether a cell counts in the series, for a group in a box.
    __device__ bool has(const WalkNode<Real>& node, const Box<Real>& box) const {
        const MeshPart<Real>& law = task_.mesh_part;
        return small_ && static_cast<Real>(node.opening_radius) <= law.small_cell &&
               farthest_squared(box, node.monopole) + task_.softening_squared <= law.most;
    }

    // Lanes that take a cell list it; all listed are added when they fill the warp, or no `more`
    // come for that box.
    __device__ void take(bool takes, std::uint32_t cell, const Box<Real>& box, bool more) {
        const unsigned place = listed_place(takes, listed_);
        if (takes) {
            memory_.cells[place] = cell;
        }
        __syncwarp();
        while (listed_ >= warp_size || (!more && listed_ > 0)) {
            const unsigned count = min(listed_, warp_size);
            listed_ -= count;
            if (lane_ < count) {
                add(memory_.cells[listed_ + lane_], box);
            }
            __syncwarp();
        }
    }

    // Takes what the mesh has of all of them away from the sums of targets in the group's box.
    template <unsigned targets_per_lane>
    __device__ void finish(const WarpGroup<Real, targets_per_lane>& group, const Box<Real>& box,
                           ForceSum<Kind> (&sums)[targets_per_lane]) const {
        if (!small_) {
            return;
        }
        MeshSeries<Real> series;
#pragma unroll
        for (std::size_t k = 0; k < series.sums.size(); ++k) {
            series.sums[k] = sum_of_lanes(memory_.of_lanes[k][lane_]);
        }
        for (unsigned k = 0; k < targets_per_lane; ++k) {
            const auto felt = series.at(task_.mesh_part, from_middle(box, group.target(k)));
            sums[k].x -= felt.x;
            sums[k].y -= felt.y;
            sums[k].z -= felt.z;
            sums[k].potential += felt.potential;
        }
    }

private:
    __device__ static PointMass<Real> from_middle(const Box<Real>& box, const PointMass<Real>& at) {
        return {at.x - Real(0.5) * (box.low_x + box.high_x),
                at.y - Real(0.5) * (box.low_y + box.high_y),
                at.z - Real(0.5) * (box.low_z + box.high_z), at.mass};
    }

    __device__ void add(std::uint32_t cell, const Box<Real>& box) {
        Quadrupole<Real> shape{};
        if constexpr (has_quadrupole) {
            shape = task_.tree.quadrupoles[cell];
        }
        const MeshSeries<Real> own(task_.mesh_part, task_.softening_squared,
                                   from_middle(box, task_.tree.walk_nodes[cell].monopole),
                                   has_quadrupole ? &shape : nullptr, Kind::potential);
#pragma unroll
        for (std::size_t k = 0; k < own.sums.size(); ++k) {
            memory_.of_lanes[k][lane_] += own.sums[k];
        }
    }

    const WalkTask<Real>& task_;
    SeriesMemory<Real, any>& memory_;
    unsigned lane_;
    unsigned listed_ = 0;
    bool small_ = false; // the group
};

} // namespace orrery
