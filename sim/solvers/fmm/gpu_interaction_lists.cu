// The dual walk of the fast multipole method on a GPU: which cells a target takes as a whole.
//
// Idea:    a warp for a target cell. It begins with the sources that its parent
//          left undecided, tests 32 of them at a time, and puts each on a list: far, if what its
//          expansion leaves out is small enough; else its children are tested, if it is the larger
//          of the two (or the target a leaf); else the target's children will decide, or, between
//          two leaves, bodies meet each other. The lists are kept, so that the translations of all
//          levels can be done in one launch (gpu_m2l.cu), and be looked at.
// Source:  Dehnen 2002, J. Comput. Phys. 179 (mutual walk, the larger cell is opened); Dehnen 2014,
//          Comput. Astrophys. Cosmol. 1 (pairs accepted by their error); in levels and lists on
//          GPUs: Stuecker & Foldal 2026, arXiv:2609.09307.
// Cost:    about 200 tests a target cell.
// Memory:  four bytes an entry; chunks of 128 bytes.

#include "sim/solvers/fmm/gpu_interaction_lists.cuh"

#include "sim/cuda/follow.cuh"
#include "sim/solvers/fmm/gpu_list_writer.cuh"
#include "sim/solvers/fmm/gpu_pair_error.cuh"
#include "sim/solvers/fmm/with_order.hpp"
#include "sim/solvers/tree/gpu_group.cuh"

#include <algorithm>
#include <cuda/atomic>

namespace orrery {
namespace {

constexpr unsigned list_threads = 64;
constexpr unsigned warps = list_threads / warp_size;
// A leaf of so few bodies costs more as a whole than body by body; with high orders any does.
template <int order>
constexpr unsigned small_leaf = order == any_order ? ~0U
                                : order < 4        ? 8
                                : order == 4       ? 14
                                : order == 5       ? 24
                                                   : 36;
// Levels with fewer targets in all are left out: they would keep few multiprocessors busy, and what
// they have to say is soon said to each of the nodes below.
constexpr unsigned few_targets = 1024;

// The cells that a node left undecided, from another warp: that warp took its target earlier and is
// at work, so it will tell them.
__device__ ChunkList await(ChunkList& list) {
    using Word = unsigned long long;
    const cuda::atomic_ref<Word, cuda::thread_scope_device> word(reinterpret_cast<Word&>(list));
    for (;;) {
        const Word bits = word.load(cuda::memory_order_acquire);
        if (bits != ~Word(0)) {
            return {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)};
        }
        __nanosleep(40);
    }
}
__device__ void tell(ChunkList& list, const ChunkList& value) {
    using Word = unsigned long long;
    const cuda::atomic_ref<Word, cuda::thread_scope_device> word(reinterpret_cast<Word&>(list));
    word.store(value.last | Word(value.count) << 32, cuda::memory_order_release);
}

struct WarpMemory {
    std::uint32_t stack[CellStack::size];
    std::uint32_t far[ListWriter::size], near[ListWriter::size], whole[ListWriter::size],
        undecided[ListWriter::size];
};

// The walk of one target.
template <class Real, int order>
class TargetWalk {
public:
    __device__ TargetWalk(const ListTask<Real>& task, WarpMemory& memory, ChunkSupply& chunks,
                          std::uint32_t slot, unsigned lane)
        : task_(task), chunks_(chunks), lane_(lane),
          is_leaf_(task.targets.walk_nodes[slot].is_leaf()), sphere_(task.spheres[slot]),
          box_(task.targets.boxes[slot]), slot_(slot),
          length_(static_cast<float>(task.limits.units->length)),
          per_mass_(static_cast<float>(task.limits.units->inverse_mass)),
          range_(task.limits), bounds_{static_cast<float>(sphere_.radius),
                                       demand_of(task.least_accelerations[slot], task.limits)},
          stack_(memory.stack, task.sources.roots, lane), far_(memory.far, lane),
          near_(memory.near, lane), whole_(memory.whole, lane), undecided_(memory.undecided, lane) {
    }

    // `alone`: without what the parent found.
    __device__ void run(bool alone) {
        std::uint32_t heard_above = 0;
        if (alone) {
            test_until(0); // the roots of the sources, which are on the stack
        } else {
            std::uint32_t cell = 0;
            stack_.pop(cell);
            const std::uint32_t parent = task_.targets.parents[slot_];
            const ChunkList undecided = told_by(parent);
            heard_above = task_.lists.heard[parent];
            test_undecided(undecided);
        }
        const ChunkList undecided = undecided_.finish(chunks_);
        if (lane_ == 0) {
            task_.lists.heard[slot_] = heard_above + far_.count();
            tell(task_.lists.undecided[slot_], undecided);
        }
        const ChunkList far = far_.finish(chunks_);
        const ChunkList near = near_.finish(chunks_);
        const ChunkList whole = whole_.finish(chunks_);
        if (lane_ == 0) {
            task_.lists.far[slot_] = far;
            task_.lists.near[slot_] = near;
            task_.lists.whole[slot_] = whole;
        }
    }

private:
    __device__ ChunkList told_by(std::uint32_t parent) const {
        ChunkList list;
        if (lane_ == 0) {
            list = await(task_.lists.undecided[parent]);
        }
        list.last = __shfl_sync(all_lanes, list.last, 0);
        list.count = __shfl_sync(all_lanes, list.count, 0);
        return list;
    }

