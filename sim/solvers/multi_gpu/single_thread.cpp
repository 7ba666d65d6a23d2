// Several GPUs driven by one CPU thread.
//
// Idea:    copies and launches are asynchronous, so one thread can give every GPU its work in turn
//          (cudaSetDevice, copy, launch, record an event) and be done long before they are. No
//          threads have to be woken or to wait for each other.
// Source:  Wilt, "The CUDA Handbook" (2013), section 14.9 (the second of its two ways).
// Cost:    the kernel's, divided by the GPUs; two copies over PCI Express of 16 bytes a body and
//          GPU, and some microseconds of launching a GPU, one after the other.

#include "sim/solvers/multi_gpu/multi_gpu_solver.hpp"

namespace orrery {
namespace {

const SolverInfo info = multi_gpu_info({
    .id = "multigpu.single_thread",
    .title = "One thread for all GPUs",
    .idea = "One CPU thread gives each GPU its work in turn; positions pass through the host.",
    .source = "Wilt, The CUDA Handbook (2013), 14.9",
});

} // namespace

SolverEntry multigpu_single_thread_solver() {
    return {info,
            [] {
                return multi_gpu_solver(info, {host_exchange, Drivers::one_thread});
            },
            gpu_unavailable};
}

} // namespace orrery
