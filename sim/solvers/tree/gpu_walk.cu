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
#include "sim/solvers/tree/gpu_walk_terms.cuh"

namespace orrery {
namespace {

constexpr unsigned warps = walk_threads / warp_size;
constexpr unsigned ring_size = 2 * warp_size;
constexpr std::uint32_t no_body = ~0U;

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
    static constexpr Reach usual = short_range ? Reach::anywhere : Reach::whole_law;

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
        if constexpr (short_range) {
            box_ = box;
        }
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
        const Real reach = task_.mesh_part.cutoff + static_cast<Real>(node.opening_radius);
        return !(box.distance_squared(centre.x, centre.y, centre.z) > reach * reach);
    }

    // Calls visit(box, x, y, z, itself) with the group's box and its shift as each image sees them.
    template <class Visit>
    __device__ void for_each_image(const Box<Real>& box, const Visit& visit) const {
        const Box<Real> all = task_.tree.boxes[0];
        const Real(&edges)[3] = task_.edges;
        const Real reach = task_.mesh_part.cutoff;
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
        const Real cutoff = task_.mesh_part.cutoff;
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

    // Which of `count` terms, each lane's at `at`, have a short series of what the mesh has of
    // them.
    __device__ NearbyFirst ordered(unsigned count, const PointMass<Real>& at) const {
        const Real farthest = farthest_squared(box_, at) + task_.softening_squared;
        return nearby_first(lane_ < count, farthest <= task_.mesh_part.nearby.most);
    }

    // The last `count` of the list.
    __device__ void m2p_listed(unsigned count) {
        listed_cells_ -= count;
        const bool mine = lane_ < count;
        const std::uint32_t cell = mine ? memory_.cell_list[listed_cells_ + lane_] : 0;
        const PointMass<Real> monopole = task_.tree.walk_nodes[cell].monopole;
        NearbyFirst order{0, lane_};
        if constexpr (short_range) {
            order = ordered(count, monopole);
        }
        if (mine) {
            memory_.cells[order.place].monopole = monopole;
            if constexpr (has_quadrupole) {
                memory_.cells[order.place].quadrupole = task_.tree.quadrupoles[cell];
            }
        }
        __syncwarp();
        terms_ += count;
        if constexpr (short_range) {
            m2p_some<Reach::nearby>(0, order.nearby);
        }
        m2p_some<usual>(order.nearby, count);
        __syncwarp();
    }

    template <Reach reach>
    __device__ void m2p_some(unsigned first, unsigned end) {
#pragma unroll 4
        for (unsigned j = first; j < end; ++j) {
            const AcceptedCell<Kind, has_quadrupole> cell = memory_.cells[j];
            for (unsigned k = 0; k < targets_per_lane; ++k) {
                m2p<reach>(sums_[k], group_.target(k), cell, task_);
            }
        }
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
        unsigned nearby = 0;
        if constexpr (short_range) {
            nearby = put_nearby_first(first, count);
            p2p_some<Reach::nearby>(first, first + nearby);
        }
        p2p_some<usual>(first + nearby, first + count);
        used_bodies_ += count;
        __syncwarp();
    }

    // Of the ring's bodies from `first` on; how many they are.
    __device__ unsigned put_nearby_first(unsigned first, unsigned count) {
        const unsigned from = (first + lane_) % ring_size;
        const PointMass<Real> body = memory_.bodies[from];
        const std::uint32_t id = Kind::potential ? memory_.body_ids[from] : no_body;
        const NearbyFirst order = ordered(count, body);
        __syncwarp();
        if (lane_ < count) {
            hold(first + order.place, body, id);
        }
        __syncwarp();
        return order.nearby;
    }

    template <Reach reach>
    __device__ void p2p_some(unsigned first, unsigned end) {
#pragma unroll 4
        for (unsigned j = first; j < end; ++j) {
            const unsigned place = j % ring_size;
            const PointMass<Real> source = memory_.bodies[place];
            for (unsigned k = 0; k < targets_per_lane; ++k) {
                const bool itself = Kind::potential && memory_.body_ids[place] == group_.body(k);
                p2p<reach>(sums_[k], group_.target(k), source, task_, itself);
            }
        }
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
    Box<Real> box_;             // of the group as the walk sees it, of short range
};

// Blocks that fit a multiprocessor at least: what a walk of short range knows of images takes
// registers that its terms can do without. 0: as many as it comes to.
template <class Kind, bool short_range>
constexpr int least_resident_blocks = short_range && sizeof(typename Kind::Real) == 4 ? 12 : 0;

template <class Kind, bool has_quadrupole, unsigned targets_per_lane, bool short_range>
__global__ void __launch_bounds__(walk_threads, (least_resident_blocks<Kind, short_range>))
    walk(WalkTask<typename Kind::Real> task) {
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

template <class Real, bool short_range>
WalkKernel<Real> kernel_among_all(bool with_potential, bool softened, int order, unsigned group) {
    const PairInstances<WalkTask, Real> kernels([order, group](auto kind) {
        return kernel_for<decltype(kind), short_range>(order, group);
    });
    return kernels.function(with_potential, softened);
}

} // namespace

template <class Real>
WalkKernel<Real> walk_kernel(bool with_potential, bool softened, int order, unsigned group) {
    return kernel_among_all<Real, false>(with_potential, softened, order, group);
}

template <class Real>
WalkKernel<Real> short_walk_kernel(bool with_potential, bool softened, int order, unsigned group) {
    return kernel_among_all<Real, true>(with_potential, softened, order, group);
}

template WalkKernel<float> walk_kernel<float>(bool, bool, int, unsigned);
template WalkKernel<double> walk_kernel<double>(bool, bool, int, unsigned);
template WalkKernel<float> short_walk_kernel<float>(bool, bool, int, unsigned);
template WalkKernel<double> short_walk_kernel<double>(bool, bool, int, unsigned);

} // namespace orrery
