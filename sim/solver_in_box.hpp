#pragma once

#include "sim/solver.hpp"

#include <string>

namespace orrery {

// What to do where an algorithm cannot compute in a periodic box. Trees and multipole methods take
// bodies together wherever they are, but the images of a box have no end: what they add would have
// to be looked up in three dimensions for every term of every walk. A mesh beside a tree has them
// all at once, and makes the walks shorter besides (docs/boxes.md).
std::string instead_in_box(const SolverInfo& info);

} // namespace orrery
