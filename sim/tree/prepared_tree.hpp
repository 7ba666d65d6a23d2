#pragma once

#include "sim/tree/moments.hpp"
#include "sim/tree/opening_criterion.hpp"
#include "sim/tree/sorted_bodies.hpp"
#include "sim/tree/tree.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery {

// The data of a node for forces: together in memory, since they are used together.
template <class Real>
struct alignas(64) Multipole {
    PointMass<Real> monopole;
    Quadrupole<Real> quadrupole;
};

// The expansions that stand for the bodies of each node of a tree.
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

// The data of a tree's nodes that a walk reads: one array each, so that a vector of children
// can be tested at once. Entries for a vector's width beyond the last node may be read.
template <class Real>
struct WalkNodes {
    std::vector<ChildLinks> links;
    std::vector<Real> x, y, z, mass;                 // the monopoles
    std::vector<Real> opening_radius, moment_length; // see AcceptanceRadii

    void compute(const Tree<Real>& tree, const Expansions<Real>& expansions,
                 const OpeningCriterion& criterion, Workers& workers);
    // One of them.
    void link(const Tree<Real>& tree, std::size_t node);
    void set(std::size_t node, const Expansions<Real>& expansions,
             const OpeningCriterion& criterion, const Box<Real>& box);
    // All but the links.
    std::array<std::vector<Real>*, 6> arrays() {
        return {&x, &y, &z, &mass, &opening_radius, &moment_length};
    }
    std::size_t bytes() const;
};

// Bodies in the order of the curve with the tree over them and all that walks need, made in the
// order of the functions.
template <class Real>
struct PreparedTree {
    SortedBodies<Real> sorted;
    Tree<Real> tree;
    Expansions<Real> expansions;
    OpeningCriterion criterion;
    Real softening_squared = 0; // with which pulls are estimated
    WalkNodes<Real> nodes;

    // False if asked to stop.
    bool sort(const BodiesView<Real>& bodies, Workers& workers, const std::stop_token& stop) {
        return sorted.sort(bodies, workers, stop);
    }
    void build(std::size_t leaf, Workers& workers) {
        tree.build(sorted.view(), sorted.keys(), leaf, workers);
    }
    void prepare_walk(const OpeningCriterion& how, double softening, Workers& workers) {
        criterion = how;
        softening_squared = static_cast<Real>(softening * softening);
        expansions.compute(tree, sorted.view(), workers);
        nodes.compute(tree, expansions, criterion, workers);
    }

    std::size_t bytes() const {
        return sorted.scratch_bytes() + tree.bytes() + expansions.bytes() + nodes.bytes();
    }
};

} // namespace orrery
