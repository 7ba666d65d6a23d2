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
// Memory:  6 KB of shared memory a warp, of short range 9.

#include "sim/solvers/tree/gpu_group.cuh"
#include "sim/solvers/tree/gpu_walk_images.cuh"
#include "sim/solvers/tree/gpu_walk_series.cuh"
#include "sim/solvers/tree/gpu_walk_terms.cuh"

namespace orrery {
namespace {

constexpr unsigned warps = walk_threads / warp_size;
constexpr unsigned ring_size = 2 * warp_size;
constexpr std::uint32_t no_body = ~0U;

// A warp's part of shared memory.
template <class Kind, bool has_quadrupole, bool short_range>
struct WarpMemory {
    using Real = typename Kind::Real;
    AcceptedCell<Kind, has_quadrupole> cells[warp_size];
    PointMass<Real> bodies[ring_size];
    std::uint32_t body_ids[Kind::potential ? ring_size : 1];
    // Of short range: which bodies are whole.
    bool is_whole[short_range ? ring_size : 1];
    SeriesMemory<Real, short_range> series;
    WalkImages<Real> images;
    std::uint32_t cell_list[ring_size];
    std::uint32_t stack[CellStack::size];
};

// The walk of one group; of short range, one for each image of the box that it feels.
template <class Kind, bool has_quadrupole, unsigned targets_per_lane, bool short_range>
class GroupWalk {
public:
    using Real = typename Kind::Real;
    static constexpr int order = has_quadrupole ? 2 : 1;
    // More would leave the cache of instructions. What a mesh leaves takes twice the room of the
    // whole law.
    template <Law how>
    static constexpr unsigned terms_at_once = how == Law::whole ? 4 : 2;
    static constexpr Law usual = short_range ? Law::left_by_mesh : Law::whole;
    // The highest bit of a cell's number in a list: it is whole.
    static constexpr std::uint32_t whole_bit = 1U << 31;

    __device__ GroupWalk(const WalkTask<Real>& task,
                         WarpMemory<Kind, has_quadrupole, short_range>& memory, const Group& group,
                         unsigned lane)
        : task_(task), memory_(memory), group_(task.targets, group, lane), lane_(lane),
          series_(task, memory.series, lane) {}

