#pragma once

#include "sim/solver.hpp"

namespace orrery {

SolverEntry gpu_tree_solver();

} // namespace orrery
