#pragma once

#include "sim/base/box.hpp"
#include "sim/force_request.hpp"
#include "sim/machine/workers.hpp"
#include "sim/tree/node.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery {

// An octree over sorted bodies, in host memory: its shape, and nothing of what a method computes on
// it. Expansions stand for its nodes, and WalkNodes are what a criterion makes of them. Its twin in
// the memory of a GPU is DeviceTree.
//
// Invariants: those of Node. Nodes lie by depth, which is how many ancestors a node has: those of
// depth d are nodes[depth_begin[d]] … nodes[depth_begin[d + 1]], so all of a depth can be worked on
// at once when the depth below (or above) is done. Groups part the bodies in order, and none
// reaches beyond the largest nodes of at most `bodies_together`.
template <class Real>
struct Tree {
    std::vector<Node> nodes;
    std::vector<std::uint32_t> depth_begin; // the last: the number of nodes
    std::vector<Box<Real>> boxes;           // around the nodes' bodies
    std::vector<Group> groups;
    std::vector<Box<Real>> group_boxes;

    // From bodies in the order of the curve and their keys: nodes with more than `leaf` bodies have
    // children, except where all keys are the same. No bodies: no nodes.
    void build(const BodiesView<Real>& bodies, std::span<const std::uint64_t> keys,
               std::size_t leaf, Workers& workers);

    std::size_t depths() const { return depth_begin.empty() ? 0 : depth_begin.size() - 1; }
    std::size_t bytes() const;
};

// Around the bodies [begin, end), of which there is at least one.
template <class Real>
Box<Real> box_of(const BodiesView<Real>& bodies, std::size_t begin, std::size_t end) {
    const auto around = [&](std::size_t i) {
        return Box<Real>::around(bodies.x[i], bodies.y[i], bodies.z[i]);
    };
    Box<Real> box = around(begin);
    for (std::size_t i = begin + 1; i < end; ++i) {
        box.extend(around(i));
    }
    return box;
}

// Passes through a tree from the leaves up: calls operation(node's index) for every node after its
// children. A node asks only its children, so all nodes of a depth are done at once, and threads
// meet once for each depth.
template <class Real, class Operation>
void upsweep(const Tree<Real>& tree, Workers& workers, const Operation& operation) {
    constexpr std::size_t nodes_at_once = 128; // of one task
    for (std::size_t depth = tree.depths(); depth-- > 0;) {
        const std::uint32_t first = tree.depth_begin[depth];
        workers.for_ranges(tree.depth_begin[depth + 1] - first, nodes_at_once,
                           [&](std::size_t begin, std::size_t end) {
                               for (std::size_t i = begin; i < end; ++i) {
                                   operation(first + static_cast<std::uint32_t>(i));
                               }
                           });
    }
}

inline constexpr std::uint32_t max_group = 64;
inline constexpr std::uint32_t bodies_together = 8 * max_group;

} // namespace orrery
