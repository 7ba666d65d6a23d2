// Several GPUs, each driven by a CPU thread of its own.
//
// Idea:    a CUDA call concerns the calling thread's current GPU, so the plainest way to use
//          several is a thread for each. Positions go to every GPU through portable page-locked
//          host memory, results come back the same way.
// Source:  Wilt, "The CUDA Handbook" (2013), section 14.8 (the first of its two ways).
// Cost:    the kernel's, divided by the GPUs; two copies over PCI Express of 16 bytes a body and
//          GPU, and waking a thread a GPU.

#include "sim/solvers/multi_gpu/multi_gpu_solver.hpp"

namespace orrery {
namespace {

const SolverInfo info = multi_gpu_info({
    .id = "multigpu.threads",
    .title = "A thread per GPU",
    .idea = "Each GPU has a CPU thread; positions pass through page-locked host memory.",
    .source = "Wilt, The CUDA Handbook (2013), 14.8",
});

} // namespace

SolverEntry multigpu_threads_solver() {
    return {info,
            [] {
                return multi_gpu_solver(info, {host_exchange, Drivers::thread_per_gpu});
            },
            gpu_unavailable};
}

} // namespace orrery
