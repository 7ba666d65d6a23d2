#pragma once

#include "sim/tree/moments.hpp"
#include "sim/tree/opening_criterion.hpp"
#include "sim/tree/tree.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery {

// What forces are computed from, of one node: together in memory, since they are used together.
template <class Real>
struct alignas(64) Multipole {
    PointMass<Real> monopole;
    Quadrupole<Real> quadrupole;
};

// What stands for the bodies of each node of a tree.
template <class Real>
struct Expansions {
    std::vector<Moments> moments;
    std::vector<Multipole<Real>> multipoles;

    // From the leaves up; `bodies` as the tree has them.
    void compute(const Tree<Real>& tree, const BodiesView<Real>& bodies, Workers& workers);
    // False where a body's position or mass is no finite number: the root's moments are not, then.
    bool finite() const;
    std::size_t bytes() const;
};

// The way on from a node, for a walk that tests all children of a node at once.
struct ChildLinks {
    std::uint32_t first_child;
    std::uint8_t child_count;
    std::uint8_t leaf_children;  // bit i: child i is a leaf
    std::uint8_t small_children; // bit i: child i is a leaf of at most max_point_leaf

    bool is_leaf() const { return child_count == 0; }
};

// What a walk reads of a tree's nodes, and no more: one array each, so that a vector of children
// can be tested at once. Entries for a vector's width beyond the last node may be read.
template <class Real>
struct WalkNodes {
    std::vector<ChildLinks> links;
    std::vector<Real> x, y, z, mass;                 // the monopoles
    std::vector<Real> opening_radius, moment_length; // see AcceptanceRadii

    void compute(const Tree<Real>& tree, const Expansions<Real>& expansions,
                 const OpeningCriterion& criterion, Workers& workers);
    std::size_t bytes() const;
};

} // namespace orrery
