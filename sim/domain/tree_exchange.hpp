#pragma once

#include "sim/communicator.hpp"
#include "sim/domain/essential_tree.hpp"

#include <vector>

namespace orrery {

// The nodes of a tree's top that suffice for the others, of so many ranks.
std::size_t top_nodes(std::size_t ranks);

// Each rank gets the tree that is meant for it; entry k is from rank k. Collective.
template <class Real>
std::vector<EssentialTree<Real>> exchanged_trees(Communicator& ranks,
                                                 std::vector<EssentialTree<Real>> sent);

// The others' trees in the order in which they follow the own one along the curve, which is a ring.
template <class Real>
std::vector<EssentialTree<Real>*> following(const Communicator& ranks,
                                            std::vector<EssentialTree<Real>>& of_ranks);

// The tops of all others' trees as one, by which pulls are estimated. Collective.
template <class Real>
PreparedTree<Real> others_tops(Communicator& ranks, const EssentialTree<Real>& own_top,
                               const OpeningCriterion& criterion, double softening,
                               Workers& workers);

} // namespace orrery
