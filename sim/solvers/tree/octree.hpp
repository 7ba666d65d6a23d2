#pragma once

// An octree over bodies that are sorted along a space-filling curve: every node is a run of
// consecutive bodies.

#include "sim/machine/workers.hpp"
#include "sim/solver.hpp"
#include "sim/solvers/tree/moments.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery {

inline constexpr int most_children = 8;
// An accepted leaf of so few bodies costs more as a cell than body by body.
inline constexpr std::uint32_t few_bodies = 2;

// The smallest cell that holds bodies [begin, end). Its children, where it has any, follow one
// another in memory; a cell that would have only one is left out, so a node has none or 2 to 8.
struct TreeNode {
    std::uint32_t begin = 0, end = 0;
    std::uint32_t first_child = 0;
    std::uint8_t children = 0;       // 0: a leaf
    std::uint8_t level = 0;          // 0: the whole space; 21: the finest
    std::uint8_t leaf_children = 0;  // bit i: child i is a leaf
    std::uint8_t small_children = 0; // bit i: child i is a leaf of at most few_bodies

    std::uint32_t count() const { return end - begin; }
    bool is_leaf() const { return children == 0; }
};

// What the pull of a cell is computed from; the second moments are per mass, so that even those of
// a star's mass in kilograms fit a float.
template <class Real>
struct alignas(64) Cell {
    Real x, y, z, mass;
    Real xx, xy, xz, yy, yz, zz;
    Real minus_half_trace;
};

// Targets that walk the tree together: consecutive bodies, near one another.
template <class Real>
struct Group {
    std::uint32_t begin, end;
    Box<Real> box;
};

template <class Real>
struct Octree {
    std::vector<TreeNode> nodes;       // the root first, then its children, then theirs …
    std::vector<std::uint32_t> depths; // where each depth's nodes begin; the last: their end
    std::vector<Box<Real>> boxes;      // around the nodes' bodies
    std::vector<Moments> moments;
    std::vector<Cell<Real>> cells;
    std::vector<Group<Real>> groups;

    // What the opening criterion asks for (CellReach), so that a vector of children can be tested
    // at once: entries for a vector's width beyond the last node may be read.
    std::vector<Real> x, y, z, mass, guard, spread;

    std::size_t scratch_bytes() const;
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

} // namespace orrery
