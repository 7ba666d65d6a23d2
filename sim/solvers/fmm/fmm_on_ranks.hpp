#pragma once

#include "sim/solver.hpp"
#include "sim/solvers/fmm/fmm_tree.hpp"

namespace orrery {

// Among many ranks: `own`, which has been expanded in units that all ranks share, becomes one tree
// with what its targets can open of the others' trees, and knows what accelerations to expect. What
// other targets' would be estimated by is no longer there. Collective.
template <class Real>
void join_trees(FmmTree<Real>& own, double softening, Execution& execution);

} // namespace orrery
