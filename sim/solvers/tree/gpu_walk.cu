// Walking the octree on the GPU: a warp for a group of up to 64 bodies that are neighbours in
// space.
//
// Idea:    the bodies of a group see much the same far away, so they walk together: the 32 lanes
//          test 32 cells against the group's box at once. Cells to be opened put their children on
//          a stack, cells taken whole and bodies of leaves are collected, and whenever 32 have come
//          together, each lane adds their pull to its two bodies. Tests are a small part of the
//          work, and all lanes always do the same.
// Source:  Barnes 1990, J. Comput. Phys. 87 (interaction lists for groups); Bedorf, Gaburov &
//          Portegies Zwart 2012, J. Comput. Phys. 231 (by warps on the GPU).
// Cost:    a test: about 40 instructions for 32 cells. A body: 13 instructions a target, a cell
//          with second moments: 34.
// Memory:  6 KB of shared memory a warp.

#include "sim/solvers/tree/gpu_group.cuh"
#include "sim/solvers/tree/gpu_walk.cuh"

#include <array>
#include <numbers>

namespace orrery {
namespace {

constexpr unsigned warps = walk_threads / warp_size;
constexpr unsigned ring_size = 2 * warp_size;
constexpr std::uint32_t no_body = ~0U;

// The moments that an accepted cell pulls with.
template <class Kind, bool has_quadrupole>
struct AcceptedCell {
    PointMass<typename Kind::Real> monopole;
    Quadrupole<typename Kind::Real> quadrupole;
};
template <class Kind>
struct AcceptedCell<Kind, false> {
    PointMass<typename Kind::Real> monopole;
};

// The factors of a law of short range (ShortRange); all 1 where it is the whole law.
template <class Real, bool short_range>
struct LawParts {
    static constexpr Real potential = 1, pull = 1, second = 1, third = 1;

    __device__ LawParts(const ShortRange<Real>&, Real, Real) {}
};

template <class Real, std::size_t terms>
__device__ Real polynomial(const std::array<Real, terms>& c, Real v) {
    Real sum = c[terms - 1];
#pragma unroll
    for (std::size_t k = terms - 1; k > 0; --k) {
        sum = fma(sum, v, c[k - 1]);
    }
    return sum;
}

// What a kernel does not use is not computed.
template <class Real>
struct LawParts<Real, true> {
    Real potential, pull, second, third;

