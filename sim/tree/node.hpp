#pragma once

#include <cstdint>

namespace orrery {

inline constexpr int max_children = 8;

// A node of an octree over bodies that are sorted along a space-filling curve, on host and GPU: the
// smallest cell of the octree that holds its bodies, which are consecutive.
//
// Invariants: nodes[0] is the root, which has all bodies and is its own parent. A node has no child
// or 2 to 8 of them, which follow one another in memory and part its bodies in order. (A cell that
// would have a single child is left out.) A child's level is greater than its parent's, its depth
// by one.
struct Node {
    std::uint32_t begin, end; // its bodies
    std::uint32_t parent;
    std::uint32_t first_child;
    std::uint8_t child_count; // 0: a leaf
    std::uint8_t level;       // how often space was halved: 0 the whole of it, 21 the finest

    constexpr std::uint32_t count() const { return end - begin; }
    constexpr bool is_leaf() const { return child_count == 0; }
    bool operator==(const Node&) const = default;
};

// Among many ranks a tree goes on with nodes of others (sim/domain/). One that stands for bodies
// that are not here has none of its own and no children: it is closed, and accepted whatever a walk
// thinks.
constexpr bool is_closed(const Node& node) {
    return node.is_leaf() && node.count() == 0;
}

// The levels that such a tree has above those of a rank: enough for 8^5 ranks.
inline constexpr int rank_levels = 5;

// Targets that walk the tree together: consecutive bodies, near one another.
struct Group {
    std::uint32_t begin, end;

    constexpr std::uint32_t count() const { return end - begin; }
    bool operator==(const Group&) const = default;
};

} // namespace orrery
