#pragma once

#include "sim/inspection.hpp"
#include "sim/solvers/fmm/fmm_tree.hpp"

namespace orrery {

// The cells of a tree that has been walked by itself, and what a body's leaf and those above it
// have met: cells as a whole, and leaves body by body. Cells only, where others walked it.
template <class Real>
Inspection inspect_fmm(const FmmTree<Real>& tree, const InspectRequest& request);

} // namespace orrery
