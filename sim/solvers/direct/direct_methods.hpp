#pragma once

#include "sim/solver.hpp"

namespace orrery {

// The direct sums on the CPU, one file each, from the plainest to the fastest.
SolverEntry aos_solver();
SolverEntry aos_tiled_solver();
SolverEntry soa_solver();
SolverEntry simd_solver();
SolverEntry simd_threads_solver();
SolverEntry symmetric_solver();

} // namespace orrery
