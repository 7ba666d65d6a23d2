#pragma once

// The essential tree of a domain: what another GPU has to see of it so that its walks find there
// what they would find in the whole tree.
//
// Idea:    the other tells the boxes of its coarse nodes, and all domains what is in theirs. From
//          that the least acceleration in each of its boxes is estimated, and with it which nodes
//          here a walk from any of them could open. Those are written with their children, which
//          stay side by side, or their bodies; a node that none can open is closed: it is taken
//          whole there whatever the walk thinks. One launch does all of that: opened nodes wait in
//          a list from which blocks take them as others put them in.
// Source:  Salmon 1991, "Parallel Hierarchical N-body Methods", PhD thesis, Caltech (locally
//          essential trees); Bedorf, Gaburov & Portegies Zwart 2014, SC14 (boxes of a domain in
//          place of its bodies).
// Cost:    for each opened node up to eight nodes against 32 boxes of boxes, and those within that
//          are near. A few percent of a domain's nodes are opened.
// Memory:  a record of 64 bytes in float and what stands for a node's bodies; 8 bytes a node and
//          reader for the list.
//
// A method has a `Judge` with
//
//     __device__ float demand(float acceleration) const; // of a box, for its TargetBox
//     __device__ auto ready() const; // with all that it reads in registers, which has
//
//     __device__ bool opens(const WalkNode<Real>& node, const TargetBox& target) const;
//
// where a larger box with a greater demand opens whatever one within it does.

#include "sim/cuda/device_queue.hpp"
#include "sim/domain/device_domain_boxes.cuh"
#include "sim/tree/device_tree.cuh"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cuda/atomic>

namespace orrery {

// What stands for the bodies of a tree's nodes, besides their mass: `words` of 16 bytes a node.
template <class Word>
struct NodeRows {
    Word* first;
    unsigned words;
};

// What others see of.
template <class Real>
struct ToldTree {
    DeviceTreeView<Real> tree;
    NodeRows<const uint4> rows;
    const std::uint32_t* bodies_of_nodes;
};

// A node on its way, in words of 16 bytes: the WalkNode, its box and its row.
template <class Real>
struct NodeRecord {
    WalkNode<Real> node;
    Box<Real> box;

