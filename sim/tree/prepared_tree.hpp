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
    bool sort(const BodiesView<Real>& bodies, Workers& workers, const std::stop_token& stop);
    void build(std::size_t leaf, Workers& workers);
    void prepare_walk(const OpeningCriterion& how, double softening, Workers& workers);

    std::size_t bytes() const;
};

} // namespace orrery
