#pragma once

#include "sim/solver.hpp"

namespace orrery {

// What gpu.fmm is where several GPUs share it.
SharedAlgorithm shared_gpu_fmm(const SolverInfo& alone);

} // namespace orrery
