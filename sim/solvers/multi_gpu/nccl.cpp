// Several GPUs that share positions by NCCL's collectives.
//
// Idea:    who copies what to whom, over which links and in which pieces, is a solved problem:
//          broadcast the positions, all-gather the results, and let the library choose rings or
//          trees for this machine. The same calls work between machines.
// Source:  NVIDIA, NCCL User Guide, "Collective Operations".
// Cost:    the kernel's, divided by the GPUs; 16 bytes a body and GPU, and the collectives' own
//          launches, tens of microseconds each.

#include "sim/solvers/multi_gpu/multi_gpu_solver.hpp"

namespace orrery {
namespace {

const SolverInfo info = multi_gpu_info({
    .id = "multigpu.nccl",
    .title = "NCCL",
    .idea = "NCCL broadcasts positions and gathers results, by the best way through this machine.",
    .source = "NVIDIA, NCCL User Guide",
});

} // namespace

SolverEntry multigpu_nccl_solver() {
    return {info,
            [] {
                return multi_gpu_solver(info, {nccl_exchange, Drivers::one_thread});
            },
            nccl_unavailable};
}

} // namespace orrery
