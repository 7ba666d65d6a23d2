#pragma once

#include "sim/tree/sorted_bodies.hpp"
#include "sim/tree/walk_nodes.hpp"

#include <cstddef>

namespace orrery {

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