    // `r2`: with the softening; `inverse`: one over its root, or 0.
    __device__ LawParts(const ShortRange<Real>& law, Real r2, Real inverse) {
        const Real v = min(fma(r2 * inverse, law.per_end, Real(-1)), Real(1));
        const Real q = polynomial(law.of_quadrupole, v);
        potential = polynomial(law.potential, v);
        pull = polynomial(law.pull, v);
        second = pull + q;
        third = fma(law.fifth_x_squared * r2, q, second);
    }
};

// The squared distance of a pair, with the softening.
template <class Kind>
__device__ typename Kind::Real softened_square(const PairGeometry<Kind>& pair,
                                               typename Kind::Real softening_squared) {
    const auto r2 = fma(pair.x, pair.x, softening_squared);
    return fma(pair.z, pair.z, fma(pair.y, pair.y, r2));
}

// The pull of a cell on a target, from the expansion of 1/R about its centre of mass:
//   phi = -M/R [1 - w T/2 + 3/2 w^2 r.Q r],   w = 1/R^2,  R^2 = r^2 + eps^2,
// Q the second moments per mass, T their trace. (Springel 2021, section 2.1, to second order.)
template <bool short_range, class Kind, bool has_quadrupole>
__device__ void m2p(ForceSum<Kind>& sum, const PointMass<typename Kind::Real>& target,
                    const AcceptedCell<Kind, has_quadrupole>& cell,
                    const WalkTask<typename Kind::Real>& task) {
    using Real = typename Kind::Real;
    using CellKind = PairKind<Real, Kind::potential, false, false>;
    const PairGeometry<CellKind> pair(target, cell.monopole, task.softening_squared);
    const LawParts<Real, short_range> part(
        task.short_range, softened_square(pair, task.softening_squared), pair.inverse);
    const Real w = pair.inverse * pair.inverse;
    const Real scaled_mass = cell.monopole.mass * pair.inverse;
    const Real strength = scaled_mass * w;
    if constexpr (!has_quadrupole) {
        const Real along = strength * part.pull;
        sum.x = fma(along, pair.x, sum.x);
        sum.y = fma(along, pair.y, sum.y);
        sum.z = fma(along, pair.z, sum.z);
        if constexpr (Kind::potential) {
            sum.potential -= scaled_mass * part.potential;
        }
        return;
    } else {
        const Quadrupole<Real>& q = cell.quadrupole;
        // Q w r, not Q r: r.Q r alone is a length to the fourth power, which in metres leaves a
        // float.
        const Real wx = w * pair.x, wy = w * pair.y, wz = w * pair.z;
        const Real qx = fma(q.xx, wx, fma(q.xy, wy, q.xz * wz));
        const Real qy = fma(q.xy, wx, fma(q.yy, wy, q.yz * wz));
        const Real qz = fma(q.xz, wx, fma(q.yz, wy, q.zz * wz));
        const Real rqr = fma(pair.x, qx, fma(pair.y, qy, pair.z * qz));
        const Real shape = fma(Real(7.5) * part.third, rqr, part.second * q.force_trace);
        const Real along = strength * fma(w, shape, part.pull);
        const Real across = Real(-3) * strength * part.second;
        sum.x = fma(along, pair.x, fma(across, qx, sum.x));
        sum.y = fma(along, pair.y, fma(across, qy, sum.y));
        sum.z = fma(along, pair.z, fma(across, qz, sum.z));
        if constexpr (Kind::potential) {
            const Real shift = fma(Real(1.5) * part.second, rqr, part.pull * q.potential_trace);
            sum.potential = fma(-scaled_mass, fma(w, shift, part.potential), sum.potential);
        }
    }
}

template <bool short_range, class Kind>
__device__ void p2p(ForceSum<Kind>& sum, const PointMass<typename Kind::Real>& target,
                    const PointMass<typename Kind::Real>& source,
                    const WalkTask<typename Kind::Real>& task, bool itself) {
    using Real = typename Kind::Real;
    const PairGeometry<Kind> pair(target, source, task.softening_squared);
    if constexpr (!short_range) {
        sum.add(pair, source.mass, itself);
    } else {
        const LawParts<Real, true> part(
            task.short_range, softened_square(pair, task.softening_squared), pair.inverse);
        const Real strength = pair.strength(source.mass) * part.pull;
        sum.x = fma(strength, pair.x, sum.x);
        sum.y = fma(strength, pair.y, sum.y);
        sum.z = fma(strength, pair.z, sum.z);
        if constexpr (Kind::potential) {
            // The mesh knows no contact: what it adds there, 1 / (sqrt(pi) split), is taken away.
            constexpr Real per_end = ShortRange<Real>::end * std::numbers::inv_sqrtpi;
            const Real of_pair = pair.inverse == 0 ? -per_end * task.short_range.per_end
                                                   : pair.inverse * part.potential;
            sum.potential = fma(-source.mass, itself ? Real(0) : of_pair, sum.potential);
        }
    }
}

// The whole edges by which a group is shifted along one axis to see all images that are in reach
// (images_in_reach.hpp).
template <class Real>
struct ImageRun {
    int first = 0, last = 0;

    __device__ ImageRun(Real edge, Real low, Real high, Real group_low, Real group_high,
                        Real reach) {
        if (edge > 0) {
            first = static_cast<int>(ceil((low - reach - group_high) / edge));
            last = static_cast<int>(floor((high + reach - group_low) / edge));
        }
    }
};

// A warp's part of shared memory.
template <class Kind, bool has_quadrupole>
struct WarpMemory {
    using Real = typename Kind::Real;
    AcceptedCell<Kind, has_quadrupole> cells[warp_size];
    PointMass<Real> bodies[ring_size];
    std::uint32_t body_ids[Kind::potential ? ring_size : 1];
    std::uint32_t cell_list[ring_size];
    std::uint32_t stack[CellStack::size];
};

// The walk of one group; of short range, one for each image of the box that it feels.
template <class Kind, bool has_quadrupole, unsigned targets_per_lane, bool short_range>
class GroupWalk {
public:
    using Real = typename Kind::Real;
    static constexpr int order = has_quadrupole ? 2 : 1;

