#pragma once

#include "sim/solver.hpp"

namespace orrery {

// The tree codes on the CPU.
SolverEntry tree_solver();

} // namespace orrery