    // The one with what is known when a node is opened.
    static constexpr unsigned opened_word = sizeof(PointMass<Real>) / sizeof(uint4);
    static unsigned words(unsigned row) { return sizeof(NodeRecord) / sizeof(uint4) + row; }
};
static_assert(sizeof(NodeRecord<float>) % sizeof(uint4) == 0);
static_assert(sizeof(NodeRecord<double>) % sizeof(uint4) == 0);

// Counters of one essential tree, 0 at first.
struct EssentialCounts {
    static constexpr int opened_shift = 32;
    unsigned long long nodes_and_opened; // nodes below the shift
    unsigned bodies;
    unsigned drawn, done; // of those that wait to be opened
};

// One essential tree in the making.
template <class Real>
struct EssentialRoom {
    const TargetBox* boxes; // domain_boxes, and behind them those of boxes_together each
    uint4* records;
    PointMass<Real>* bodies;
    unsigned node_room, body_room;
    unsigned long long* waiting; // room_to_wait(nodes of the tree); all bits set before
    EssentialCounts* counts;
};
constexpr std::size_t room_to_wait(std::size_t nodes) {
    return nodes + 1; // the first stands for what is above the root
}

// The domain of each, and how many there are.
template <class Real>
struct EssentialRooms {
    EssentialRoom<Real> of[most_domains];
};

// Where the essential tree for another domain is.
template <class Real>
struct EssentialTree {
    const uint4* records = nullptr;
    const PointMass<Real>* bodies = nullptr;
    unsigned node_count = 0, body_count = 0;
};

namespace essential {

inline constexpr unsigned threads = 256;
inline constexpr unsigned warps = threads / 32;
// Of a tree, for which a block pays: most are closed at once, or are below closed ones.
inline constexpr unsigned nodes_of_block = 256;
inline constexpr unsigned demand_threads = 32 * boxes_together;
inline constexpr unsigned together = domain_boxes / boxes_together;
inline constexpr unsigned every_lane = 0xffffffffU;

// What is estimated from coarse nodes may be more than what is felt.
inline constexpr float sure_part = 0.5F;

template <class Real>
__device__ Real sum_of_warp(Real own) {
    for (unsigned distance = 16; distance > 0; distance /= 2) {
        own += __shfl_xor_sync(every_lane, own, distance);
    }
    return own;
}

template <class Real>
__device__ Real half_diagonal(const Box<Real>& box) {
    const Real x = box.high_x - box.low_x;
    const Real y = box.high_y - box.low_y;
    const Real z = box.high_z - box.low_z;
    return sqrt(x * x + y * y + z * z) / 2;
}

template <class Real>
__device__ Box<float> rounded_outwards(const Box<Real>& box) {
    return {__double2float_rd(box.low_x),  __double2float_rd(box.low_y),
            __double2float_rd(box.low_z),  __double2float_ru(box.high_x),
            __double2float_ru(box.high_y), __double2float_ru(box.high_z)};
}

// The least acceleration in a box, without the factor G: the lanes of a warp sum over the boxes of
// all domains as points smeared over them, as if they were farther away by what the box reaches.
// What is in the box itself is left out.
template <class Real>
__device__ float least_acceleration(const BoxesOfAll<Real>& all, const Box<Real>& box,
                                    Real softening_squared, unsigned lane) {
    const Real reach = half_diagonal(box);
    const Real x = (box.low_x + box.high_x) / 2;
    const Real y = (box.low_y + box.high_y) / 2;
    const Real z = (box.low_z + box.high_z) / 2;
    Real sum[4] = {};
    Real change = 0; // of the pull from the middle to anywhere in the box, at most
    for (std::uint32_t left = all.with_sources; left != 0; left &= left - 1) {
        const DomainBox<Real>* const first = all.sources + (__ffs(int(left)) - 1) * domain_boxes;
        for (unsigned i = lane; i < domain_boxes; i += 32) {
            const DomainBox<Real> source = first[i];
            const PointMass<Real> centre = source.monopole;
            if (source.bodies == 0 || box.distance_squared(centre.x, centre.y, centre.z) == 0) {
                continue;
            }
            const Real size = half_diagonal(source.box);
            const Real d[3] = {centre.x - x, centre.y - y, centre.z - z};
            const Real inverse =
                1 / sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + softening_squared + size * size);
            const Real weaker = inverse / (1 + reach * inverse);
            const Real pull = (centre.mass * weaker) * weaker;
            for (int axis = 0; axis < 3; ++axis) {
                sum[axis] += pull * (d[axis] * inverse);
            }
            sum[3] += pull;
            change += pull * fmin(2 * reach * inverse, Real(1));
        }
    }
    for (Real& one : sum) {
        one = sum_of_warp(one);
    }
    const Real net =
        sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]) - sum_of_warp(change);
    return sure_part *
           fmaxf(static_cast<float>(net), min_part_of_pulls * static_cast<float>(sum[3]));
}

// A block for boxes that are looked at together, a warp for each of them.
template <class Real, class Judge>
__global__ void __launch_bounds__(demand_threads)
    find_demands(BoxesOfAll<Real> all, std::uint32_t readers, Judge judge, Real softening_squared,
                 TargetBox* boxes) {
    __shared__ TargetBox found[boxes_together];
    __shared__ bool exists[boxes_together];
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
    TargetBox one{rounded_outwards(target.box), -1.0F, 0.0F};
    if (target.bodies != 0) {
        one.demand = judge.demand(least_acceleration(all, target.box, softening_squared, lane));
        constexpr float largest_leaf = 64;
        one.leaf_radius = static_cast<float>(half_diagonal(target.box)) *
                          cbrtf(fminf(largest_leaf / float(target.bodies), 1.0F));
    }
    if (lane == 0) {
        own[place] = one;
        found[which] = one;
        exists[which] = target.bodies != 0;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        TargetBox whole{{}, -1.0F, 0.0F};
        for (unsigned k = 0; k < boxes_together; ++k) {
            if (!exists[k]) {
                continue;
            }
            if (whole.demand < 0) {
                whole = found[k];
            }
            whole.box.extend(found[k].box);
            whole.demand = fmaxf(whole.demand, found[k].demand);
            whole.leaf_radius = fmaxf(whole.leaf_radius, found[k].leaf_radius);
        }
        own[domain_boxes + blockIdx.x] = whole;
    }
}