    __device__ GroupWalk(const WalkTask<Real>& task, WarpMemory<Kind, has_quadrupole>& memory,
                         const Group& group, unsigned lane)
        : task_(task), memory_(memory), group_(task.targets, group, lane), lane_(lane) {}

    __device__ void run() {
        if (!any_wanted()) {
            return;
        }
        const Box<Real> box = group_.box();
        if constexpr (short_range) {
            const float scale = scale_of_images(box);
            for_each_image(box, [&](const Box<Real>& seen, Real x, Real y, Real z, bool own) {
                group_.place(task_.targets, x, y, z);
                among_sources_ = own;
                walk(seen, scale);
            });
        } else {
            walk(box, group_.scale(task_.criterion, task_.tree, box, task_.softening_squared,
                                   memory_.stack));
        }
        store();
    }

private:
    // All that the cells from the root down do to the group.
    __device__ void walk(const Box<Real>& box, float scale) {
        CellStack stack(memory_.stack, task_.tree.roots, lane_);
        // [gpu.tree]
        while (!stack.empty()) {
            std::uint32_t cell = 0;
            bool mine = stack.pop(cell);
            const WalkNode<Real> node = task_.tree.walk_nodes[cell];
            // [/gpu.tree]
            if constexpr (short_range) {
                mine = mine && in_reach(node, box);
            }
            // [gpu.tree]
            // [lit]
            const Acceptance how = acceptance(order, task_.criterion, node, box, scale);
            // [/lit]
            const bool open = mine && how == Acceptance::open;
            stack.push(node.first, open && !node.is_leaf() ? node.count() : 0);
            take_cells(mine && how == Acceptance::quadrupole, cell);
            take_point(mine && how == Acceptance::monopole, node.monopole);
            take_bodies(open && node.is_leaf() ? node.count() : 0, node.first);
            // [/gpu.tree]
        }
        m2p_listed(listed_cells_);
        p2p_held(held_bodies_ - used_bodies_);
    }

    __device__ bool in_reach(const WalkNode<Real>& node, const Box<Real>& box) const {
        const PointMass<Real>& centre = node.monopole;
        const Real reach = task_.short_range.cutoff + static_cast<Real>(node.opening_radius);
        return !(box.distance_squared(centre.x, centre.y, centre.z) > reach * reach);
    }

    // Calls visit(box, x, y, z, itself) with the group's box and its shift as each image sees them.
    template <class Visit>
    __device__ void for_each_image(const Box<Real>& box, const Visit& visit) const {
        const Box<Real> all = task_.tree.boxes[0];
        const Real(&edges)[3] = task_.edges;
        const Real reach = task_.short_range.cutoff;
        const ImageRun<Real> along_x(edges[0], all.low_x, all.high_x, box.low_x, box.high_x, reach);
        const ImageRun<Real> along_y(edges[1], all.low_y, all.high_y, box.low_y, box.high_y, reach);
        const ImageRun<Real> along_z(edges[2], all.low_z, all.high_z, box.low_z, box.high_z, reach);
        for (int a = along_x.first; a <= along_x.last; ++a) {
            for (int b = along_y.first; b <= along_y.last; ++b) {
                for (int c = along_z.first; c <= along_z.last; ++c) {
                    const Real x = static_cast<Real>(a) * edges[0];
                    const Real y = static_cast<Real>(b) * edges[1];
                    const Real z = static_cast<Real>(c) * edges[2];
                    visit(Box<Real>{box.low_x + x, box.low_y + y, box.low_z + z, box.high_x + x,
                                    box.high_y + y, box.high_z + z},
                          x, y, z, a == 0 && b == 0 && c == 0);
                }
            }
        }
    }

