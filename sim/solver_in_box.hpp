#pragma once

#include "sim/solver.hpp"

#include <string>

namespace orrery {

// What to do where an algorithm cannot compute in a periodic box. Direct sums that do not are
// lessons, each a way to write the plain law of a pair. Multipole methods take far bodies together
// by expansions of that law, which is another one in a box; several GPUs that share a tree see of
// each other's what there is, not its images. Trees alone, and meshes beside them, have these
// (docs/boxes.md).
std::string instead_in_box(const SolverInfo& info);

} // namespace orrery