// How a block takes nodes that wait to be opened, some at a time and in their order. It waits for
// those that other blocks are about to put there: they are at work.
class OpenedNodes {
public:
    template <class Real>
    __device__ OpenedNodes(const EssentialRoom<Real>& room, unsigned most)
        : waiting_(room.waiting), counts_(room.counts), most_(most) {}

    // By one warp: how many there are now, from next() on; 0: all are done.
    __device__ unsigned take(unsigned lane) {
        if (next_ == end_) {
            next_ = lane == 0 ? atomicAdd(&counts_->drawn, warps) : 0;
            next_ = __shfl_sync(every_lane, next_, 0);
            end_ = next_ + warps;
        }
        for (;;) {
            const unsigned place = next_ + lane;
            const bool there = place < end_ && is_there(place);
            const unsigned ready = __ffs(int(~__ballot_sync(every_lane, there))) - 1;
            if (ready > 0) {
                return ready;
            }
            if (all_done()) {
                return 0;
            }
            __nanosleep(100);
        }
    }
    __device__ unsigned next() const { return next_; }
    // Node and record of one that is there. Past this multiprocessor's own cache: a neighbour may
    // have been read when this was not there yet.
    __device__ unsigned long long entry(unsigned place) const {
        const cuda::atomic_ref<Word, cuda::thread_scope_device> one(waiting_[place]);
        return one.load(cuda::memory_order_relaxed);
    }
    // By one thread of the block, when all of its warps are through with as many.
    __device__ void finish(unsigned how_many) {
        const cuda::atomic_ref<unsigned, cuda::thread_scope_device> done(counts_->done);
        done.fetch_add(how_many, cuda::memory_order_release);
    }
    __device__ void advance(unsigned how_many) { next_ += how_many; }

private:
    using Word = unsigned long long;

    // The first one needs no entry.
    __device__ bool is_there(unsigned place) const {
        if (place == 0) {
            return true;
        }
        if (place >= most_) {
            return false;
        }
        return entry(place) != ~Word(0);
    }
    __device__ bool all_done() const {
        const cuda::atomic_ref<unsigned, cuda::thread_scope_device> done(counts_->done);
        const cuda::atomic_ref<Word, cuda::thread_scope_device> both(counts_->nodes_and_opened);
        const unsigned before = done.load(cuda::memory_order_acquire);
        const Word opened = both.load(cuda::memory_order_relaxed) >> EssentialCounts::opened_shift;
        return before == opened + 1;
    }

    Word* waiting_;
    EssentialCounts* counts_;
    unsigned most_;
    unsigned next_ = 0, end_ = 0;
};

// A warp's work on one opened node.
template <class Real, class Judge>
class NodeWriter {
public:
    using Record = NodeRecord<Real>;

    // `boxes`: those of the room.
    __device__ NodeWriter(const ToldTree<Real>& told, const Judge& judge,
                          const EssentialRoom<Real>& room, const TargetBox* boxes, unsigned lane)
        : tree_(told.tree), rows_(told.rows), bodies_of_nodes_(told.bodies_of_nodes), judge_(judge),
          room_(room), boxes_(boxes), lane_(lane) {}

    // Nodes side by side: the root, as the only child of what is above it, at place 0 of those that
    // wait; else the children of the node that waits.
    struct Children {
        std::uint32_t first, count;
    };
    __device__ Children children_of(unsigned place, std::uint32_t slot) const {
        if (place == 0) {
            return {0, 1};
        }
        const WalkNode<Real>& node = tree_.walk_nodes[slot];
        return {node.first, node.is_leaf() ? 0 : node.count()};
    }

    // `opened`: a bit for each child.
    __device__ void begin(std::uint32_t opened) { write_children({0, 1}, opened); }

    // Node `slot` of the tree, whose record is the `at`-th.
    __device__ void open(std::uint32_t slot, std::uint32_t at, std::uint32_t opened) {
        const WalkNode<Real> node = tree_.walk_nodes[slot];
        const std::uint32_t first = node.is_leaf()
                                        ? write_bodies(node)
                                        : write_children({node.first, node.count()}, opened);
        if (lane_ == 0 && at < room_.node_room) {
            WalkNode<Real> written = node;
            written.first = first;
            record(at)[Record::opened_word] =
                reinterpret_cast<const uint4*>(&written)[Record::opened_word];
        }
    }

private:
    __device__ unsigned words() const { return sizeof(Record) / sizeof(uint4) + rows_.words; }
    __device__ uint4* record(std::uint32_t at) const {
        return room_.records + std::size_t(at) * words();
    }

