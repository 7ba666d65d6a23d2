#pragma once

#include "sim/bodies.hpp"
#include "sim/solvers/direct/pair_law.hpp"
#include "sim/solvers/tree/octree_build.hpp"
#include "sim/solvers/tree/sorted_bodies.hpp"

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

// Bodies that are sorted, with the octree over them.
template <class Real>
struct GrownTree {
    SortedBodies<Real> sorted;
    Octree<Real> octree;
    Opening opening;

    GrownTree(const Bodies<double>& bodies, std::size_t leaf, const Opening& how = {})
        : opening(how) {
        opening.contact = static_cast<double>(PairLaw<Real>::contact_squared());
        const auto own = converted<Real>(bodies);
        Workers workers(2);
        sorted.sort(view(own), workers, {});
        divide(sorted.keys(), leaf, workers, octree);
        make_groups(sorted.view(), workers, octree);
        measure(sorted.view(), opening, workers, octree);
    }
};

} // namespace orrery