    __device__ void test_undecided(const ChunkList& list) {
        each_chunk(task_.lists.chunks, list, lane_, [this](bool mine, std::uint32_t cell) {
            test(mine, cell);
            // Cells that do not fill the lanes wait for those that the next chunk opens.
            test_until(CellStack::usual_pop);
        });
        test_until(0);
    }

    __device__ void test_until(unsigned runs) {
        while (stack_.runs() > runs) {
            std::uint32_t cell = 0;
            const bool mine = stack_.pop(cell);
            test(mine, cell);
        }
    }

    __device__ void test(bool mine, std::uint32_t cell) {
        const WalkNode<Real> source = task_.sources.walk_nodes[cell];
        const Approach how = mine ? approach(source) : Approach::none;
        far_.add(how == Approach::far, cell, chunks_);
        near_.add(how == Approach::near, cell, chunks_);
        whole_.add(how == Approach::whole, cell, chunks_);
        undecided_.add(how == Approach::undecided, cell, chunks_);
        stack_.push(source.first, how == Approach::open ? source.count() : 0);
    }

    enum class Approach { none, far, near, whole, undecided, open };

    __device__ Approach approach(const WalkNode<Real>& source) const {
        const Real x = sphere_.x - source.monopole.x;
        const Real y = sphere_.y - source.monopole.y;
        const Real z = sphere_.z - source.monopole.z;
        const Real squared = x * x + y * y + z * z;
        const auto apart = static_cast<float>(squared);
        const auto softening = static_cast<float>(task_.softening_squared);
        const float both = source.opening_radius + bounds_.radius;
        const PairSource bounds{source.moment_length, source.opening_radius,
                                static_cast<float>(source.monopole.mass) * per_mass_};
        if (range_.separates(squared, both) &&
            pair_error<order>(bounds_, bounds, reciprocal_root(apart + softening), length_,
                              task_.limits.order) < 1.0F) {
            return Approach::far;
        }
        if (!is_leaf_) {
            return !source.is_leaf() && !source.is_closed() &&
                           source.opening_radius > bounds_.radius
                       ? Approach::open
                       : Approach::undecided;
        }
        if (source.is_closed()) {
            return Approach::whole;
        }
        // To a leaf's own bodies a source may be far although it is not far from all around them.
        if (source.is_leaf() && source.count() <= small_leaf<order>) {
            return Approach::near;
        }
        if (order == any_order && source.moment_length > bounds_.radius) {
            return Approach::open; // translations are quicker than M2P
        }
        const auto nearest = static_cast<float>(
            box_.distance_squared(source.monopole.x, source.monopole.y, source.monopole.z));
        if (range_.separates(Real(nearest), source.opening_radius) &&
            pair_error<order>({0.0F, bounds_.demand}, bounds, reciprocal_root(nearest + softening),
                              length_, task_.limits.order) < 1.0F) {
            return Approach::whole;
        }
        return source.is_leaf() ? Approach::near : Approach::open;
    }

    const ListTask<Real>& task_;
    ChunkSupply& chunks_;
    unsigned lane_;
    bool is_leaf_;
    Sphere<Real> sphere_;
    Box<Real> box_;
    std::uint32_t slot_;
    float length_, per_mass_;
    PairRange<Real> range_;
    PairTarget bounds_;
    CellStack stack_;
    ListWriter far_, near_, whole_, undecided_;
};

template <class Real, int order>
__global__ void __launch_bounds__(list_threads) walk_targets(ListTask<Real> task, int first_level) {
    follow();
    __shared__ WarpMemory memory[warps];
    const unsigned lane = threadIdx.x % warp_size;
    ChunkSupply chunks(task.lists, lane);
    const unsigned nodes = task.nodes.count;
    for (;;) {
        const unsigned place = drawn_by_warp(task.lists.next_node);
        if (place >= nodes) {
            return;
        }
        const std::uint32_t slot = task.nodes.slots[place];
        const WalkNode<Real>& node = task.targets.walk_nodes[slot];
        const bool coarse = node.level() < first_level;
        if (coarse && !node.is_leaf()) {
            if (lane == 0) {
                task.lists.far[slot] = {};
                task.lists.near[slot] = {};
                task.lists.whole[slot] = {};
            }
            continue;
        }
        const bool alone =
            coarse || slot == 0 ||
            task.targets.walk_nodes[task.targets.parents[slot]].level() < first_level;
        TargetWalk<Real, order>(task, memory[threadIdx.x / warp_size], chunks, slot, lane)
            .run(alone);
        __syncwarp();
    }
}

} // namespace

template <class Real>
void find_interactions(DeviceQueue& queue, const DeviceTree<Real>& targets,
                       const ListTask<Real>& task) {
    const auto nodes = static_cast<unsigned>(targets.node_count());
    with_any_order(task.limits.order, [&]<int order>() {
        const auto kernel = walk_targets<Real, order>;
        int first_level = 0;
        while (first_level < curve_levels && targets.level_begin(first_level + 1) < few_targets) {
            ++first_level;
        }
        launch_following(queue, "lists",
                         queue.resident_shape(kernel, (nodes + warps - 1) / warps, list_threads),
                         kernel, task, first_level);
    });
}

template void find_interactions(DeviceQueue&, const DeviceTree<float>&, const ListTask<float>&);
template void find_interactions(DeviceQueue&, const DeviceTree<double>&, const ListTask<double>&);

} // namespace orrery
