#pragma once

#include "sim/bodies.hpp"
#include "sim/solvers/direct/pair_law.hpp"
#include "sim/tree/sorted_bodies.hpp"
#include "sim/tree/walk_nodes.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace orrery {

// Bodies that a tree has to bear.
struct TreeSystem {
    std::string name;
    Bodies<double> bodies;
};

// Random, clustered, none, one, two, and all sorts of degenerate ones; up to a few thousand bodies.
std::vector<TreeSystem> tree_systems();

// Bodies that are sorted, with the tree over them and all that a walk needs.
template <class Real>
struct GrownTree {
    SortedBodies<Real> sorted;
    Tree<Real> tree;
    Expansions<Real> expansions;
    OpeningCriterion criterion;
    WalkNodes<Real> nodes;

    GrownTree(const Bodies<double>& bodies, std::size_t leaf, const OpeningCriterion& how = {})
        : criterion(how) {
        criterion.contact = std::sqrt(static_cast<double>(PairLaw<Real>::contact_squared()));
        const auto own = converted<Real>(bodies);
        Workers workers(2);
        sorted.sort(view(own), workers, {});
        build_tree(sorted.view(), sorted.keys(), leaf, workers, tree);
        compute_moments(tree, sorted.view(), workers, expansions);
        compute_acceptance(tree, expansions, criterion, workers, nodes);
    }
};

} // namespace orrery
