// Several GPUs that copy from each other.
//
// Idea:    GPUs of one machine can read each other's memory, over NVLink at ten times the speed of
//          PCI Express, without the host. Positions come in parts on a stream that only copies,
//          and the sum over a part's sources starts when that part is there. Each GPU has a CPU
//          thread, because giving four of them their work one after the other takes as long as a
//          quarter of a small system's evaluation.
// Source:  NVIDIA, CUDA C++ Programming Guide, "Peer-to-Peer Memory Access"; the overlap is that of
//          Wilt, "The CUDA Handbook" (2013), chapter 6.
// Cost:    the kernel's, divided by the GPUs; 16 bytes a body and GPU over NVLink, hidden behind
//          the work but for the first part.

#include "sim/solvers/multi_gpu/multi_gpu_solver.hpp"

namespace orrery {
namespace {

const SolverInfo info = multi_gpu_info({
    .id = "multigpu.peer",
    .title = "GPU to GPU",
    .idea = "Positions go from GPU to GPU, part by part, while the parts before are summed.",
    .source = "NVIDIA, CUDA C++ Programming Guide, peer-to-peer access",
});

} // namespace

SolverEntry multigpu_peer_solver() {
    return {info,
            [] {
                return multi_gpu_solver(info, {peer_exchange, Drivers::thread_per_gpu});
            },
            gpu_unavailable};
}

} // namespace orrery