    __device__ float scale_of_images(const Box<Real>& box) {
        if (!task_.criterion.relative) {
            return 0;
        }
        // In open space the whole pull is what errors are relative to; in a box that of far images
        // is the mesh's to know.
        const Real cutoff = task_.short_range.cutoff;
        const Real fading = task_.edges[0] > 0 ? 1 / (cutoff * cutoff) : Real(0);
        PullEstimate<Real> pull;
        for_each_image(box, [&](const Box<Real>& seen, Real, Real, Real, bool) {
            pull.add(estimate_pull(task_.tree, seen, Real(0), fading, task_.softening_squared,
                                   memory_.stack, lane_));
        });
        return acceptance_scale(task_.criterion, pull.acceleration());
    }

    __device__ unsigned entry(unsigned k) const {
        return task_.wanted.entry(task_.targets.order[group_.body(k)]);
    }

    __device__ bool any_wanted() const {
        bool mine = false;
        for (unsigned k = 0; k < targets_per_lane; ++k) {
            mine = mine || entry(k) < task_.wanted.count;
        }
        return __any_sync(all_lanes, mine) != 0;
    }

    __device__ void take_cells(bool take, std::uint32_t cell) {
        const unsigned lanes = __ballot_sync(all_lanes, take);
        if (take) {
            memory_
                .cell_list[listed_cells_ + static_cast<unsigned>(__popc(lanes & lanes_below()))] =
                cell;
        }
        __syncwarp();
        listed_cells_ += static_cast<unsigned>(__popc(lanes));
        if (listed_cells_ >= warp_size) {
            m2p_listed(warp_size);
        }
    }

    // The last `count` of the list.
    __device__ void m2p_listed(unsigned count) {
        listed_cells_ -= count;
        if (lane_ < count) {
            const std::uint32_t cell = memory_.cell_list[listed_cells_ + lane_];
            memory_.cells[lane_].monopole = task_.tree.walk_nodes[cell].monopole;
            if constexpr (has_quadrupole) {
                memory_.cells[lane_].quadrupole = task_.tree.quadrupoles[cell];
            }
        }
        __syncwarp();
        terms_ += count;
#pragma unroll 4
        for (unsigned j = 0; j < count; ++j) {
            const AcceptedCell<Kind, has_quadrupole> cell = memory_.cells[j];
            for (unsigned k = 0; k < targets_per_lane; ++k) {
                m2p<short_range>(sums_[k], group_.target(k), cell, task_);
            }
        }
        __syncwarp();
    }

    // A cell that is as good as a body.
    __device__ void take_point(bool take, const PointMass<Real>& centre) {
        const unsigned lanes = __ballot_sync(all_lanes, take);
        if (take) {
            hold(held_bodies_ + static_cast<unsigned>(__popc(lanes & lanes_below())), centre,
                 no_body);
        }
        held_bodies_ += static_cast<unsigned>(__popc(lanes));
        add_full_ring();
    }

    __device__ void hold(unsigned at, const PointMass<Real>& body, std::uint32_t id) {
        memory_.bodies[at % ring_size] = body;
        if constexpr (Kind::potential) {
            memory_.body_ids[at % ring_size] = id;
        }
    }

    __device__ void add_full_ring() {
        __syncwarp();
        if (held_bodies_ - used_bodies_ >= warp_size) {
            p2p_held(warp_size);
        }
    }

    // Each lane's `count` bodies from `first` on: the lanes find out together which is whose.
    __device__ void take_bodies(unsigned count, std::uint32_t first) {
        const unsigned before = sum_before(count, lane_);
        const unsigned total = __shfl_sync(all_lanes, before + count, warp_size - 1);
        for (unsigned begin = 0; begin < total; begin += warp_size) {
            const unsigned wanted = begin + lane_;
            const unsigned owner = owner_of(wanted, before);
            const unsigned source = __shfl_sync(all_lanes, first, owner) + wanted -
                                    __shfl_sync(all_lanes, before, owner);
            if (wanted < total) {
                hold(held_bodies_ + lane_, task_.tree.bodies[source],
                     among_sources_ ? source + task_.number_offset : no_body);
            }
            held_bodies_ += min(total - begin, warp_size);
            add_full_ring();
        }
    }

