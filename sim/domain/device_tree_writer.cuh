#pragma once

// The kernels that make essential trees: which nodes are opened, where what they consist of goes,
// and what is written of it. A row of blocks for each reader.

#include "sim/cuda/one_thread_each.hpp"
#include "sim/domain/device_target_boxes.cuh"

#include <cstdint>

namespace orrery::essential {

// The nodes of a warp, one for each lane: far apart in memory, as those side by side are near one
// another, and a warp with 32 nodes that are all opened would work when the others are done.
struct SpreadNodes {
    unsigned nodes, first; // a number for each warp

    __device__ unsigned warps() const { return (nodes + 31) / 32; }
    __device__ std::uint32_t slot(unsigned lane) const { return first + lane * warps(); }
    __device__ bool has(unsigned lane) const { return first < warps() && slot(lane) < nodes; }
};

// Opens every node that some box of the reader's may open: a warp for 32 nodes. What is far from
// all boxes taken together needs no more tests. First the nodes that are no leaves; then the leaves
// of those that were opened, as a walk finds no other.
template <class Real, class Judge>
__global__ void __launch_bounds__(threads)
    open_nodes(const __grid_constant__ ToldTree<Real> told, Judge judge,
               const __grid_constant__ EssentialRooms<Real> rooms, bool leaves) {
    __shared__ TargetBox boxes[domain_boxes];
    __shared__ TargetBox groups[together];
    const EssentialRoom<Real>& room = rooms.of[blockIdx.y];
    const unsigned lane = threadIdx.x % 32;
    for (unsigned group = threadIdx.x / 32; group < together; group += warps) {
        const unsigned place = group * boxes_together + lane;
        boxes[place] = room.boxes[place];
        const TargetBox joined = joined_by_warp(boxes[place]);
        if (lane == 0) {
            groups[group] = joined;
        }
    }
    __syncthreads();
    const TargetBox all = joined_by_warp(groups[lane]);
    const auto ready = judge.ready();
    const auto may_open = [&](const WalkNode<Real>& node, const TargetBox& several) {
        return several.demand >= 0 && ready.may_open(node, several);
    };
    const auto opened_by_any = [&](const WalkNode<Real>& node) {
        std::uint32_t near = __ballot_sync(every_lane, may_open(node, groups[lane]));
        for (; near != 0; near &= near - 1) {
            const TargetBox& box = boxes[(__ffs(int(near)) - 1) * boxes_together + lane];
            if (__any_sync(every_lane, box.demand >= 0 && ready.opens(node, box)) != 0) {
                return true;
            }
        }
        return false;
    };
    const auto is_asked = [&](std::uint32_t slot) {
        const WalkNode<Real>& node = told.tree.walk_nodes[slot];
        return node.is_leaf() == leaves && may_open(node, all) &&
               (!leaves || slot == 0 || room.fates[told.nodes.parents[slot]] == opened_node);
    };
    for (SpreadNodes own{told.tree.node_count, blockIdx.x * warps + threadIdx.x / 32};
         own.first < own.warps(); own.first += gridDim.x * warps) {
        const std::uint32_t slot = own.slot(lane);
        std::uint32_t asked = __ballot_sync(every_lane, own.has(lane) && is_asked(slot));
        std::uint32_t opened = 0;
        for (; asked != 0; asked &= asked - 1) {
            const unsigned which = __ffs(int(asked)) - 1;
            opened |= opened_by_any(told.tree.walk_nodes[own.slot(which)]) ? 1U << which : 0U;
        }
        if ((opened >> lane & 1U) == 0) {
            continue;
        }
        room.fates[slot] = opened_node;
        // The nodes above it are opened, too, whatever was thought of them alone. One that is open
        // already is the work of another lane, which goes on from there, or has.
        for (std::uint32_t above = told.nodes.parents[slot]; room.fates[above] == closed_node;
             above = told.nodes.parents[above]) {
            room.fates[above] = opened_node;
        }
    }
}

// Nodes or bodies that an opened node consists of, as EssentialCounts has them.
template <class Real>
__device__ unsigned long long parts_of(const WalkNode<Real>& node) {
    return static_cast<unsigned long long>(node.count())
           << (node.is_leaf() ? EssentialCounts::body_shift : 0);
}
// Where the first one goes, from what was given away before.
template <class Real>
__device__ std::uint32_t place_of(const WalkNode<Real>& node, unsigned long long before) {
    const EssentialCounts counts{before};
    return first_place + (node.is_leaf() ? counts.bodies() : counts.nodes());
}

// Gives what each opened node consists of its place.
template <class Real>
__global__ void __launch_bounds__(block_threads)
    give_places(const __grid_constant__ ToldTree<Real> told,
                const __grid_constant__ EssentialRooms<Real> rooms) {
    const EssentialRoom<Real>& room = rooms.of[blockIdx.y];
    const unsigned lane = threadIdx.x % 32;
    const unsigned slot = own_index();
    const bool mine = slot < told.tree.node_count && room.fates[slot] == opened_node;
    unsigned long long own = mine ? parts_of(told.tree.walk_nodes[slot]) : 0;
    unsigned long long upto = own;
    for (unsigned distance = 1; distance < 32; distance *= 2) {
        const unsigned long long other = __shfl_up_sync(every_lane, upto, distance);
        upto += lane >= distance ? other : 0;
    }
    unsigned long long before = lane == 31 && upto != 0 ? atomicAdd(&room.counts->both, upto) : 0;
    before = __shfl_sync(every_lane, before, 31) + upto - own;
    if (mine) {
        room.fates[slot] = place_of(told.tree.walk_nodes[slot], before);
    }
}

// A warp's writing.
template <class Real>
class NodeWriter {
public:
    using Record = NodeRecord<Real>;

