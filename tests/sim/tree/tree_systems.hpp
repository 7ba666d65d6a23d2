#pragma once

#include "sim/bodies.hpp"
#include "sim/solver.hpp"
#include "sim/solvers/direct/pair_law.hpp"
#include "sim/tree/prepared_tree.hpp"

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

// A tree over these bodies that is ready to be walked.
template <class Real>
struct GrownTree : PreparedTree<Real> {
    GrownTree(const Bodies<double>& bodies, std::size_t leaf, OpeningCriterion how = {},
              double softening = 0) {
        how.contact = std::sqrt(static_cast<double>(PairLaw<Real>::contact_squared()));
        const auto own = converted<Real>(bodies);
        Workers workers(2);
        this->sort(view(own), workers, {});
        this->build(leaf, workers);
        this->prepare_walk(how, softening, workers);
    }
};

} // namespace orrery