    __device__ void p2p_held(unsigned count) {
        terms_ += count;
        const unsigned first = used_bodies_ % ring_size;
#pragma unroll 4
        for (unsigned j = first; j < first + count; ++j) {
            const unsigned place = j % ring_size;
            const PointMass<Real> source = memory_.bodies[place];
            for (unsigned k = 0; k < targets_per_lane; ++k) {
                const bool itself = Kind::potential && memory_.body_ids[place] == group_.body(k);
                p2p<short_range>(sums_[k], group_.target(k), source, task_, itself);
            }
        }
        used_bodies_ += count;
        __syncwarp();
    }

    __device__ void store() const {
        unsigned wanted = 0;
        for (unsigned k = 0; k < targets_per_lane; ++k) {
            const unsigned own_entry = entry(k);
            const bool mine = group_.has(k) && own_entry < task_.wanted.count;
            wanted += static_cast<unsigned>(__popc(__ballot_sync(all_lanes, mine)));
            if (mine) {
                const AccelerationsView<Real>& result = task_.result;
                result.store_pull(own_entry, task_.gravity * sums_[k].x, task_.gravity * sums_[k].y,
                                  task_.gravity * sums_[k].z, task_.gravity * sums_[k].potential);
                if (result.interactions != nullptr) {
                    result.store(result.interactions[own_entry], static_cast<float>(terms_));
                }
            }
        }
        if (lane_ == 0) {
            atomicAdd(task_.terms, static_cast<unsigned long long>(terms_) * wanted);
        }
    }

    const WalkTask<Real>& task_;
    WarpMemory<Kind, has_quadrupole>& memory_;
    WarpGroup<Real, targets_per_lane> group_;
    unsigned lane_;
    ForceSum<Kind> sums_[targets_per_lane];
    unsigned listed_cells_ = 0;
    unsigned held_bodies_ = 0, used_bodies_ = 0; // put into the ring and taken out, in all
    unsigned terms_ = 0;
    bool among_sources_ = true; // else their images
};

template <class Kind, bool has_quadrupole, unsigned targets_per_lane, bool short_range>
__global__ void __launch_bounds__(walk_threads) walk(WalkTask<typename Kind::Real> task) {
    __shared__ WarpMemory<Kind, has_quadrupole> memory[warps];
    const unsigned lane = threadIdx.x % warp_size;
    const std::uint32_t first = task.targets.groups_before(task.first_body);
    const std::uint32_t end = task.targets.groups_before(task.end_body);
    for (unsigned taken = 0; taken < groups_a_warp; ++taken) {
        const std::uint32_t group = first + drawn_by_warp(task.next_group);
        if (group >= end) {
            return;
        }
        GroupWalk<Kind, has_quadrupole, targets_per_lane, short_range>(
            task, memory[threadIdx.x / warp_size], task.targets.groups[group], lane)
            .run();
    }
}

template <class Kind, bool short_range>
WalkKernel<typename Kind::Real> kernel_for(int order, unsigned group) {
    if (group > warp_size) {
        return order > 1 ? walk<Kind, true, 2, short_range> : walk<Kind, false, 2, short_range>;
    }
    return order > 1 ? walk<Kind, true, 1, short_range> : walk<Kind, false, 1, short_range>;
}

} // namespace

template <class Real>
WalkKernel<Real> walk_kernel(bool with_potential, bool softened, int order, unsigned group) {
    const PairInstances<WalkTask, Real> kernels(
        [order, group](auto kind) { return kernel_for<decltype(kind), false>(order, group); });
    return kernels.function(with_potential, softened);
}

template <class Real>
WalkKernel<Real> short_walk_kernel(bool with_potential, int order, unsigned group) {
    return with_potential ? kernel_for<PairKind<Real, true, false, true>, true>(order, group)
                          : kernel_for<PairKind<Real, false, false, true>, true>(order, group);
}

template WalkKernel<float> walk_kernel<float>(bool, bool, int, unsigned);
template WalkKernel<double> walk_kernel<double>(bool, bool, int, unsigned);
template WalkKernel<float> short_walk_kernel<float>(bool, int, unsigned);
template WalkKernel<double> short_walk_kernel<double>(bool, int, unsigned);

} // namespace orrery