    __device__ std::uint32_t write_bodies(const WalkNode<Real>& leaf) {
        unsigned first = lane_ == 0 ? atomicAdd(&room_.counts->bodies, leaf.count()) : 0;
        first = __shfl_sync(every_lane, first, 0);
        for (unsigned i = lane_; i < leaf.count() && first + i < room_.body_room; i += 32) {
            room_.bodies[first + i] = tree_.bodies[leaf.first + i];
        }
        return first;
    }

    __device__ std::uint32_t write_children(const Children& children, std::uint32_t opened) {
        const auto [slot, count] = children;
        const auto pushed = static_cast<unsigned>(__popc(opened));
        unsigned long long places = 0;
        if (lane_ == 0) {
            places = atomicAdd(&room_.counts->nodes_and_opened,
                               count | static_cast<unsigned long long>(pushed)
                                           << EssentialCounts::opened_shift);
        }
        places = __shfl_sync(every_lane, places, 0);
        const auto at = static_cast<std::uint32_t>(places);
        const bool mine = (opened >> lane_ & 1U) != 0;
        if (mine) {
            const auto before = static_cast<unsigned>(__popc(opened & ((1U << lane_) - 1)));
            const auto place =
                static_cast<unsigned>(places >> EssentialCounts::opened_shift) + 1 + before;
            const cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> entry(
                room_.waiting[place]);
            entry.store(static_cast<unsigned long long>(slot + lane_) << 32 | (at + lane_),
                        cuda::memory_order_relaxed);
        }
        for (unsigned child = 0; child < count; ++child) {
            if (at + child < room_.node_room) {
                write(slot + child, at + child, (opened >> child & 1U) != 0);
            }
        }
        return at;
    }

public:
    // By all lanes.
    __device__ bool is_opened(const WalkNode<Real>& node) const {
        const TargetBox wide = boxes_[domain_boxes + lane_];
        std::uint32_t near =
            __ballot_sync(every_lane, wide.demand >= 0 && judge_.opens(node, wide));
        for (; near != 0; near &= near - 1) {
            const unsigned first = (__ffs(int(near)) - 1) * boxes_together;
            const TargetBox box = boxes_[first + lane_];
            if (__any_sync(every_lane, box.demand >= 0 && judge_.opens(node, box)) != 0) {
                return true;
            }
        }
        return false;
    }

private:
    // What an opened one consists of is written when that is known.
    __device__ void write(std::uint32_t slot, std::uint32_t at, bool opened) const {
        uint4* const to = record(at);
        WalkNode<Real> node = tree_.walk_nodes[slot];
        if (!opened) {
            node.first = bodies_of_nodes_[slot];
            node.packed = WalkNode<Real>::closed(node.packed);
        }
        constexpr unsigned head = sizeof(Record) / sizeof(uint4);
        const Record known{node, tree_.boxes[slot]};
        for (unsigned word = 0; word < head; ++word) {
            if (lane_ == word && !(opened && word == Record::opened_word)) {
                to[word] = reinterpret_cast<const uint4*>(&known)[word];
            }
        }
        for (unsigned word = lane_; word < rows_.words; word += 32) {
            to[head + word] = rows_.first[std::size_t(slot) * rows_.words + word];
        }
    }

    const DeviceTreeView<Real>& tree_;
    const NodeRows<const uint4>& rows_;
    const std::uint32_t* bodies_of_nodes_;
    const Judge& judge_;
    const EssentialRoom<Real>& room_;
    const TargetBox* boxes_;
    unsigned lane_;
};