    __device__ NodeWriter(const ToldTree<Real>& told, const EssentialRoom<Real>& room,
                          unsigned lane)
        : told_(told), room_(room), lane_(lane) {}

    // What the node consists of.
    __device__ void open(std::uint32_t slot) const {
        const WalkNode<Real>& node = told_.tree.walk_nodes[slot];
        const std::uint32_t place = room_.fates[slot] - first_place;
        if (node.is_leaf()) {
            write_bodies(node.first, node.count(), place);
        } else {
            write_nodes(node.first, node.count(), place);
        }
    }

    // Nodes that are side by side, four lanes each.
    __device__ void write_nodes(std::uint32_t first, unsigned count, std::uint32_t place) const {
        if (place + count > room_.node_room) {
            return;
        }
        constexpr unsigned head = sizeof(Record) / sizeof(uint4);
        constexpr unsigned lanes_each = 32 / max_children;
        const unsigned row = told_.rows.words;
        uint4* const to = room_.records + std::size_t(place) * (head + row);
        if (const unsigned child = lane_ / lanes_each; child < count) {
            const Record own = record(first + child);
            for (unsigned word = 0; word < head; ++word) {
                if (word % lanes_each == lane_ % lanes_each) {
                    to[child * (head + row) + word] = reinterpret_cast<const uint4*>(&own)[word];
                }
            }
        }
        for (unsigned i = lane_; i < count * row; i += 32) {
            const unsigned child = i / row;
            to[child * (head + row) + head + i - child * row] =
                told_.rows.first[std::size_t(first) * row + i];
        }
    }

private:
    __device__ Record record(std::uint32_t slot) const {
        WalkNode<Real> node = told_.tree.walk_nodes[slot];
        const std::uint32_t fate = room_.fates[slot];
        if (fate == closed_node) {
            node.first = told_.nodes.bodies[slot];
            node.packed = WalkNode<Real>::closed(node.packed);
        } else {
            node.first = fate - first_place;
        }
        return {node, told_.tree.boxes[slot]};
    }

    __device__ void write_bodies(std::uint32_t first, unsigned count, std::uint32_t place) const {
        for (unsigned i = lane_; i < count && place + i < room_.body_room; i += 32) {
            room_.bodies[place + i] = told_.tree.bodies[first + i];
        }
    }

    const ToldTree<Real>& told_;
    const EssentialRoom<Real>& room_;
    unsigned lane_;
};

// A warp for 32 nodes: one opened one after the other. The root has the first place.
template <class Real>
__global__ void __launch_bounds__(block_threads)
    write_trees(const __grid_constant__ ToldTree<Real> told,
                const __grid_constant__ EssentialRooms<Real> rooms) {
    const EssentialRoom<Real>& room = rooms.of[blockIdx.y];
    const unsigned lane = threadIdx.x % 32;
    const SpreadNodes own{told.tree.node_count, own_index() / 32};
    const NodeWriter writer(told, room, lane);
    if (own.first == 0) {
        writer.write_nodes(0, 1, 0);
    }
    const bool mine = own.has(lane) && room.fates[own.slot(lane)] != closed_node;
    for (std::uint32_t opened = __ballot_sync(every_lane, mine); opened != 0;
         opened &= opened - 1) {
        writer.open(own.slot(__ffs(int(opened)) - 1));
    }
}

} // namespace orrery::essential
