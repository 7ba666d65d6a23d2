#pragma once

#include "sim/base/registry.hpp"
#include "sim/solver.hpp"

namespace orrery {

// Fills the list of algorithms: solvers.cpp.
void list_solvers(Registry<SolverEntry>& list);

// Its part that needs CUDA: solvers_cuda.cpp, or nothing in a build without (solvers_no_cuda.cpp).
void list_cuda_solvers(Registry<SolverEntry>& list);

} // namespace orrery