template <class Real, class Judge>
__global__ void __launch_bounds__(threads)
    write_trees(const __grid_constant__ ToldTree<Real> told, Judge judge,
                const __grid_constant__ EssentialRooms<Real> rooms) {
    __shared__ unsigned ready_of_block, next_of_block;
    __shared__ std::uint32_t opened_children[warps]; // of each node, a bit for each
    __shared__ TargetBox boxes[domain_boxes + together];
    const EssentialRoom<Real>& room = rooms.of[blockIdx.y];
    const unsigned lane = threadIdx.x % 32;
    const unsigned warp = threadIdx.x / 32;
    for (unsigned i = threadIdx.x; i < domain_boxes + together; i += threads) {
        boxes[i] = room.boxes[i];
    }
    if (threadIdx.x < warps) {
        opened_children[threadIdx.x] = 0;
    }
    OpenedNodes opened(room, static_cast<unsigned>(room_to_wait(told.tree.node_count)));
    const auto ready_judge = judge.ready();
    NodeWriter writer(told, ready_judge, room, boxes, lane);
    for (;;) {
        if (warp == 0) {
            const unsigned ready = opened.take(lane);
            if (lane == 0) {
                ready_of_block = ready;
                next_of_block = opened.next();
            }
        }
        __syncthreads();
        const unsigned ready = ready_of_block;
        if (ready == 0) {
            return;
        }
        const unsigned next = next_of_block;
        // All warps share the tests, also of a single node's children.
        for (unsigned test = warp; test < ready * max_children; test += warps) {
            const unsigned which = test / max_children;
            const unsigned child = test % max_children;
            const unsigned place = next + which;
            const auto slot =
                static_cast<std::uint32_t>(place == 0 ? 0 : opened.entry(place) >> 32);
            const auto children = writer.children_of(place, slot);
            if (child < children.count &&
                writer.is_opened(told.tree.walk_nodes[children.first + child]) && lane == 0) {
                atomicOr(&opened_children[which], 1U << child);
            }
        }
        __syncthreads();
        const unsigned place = next + warp;
        if (warp < ready && place == 0) {
            writer.begin(opened_children[warp]);
        } else if (warp < ready) {
            const unsigned long long entry = opened.entry(place);
            writer.open(static_cast<std::uint32_t>(entry >> 32), static_cast<std::uint32_t>(entry),
                        opened_children[warp]);
        }
        __syncthreads();
        if (threadIdx.x < warps) {
            opened_children[threadIdx.x] = 0; // seen by all after the next turn's first barrier
        }
        if (warp == 0) {
            opened.advance(ready);
            if (lane == 0) {
                opened.finish(ready);
            }
        }
    }
}

} // namespace essential

// Writes the essential trees for all other domains that have targets.
template <class Real>
class EssentialWriter {
public:
    // Puts it into the queue.
    template <class Judge>
    void write(DeviceQueue& queue, const ToldTree<Real>& told, const Judge& judge,
               const BoxesOfAll<Real>& all, Real softening_squared) {
        const EssentialRooms<Real> rooms = make_room(queue, told, all);
        if (readers_ == 0) {
            return;
        }
        const auto readers = static_cast<unsigned>(std::popcount(readers_));
        queue.launch("domains",
                     {dim3(essential::together, readers), dim3(essential::demand_threads)},
                     essential::find_demands<Real, Judge>, all, readers_, judge, softening_squared,
                     boxes_.data());
        const auto kernel = essential::write_trees<Real, Judge>;
        const unsigned resident = queue.resident_blocks(kernel, essential::threads);
        const unsigned blocks = std::min(std::max(resident / readers, 1U),
                                         told.tree.node_count / essential::nodes_of_block + 1);
        queue.launch("domains", {dim3(blocks, readers), dim3(essential::threads)}, kernel, told,
                     judge, rooms);
        tell_counts(queue);
    }
    // Waits for the sizes. Whether there was room for all; else they are to be written again.
    bool fits();

    // After that: for another domain.
    EssentialTree<Real> for_domain(unsigned reader) const;
    unsigned record_words() const { return record_words_; }
    std::size_t bytes() const;

private:
    struct Part {
        DeviceArray<uint4> records;
        DeviceArray<PointMass<Real>> bodies;
    };

    EssentialRooms<Real> make_room(DeviceQueue& queue, const ToldTree<Real>& told,
                                   const BoxesOfAll<Real>& all);
    void tell_counts(DeviceQueue& queue);

    std::uint32_t readers_ = 0; // domains, a bit each
    unsigned record_words_ = 1;
    Part parts_[most_domains];
    DeviceArray<TargetBox> boxes_;
    DeviceArray<unsigned long long> waiting_;
    DeviceArray<EssentialCounts> counts_;
    PinnedArray<EssentialCounts> counts_on_host_;
    DeviceEvent counted_;
};

} // namespace orrery
