#pragma once

#include "sim/solver.hpp"
#include "sim/tree/prepared_tree.hpp"

#include <vector>

namespace orrery {

// Among many ranks: `own`, the tree of this rank's bodies, becomes one tree with what walks of its
// groups can open of the others' trees. Returns the scale by which each group accepts cells, which
// the other ranks counted with. Collective. In a periodic box, where the walks have but the law's
// part of short range, `reach` is its end.
template <class Real>
std::vector<Real> join_trees(PreparedTree<Real>& own, const ForceParameters& parameters, Real reach,
                             Execution& execution);

} // namespace orrery
