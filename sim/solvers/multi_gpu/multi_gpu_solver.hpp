#pragma once

#include "sim/solver.hpp"
#include "sim/solvers/multi_gpu/exchange.hpp"

#include <memory>

namespace orrery {

// Who gives the GPUs their work.
enum class Drivers { one_thread, thread_per_gpu };

// The multi-GPU modes, each defined in the file of its name.
SolverEntry multigpu_threads_solver();
SolverEntry multigpu_single_thread_solver();
SolverEntry multigpu_peer_solver();
SolverEntry multigpu_nccl_solver();

// What all of them have in common is filled in.
SolverInfo multi_gpu_info(SolverInfo own);

// A mode: how positions travel, and who drives.
std::unique_ptr<Solver> multi_gpu_solver(const SolverInfo& info,
                                         std::unique_ptr<Exchange> (*exchange)(), Drivers drivers);

} // namespace orrery
