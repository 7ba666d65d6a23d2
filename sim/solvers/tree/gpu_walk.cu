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

// The pull of a cell on a target, from the expansion of 1/R about its centre of mass:
//   phi = -M/R [1 - w T/2 + 3/2 w^2 r.Q r],   w = 1/R^2,  R^2 = r^2 + eps^2,
// Q the second moments per mass, T their trace. (Springel 2021, section 2.1, to second order.)
template <class Kind, bool has_quadrupole>
__device__ void m2p(ForceSum<Kind>& sum, const PointMass<typename Kind::Real>& target,
                    const AcceptedCell<Kind, has_quadrupole>& cell,
                    typename Kind::Real softening_squared) {
    using Real = typename Kind::Real;
    const PairGeometry<PairKind<Real, Kind::potential, false, false>> pair(target, cell.monopole,
                                                                           softening_squared);
    const Real w = pair.inverse * pair.inverse;
    const Real scaled_mass = cell.monopole.mass * pair.inverse;
    const Real strength = scaled_mass * w;
    if constexpr (!has_quadrupole) {
        sum.x = fma(strength, pair.x, sum.x);
        sum.y = fma(strength, pair.y, sum.y);
        sum.z = fma(strength, pair.z, sum.z);
        if constexpr (Kind::potential) {
            sum.potential -= scaled_mass;
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
        const Real along = strength * fma(w, fma(Real(7.5), rqr, q.force_trace), Real(1));
        const Real across = Real(-3) * strength;
        sum.x = fma(along, pair.x, fma(across, qx, sum.x));
        sum.y = fma(along, pair.y, fma(across, qy, sum.y));
        sum.z = fma(along, pair.z, fma(across, qz, sum.z));
        if constexpr (Kind::potential) {
            const Real factor = fma(w, fma(Real(1.5), rqr, q.potential_trace), Real(1));
            sum.potential = fma(-scaled_mass, factor, sum.potential);
        }
    }
}

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

// The walk of one group.
template <class Kind, bool has_quadrupole, unsigned targets_per_lane>
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
        const float scale =
            group_.scale(task_.criterion, task_.tree, box, task_.softening_squared, memory_.stack);
        CellStack stack(memory_.stack, task_.tree.roots, lane_);
        while (!stack.empty()) {
            std::uint32_t cell = 0;
            const bool mine = stack.pop(cell);
            const WalkNode<Real> node = task_.tree.walk_nodes[cell];
            const Acceptance how = acceptance(order, task_.criterion, node, box, scale);
            const bool open = mine && how == Acceptance::open;
            stack.push(node.first, open && !node.is_leaf() ? node.count() : 0);
            take_cells(mine && how == Acceptance::quadrupole, cell);
            take_point(mine && how == Acceptance::monopole, node.monopole);
            take_bodies(open && node.is_leaf() ? node.count() : 0, node.first);
        }
        m2p_listed(listed_cells_);
        p2p_held(held_bodies_ - used_bodies_);
        store();
    }

private:
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
                m2p(sums_[k], group_.target(k), cell, task_.softening_squared);
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
                hold(held_bodies_ + lane_, task_.tree.bodies[source], source + task_.number_offset);
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
                sums_[k].add(group_.target(k), source, task_.softening_squared, itself);
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
};

template <class Kind, bool has_quadrupole, unsigned targets_per_lane>
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
        GroupWalk<Kind, has_quadrupole, targets_per_lane>(task, memory[threadIdx.x / warp_size],
                                                          task.targets.groups[group], lane)
            .run();
    }
}

} // namespace

template <class Real>
WalkKernel<Real> walk_kernel(bool with_potential, bool softened, int order, unsigned group) {
    const PairInstances<WalkTask, Real> kernels([order, group](auto kind) -> WalkKernel<Real> {
        using Kind = decltype(kind);
        if (group > warp_size) {
            return order > 1 ? walk<Kind, true, 2> : walk<Kind, false, 2>;
        }
        return order > 1 ? walk<Kind, true, 1> : walk<Kind, false, 1>;
    });
    return kernels.function(with_potential, softened);
}

template WalkKernel<float> walk_kernel<float>(bool, bool, int, unsigned);
template WalkKernel<double> walk_kernel<double>(bool, bool, int, unsigned);

} // namespace orrery
