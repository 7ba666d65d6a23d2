#pragma once

// What an essential tree in the making is made of, and where it goes. See
// device_essential_tree.cuh.

#include "sim/domain/device_domain_boxes.cuh"
#include "sim/tree/device_tree.cuh"

#include <cstddef>
#include <cstdint>

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
    DomainNodes nodes;
};

// A node on its way, in words of 16 bytes: the WalkNode, its box and its row.
template <class Real>
struct NodeRecord {
    WalkNode<Real> node;
    Box<Real> box;

    static unsigned words(unsigned row) { return sizeof(NodeRecord) / sizeof(uint4) + row; }
};
static_assert(sizeof(NodeRecord<float>) % sizeof(uint4) == 0);
static_assert(sizeof(NodeRecord<double>) % sizeof(uint4) == 0);

// What is given to the opened nodes of one essential tree, 0 at first: nodes, but for the root, in
// the lower bits, and bodies.
struct EssentialCounts {
    static constexpr int body_shift = 32;
    unsigned long long both;

    __host__ __device__ unsigned nodes() const { return 1 + static_cast<unsigned>(both); }
    __host__ __device__ unsigned bodies() const {
        return static_cast<unsigned>(both >> body_shift);
    }
};

// What becomes of a node: it is closed, opened, or opened and what it consists of has its place,
// the first of which is counted from here on.
enum NodeFate : std::uint32_t { closed_node, opened_node, first_place };

// One essential tree in the making.
template <class Real>
struct EssentialRoom {
    const TargetBox* boxes; // domain_boxes
    uint4* records;
    PointMass<Real>* bodies;
    unsigned node_room, body_room;
    std::uint32_t* fates; // NodeFate of each node; all closed at first
    EssentialCounts* counts;
};

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

} // namespace orrery

namespace orrery::essential {

inline constexpr unsigned threads = 256;
inline constexpr unsigned warps = threads / 32;
inline constexpr unsigned together = domain_boxes / boxes_together;
inline constexpr unsigned every_lane = 0xffffffffU;

} // namespace orrery::essential