    __device__ void run() {
        if (!any_wanted()) {
            return;
        }
        const Box<Real> box = group_.box();
        if constexpr (short_range) {
            __syncwarp(); // the group before has read its own
            if (lane_ == 0) {
                memory_.images.find(box, task_.tree.boxes[0], task_.edges, task_.mesh_part.cutoff);
            }
            __syncwarp();
            const float scale = scale_of_images();
            series_.begin(box);
            for (unsigned image = 0; image < memory_.images.count(); ++image) {
                see(image);
                walk(memory_.images.seen, scale);
            }
            group_.place(task_.targets, 0, 0, 0);
            series_.finish(group_, memory_.images.group, sums_);
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
        for (bool more = true; more;) {
            std::uint32_t cell = 0;
            bool mine = stack.pop(cell);
            // [/gpu.tree]
            bool whole = !short_range || stack.popped_marked();
            // [gpu.tree]
            const WalkNode<Real> node = task_.tree.walk_nodes[cell];
            // [/gpu.tree]
            bool now = false;
            if constexpr (short_range) {
                mine = mine && (whole || in_reach(node, box));
                now = mine && !whole && series_.has(node, box);
                whole = whole || now;
            }
            // [gpu.tree]
            // [lit]
            const Acceptance how = acceptance(order, task_.criterion, node, box, scale);
            // [/lit]
            const bool open = mine && how == Acceptance::open;
            stack.push(node.first, open && !node.is_leaf() ? node.count() : 0, whole);
            more = !stack.empty(); // else all that waits in lists is added
            take_cells(mine && how == Acceptance::quadrupole, cell, whole, more);
            hold_points(mine && how == Acceptance::monopole, node.monopole, whole);
            take_bodies(open && node.is_leaf() ? node.count() : 0, node.first, whole, more);
            // [/gpu.tree]
            if constexpr (short_range) {
                series_.take(now, cell, box, more);
            }
        }
    }

    // How many of a list are added at once: all there are when no more come.
    __device__ static unsigned full(unsigned waiting, bool more) {
        return waiting >= warp_size ? warp_size : more ? 0 : waiting;
    }

    __device__ bool in_reach(const WalkNode<Real>& node, const Box<Real>& box) const {
        const PointMass<Real>& centre = node.monopole;
        const Real reach = task_.mesh_part.cutoff + static_cast<Real>(node.opening_radius);
        return !(box.distance_squared(centre.x, centre.y, centre.z) > reach * reach);
    }

    // Puts the group where it sees an image of the box as if it were the box.
    __device__ void see(unsigned image) {
        int steps[3];
        memory_.images.steps(image, steps);
        const Real x = static_cast<Real>(steps[0]) * task_.edges[0];
        const Real y = static_cast<Real>(steps[1]) * task_.edges[1];
        const Real z = static_cast<Real>(steps[2]) * task_.edges[2];
        group_.place(task_.targets, x, y, z);
        among_sources_ = steps[0] == 0 && steps[1] == 0 && steps[2] == 0;
        __syncwarp();
        if (lane_ == 0) {
            memory_.images.shift(x, y, z);
        }
        __syncwarp();
    }

    __device__ float scale_of_images() {
        if (!task_.criterion.relative) {
            return 0;
        }
        // In open space the whole pull is what errors are relative to; in a box that of far images
        // is the mesh's to know.
        const Real cutoff = task_.mesh_part.cutoff;
        const Real fading = task_.edges[0] > 0 ? 1 / (cutoff * cutoff) : Real(0);
        PullEstimate<Real> pull;
        for (unsigned image = 0; image < memory_.images.count(); ++image) {
            see(image);
            pull.add(estimate_pull(task_.tree, memory_.images.seen, Real(0), fading,
                                   task_.softening_squared, memory_.stack, lane_));
        }
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

    __device__ void take_cells(bool take, std::uint32_t cell, bool whole, bool more) {
        const unsigned place = listed_place(take, listed_cells_);
        if (take) {
            memory_.cell_list[place] = short_range && whole ? cell | whole_bit : cell;
        }
        __syncwarp();
        for (unsigned count; (count = full(listed_cells_, more)) > 0;) {
            m2p_listed(count);
        }
    }

    // The last `count` of the list.
    __device__ void m2p_listed(unsigned count) {
        listed_cells_ -= count;
        const bool mine = lane_ < count;
        const std::uint32_t listed = mine ? memory_.cell_list[listed_cells_ + lane_] : 0;
        const std::uint32_t cell = listed & ~whole_bit;
        WholeFirst order{0, lane_};
        if constexpr (short_range) {
            order = whole_first(mine, listed != cell);
        }
        if (mine) {
            memory_.cells[order.place].monopole = task_.tree.walk_nodes[cell].monopole;
            if constexpr (has_quadrupole) {
                memory_.cells[order.place].quadrupole = task_.tree.quadrupoles[cell];
            }
        }
        __syncwarp();
        terms_ += count;
        if constexpr (short_range) {
            m2p_some<Law::whole>(0, order.whole);
        }
        m2p_some<usual>(order.whole, count);
        __syncwarp();
    }

    template <Law how>
    __device__ void m2p_some(unsigned first, unsigned end) {
#pragma unroll(terms_at_once <how>)
        for (unsigned j = first; j < end; ++j) {
            const AcceptedCell<Kind, has_quadrupole> cell = memory_.cells[j];
            for (unsigned k = 0; k < targets_per_lane; ++k) {
                m2p<how>(sums_[k], group_.target(k), cell, task_);
            }
        }
    }

    // Cells that are as good as bodies: fewer than 64 with those in the ring.
    __device__ void hold_points(bool take, const PointMass<Real>& centre, bool whole) {
        const unsigned place = listed_place(take, held_bodies_);
        if (take) {
            hold(place, centre, no_body, whole);
        }
    }

    __device__ void hold(unsigned at, const PointMass<Real>& body, std::uint32_t id, bool whole) {
        memory_.bodies[at % ring_size] = body;
        if constexpr (Kind::potential) {
            memory_.body_ids[at % ring_size] = id;
        }
        if constexpr (short_range) {
            memory_.is_whole[at % ring_size] = whole;
        }
    }

    // Each lane's `count` bodies from `first` on: the lanes find out together which is whose.
    __device__ void take_bodies(unsigned count, std::uint32_t first, bool whole, bool more) {
        const unsigned before = sum_before(count, lane_);
        const unsigned total = __shfl_sync(all_lanes, before + count, warp_size - 1);
        const unsigned whole_lanes = short_range ? __ballot_sync(all_lanes, whole) : all_lanes;
        for (unsigned begin = 0;;) {
            __syncwarp();
            const unsigned count = full(held_bodies_ - used_bodies_, more || begin < total);
            if (count > 0) {
                p2p_held(count);
                continue;
            }
            if (begin >= total) {
                return;
            }
            const unsigned wanted = begin + lane_;
            const unsigned owner = owner_of(wanted, before);
            const unsigned source = __shfl_sync(all_lanes, first, owner) + wanted -
                                    __shfl_sync(all_lanes, before, owner);
            if (wanted < total) {
                hold(held_bodies_ + lane_, task_.tree.bodies[source],
                     among_sources_ ? source + task_.number_offset : no_body,
                     (whole_lanes >> owner & 1U) != 0);
            }
            held_bodies_ += min(total - begin, warp_size);
            begin += warp_size;
        }
    }

    __device__ void p2p_held(unsigned count) {
        terms_ += count;
        const unsigned first = used_bodies_ % ring_size;
        unsigned whole = 0;
        if constexpr (short_range) {
            whole = put_whole_first(first, count);
            p2p_some<Law::whole>(first, first + whole);
        }
        p2p_some<usual>(first + whole, first + count);
        used_bodies_ += count;
        __syncwarp();
    }

    // Of the ring's bodies from `first` on; how many they are.
    __device__ unsigned put_whole_first(unsigned first, unsigned count) {
        const unsigned from = (first + lane_) % ring_size;
        const PointMass<Real> body = memory_.bodies[from];
        const std::uint32_t id = Kind::potential ? memory_.body_ids[from] : no_body;
        const WholeFirst order = whole_first(lane_ < count, memory_.is_whole[from]);
        if (order.whole == count) {
            return count;
        }
        __syncwarp();
        if (lane_ < count) {
            hold(first + order.place, body, id, false); // which is not asked again
        }
        __syncwarp();
        return order.whole;
    }

    template <Law how>
    __device__ void p2p_some(unsigned first, unsigned end) {
        // Of a small cell the target itself was a part, for the mesh as well.
        Real of_itself = 0;
        if constexpr (short_range && how == Law::whole) {
            const MeshPart<Real>& law = task_.mesh_part;
            const Real place = fma(law.per_square, task_.softening_squared, Real(-1));
            of_itself = law.per_unit * polynomial(law.potential, place);
        }
#pragma unroll(terms_at_once <how>)
        for (unsigned j = first; j < end; ++j) {
            const unsigned place = j % ring_size;
            const PointMass<Real> source = memory_.bodies[place];
            for (unsigned k = 0; k < targets_per_lane; ++k) {
                const bool itself = Kind::potential && memory_.body_ids[place] == group_.body(k);
                p2p<how>(sums_[k], group_.target(k), source, task_, itself, of_itself);
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
    WarpMemory<Kind, has_quadrupole, short_range>& memory_;
    WarpGroup<Real, targets_per_lane> group_;
    unsigned lane_;
    WalkSeries<Kind, has_quadrupole, short_range> series_;
    ForceSum<Kind> sums_[targets_per_lane];
    unsigned listed_cells_ = 0;
    unsigned held_bodies_ = 0, used_bodies_ = 0; // put into the ring and taken out, in all
    unsigned terms_ = 0;
    bool among_sources_ = true; // else their images
};

// Blocks that fit a multiprocessor at least: what a walk of short range knows of images takes
// registers that its terms can do without. 0: as many as it comes to.
template <class Kind, bool short_range>
constexpr int least_resident_blocks = short_range && sizeof(typename Kind::Real) == 4 ? 12 : 0;

template <class Kind, bool has_quadrupole, unsigned targets_per_lane, bool short_range>
__global__ void __launch_bounds__(walk_threads, (least_resident_blocks<Kind, short_range>))
    walk(WalkTask<typename Kind::Real> task) {
    __shared__ WarpMemory<Kind, has_quadrupole, short_range> memory[warps];
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
