#pragma once

// Loops over bodies and nodes in vectors, and what they are made for: the walk of a group of
// targets through a tree, from the root down, opening what is too near.
//
// Invariant: the nodes that a walk finds, accepted ones and leaves, hold every body once.

#include "sim/base/vector3.hpp"
#include "sim/force_request.hpp"
#include "sim/tree/pair_walk.hpp"
#include "sim/tree/prepared_tree.hpp"
#include "sim/tree/space_curve.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace orrery {

// A walk's findings, a part at a time, and its place.
struct Walk {
    // Every list has room for all children of one more node.
    static constexpr std::size_t max_cells = 512;
    static constexpr std::size_t max_points = 1024;
    static constexpr std::size_t max_leaves = 256;
    // At each depth at most the siblings of the node that was opened last.
    static constexpr std::size_t max_open =
        std::size_t{curve_levels + 2 + rank_levels} * max_children;

    std::size_t cell_count = 0, point_count = 0, leaf_count = 0, open_count = 0;
    std::uint32_t cell_list[max_cells + max_children];   // accepted with their quadrupoles
    std::uint32_t point_list[max_points + max_children]; // accepted as a body with their mass
    std::uint32_t leaf_list[max_leaves + max_children];  // too near: body by body
    std::uint32_t open_list[max_open];                   // opened, their children still to be seen

    // With empty lists, at the root; one that is a leaf goes body by body.
    void start(const ChildLinks& root) {
        clear();
        open_count = 0;
        if (root.is_leaf()) {
            leaf_list[leaf_count++] = 0;
        } else {
            open_list[open_count++] = 0;
        }
    }
    void clear() { cell_count = point_count = leaf_count = 0; }
    bool finished() const { return open_count == 0; }
};

// The targets as the opening criterion sees them.
template <class Real>
struct WalkTarget {
    Box<Real> box;
    Real acceptance_scale;
    OpeningCriterion criterion;
    Real reach = std::numeric_limits<Real>::infinity(); // cells that are farther are left out
};

// Without the factor G.
struct EstimatedPull {
    Vector3 sum;
    double magnitudes = 0; // of all pulls that are in the sum

    // At least min_part_of_pulls of what all pull.
    double acceleration() const {
        return std::max(length(sum), double{min_part_of_pulls} * magnitudes);
    }
    // The same over what all pull: 1 where all pull the same way.
    double coherence() const { return magnitudes > 0 ? acceleration() / magnitudes : 1; }

    friend EstimatedPull operator+(const EstimatedPull& a, const EstimatedPull& b) {
        return {a.sum + b.sum, a.magnitudes + b.magnitudes};
    }
};

// The inner loops over bodies and nodes for one precision, compiled for the best instruction set of
// this processor.
template <class Real>
struct TreeKernels {
    // The curve's keys of bodies [first, last).
    void (*keys)(const CurveSpace& space, const BodiesView<Real>& bodies, std::size_t first,
                 std::size_t last, std::uint64_t* keys);
    // Roughly how strongly what is outside of a box pulls at its middle; less and less as it is
    // farther away, up to `reach`.
    EstimatedPull (*estimate_acceleration)(const WalkNodes<Real>& nodes, const Box<Real>& box,
                                           Real softening_squared, Real reach);
    // Goes on with a walk until it is finished or a list is full.
    void (*walk)(const WalkNodes<Real>& nodes, const WalkTarget<Real>& target, Walk& walk);
    // The walk of a target through pairs: tests `count` cells of `candidates` against it, opens
    // what has to be opened, and adds to the lists. Returns how many cells of `later` are left to
    // the target's children.
    std::size_t (*walk_pairs)(const CellArrays<Real>& cells, const std::vector<Node>& nodes,
                              const CellArrays<Real>& candidates, std::size_t count,
                              const WalkedTarget<Real>& target, const PairCriterion& criterion,
                              const PairLimits<Real>& limits, PairLists<Real>& lists,
                              CellArrays<Real>& later);
    // The square of the distance of the farthest of bodies [first, last).
    Real (*farthest)(const BodiesView<Real>& bodies, std::size_t first, std::size_t last, Real x,
                     Real y, Real z);
};

template <class Real>
const TreeKernels<Real>& tree_kernels();

// At the middle of a box, in open space; nothing where nobody is.
template <class Real>
EstimatedPull estimated_pull(const WalkNodes<Real>& nodes, const Box<Real>& box,
                             Real softening_squared,
                             Real reach = std::numeric_limits<Real>::infinity()) {
    return nodes.links.empty()
               ? EstimatedPull{}
               : tree_kernels<Real>().estimate_acceleration(nodes, box, softening_squared, reach);
}
template <class Real>
EstimatedPull estimated_pull(const PreparedTree<Real>& sources, const Box<Real>& box) {
    return estimated_pull(sources.nodes, box, sources.softening_squared);
}

// Of a group in open space.
template <class Real>
WalkTarget<Real> walk_target(const WalkNodes<Real>& nodes, const OpeningCriterion& criterion,
                             const Box<Real>& box, Real softening_squared) {
    if (!criterion.relative) {
        return {box, 0, criterion};
    }
    const EstimatedPull pull = estimated_pull(nodes, box, softening_squared);
    return {box, static_cast<Real>(acceptance_scale(criterion, pull.acceleration())), criterion};
}

// Calls visit() with the lists of `walk` whenever one of them is full, and at the end.
template <class Real, class Visit>
void walk_group(const WalkNodes<Real>& nodes, const WalkTarget<Real>& target, Walk& walk,
                const Visit& visit) {
    const TreeKernels<Real>& kernels = tree_kernels<Real>();
    walk.start(nodes.links.front());
    do {
        kernels.walk(nodes, target, walk);
        visit();
        walk.clear();
    } while (!walk.finished());
}

} // namespace orrery
