#pragma once

#include "sim/solver.hpp"

#include <vector>

namespace orrery {

// The CUDA algorithms, or none in a build without CUDA (solvers_no_cuda.cpp).
std::vector<SolverEntry> cuda_solvers();

} // namespace orrery
