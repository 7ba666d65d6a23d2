// The CUDA algorithms, in the order in which a talk walks up the ladder.

#include "sim/devices.hpp"
#include "sim/solvers/cuda_solvers.hpp"
#include "sim/solvers/direct/gpu_direct_methods.hpp"
#include "sim/solvers/multi_gpu/multi_gpu_solver.hpp"
#include "sim/solvers/tree/gpu_tree.hpp"

#include <string_view>

namespace orrery {

std::vector<SolverEntry> cuda_solvers() {
    std::vector<SolverEntry> entries;
    entries.push_back(gpu_naive_solver());
    entries.push_back(gpu_soa_solver());
    entries.push_back(gpu_shared_solver());
    entries.push_back(gpu_const_solver());
    entries.push_back(gpu_shuffle_solver());
    entries.push_back(gpu_texture_solver());
    entries.push_back(gpu_atomic_solver());
    entries.push_back(gpu_tiled32_solver());
    entries.push_back(gpu_register_solver());
    entries.push_back(gpu_symmetric_solver());
    entries.push_back(gpu_tree_solver());
    entries.push_back(multigpu_threads_solver());
    entries.push_back(multigpu_single_thread_solver());
    entries.push_back(multigpu_peer_solver());
    entries.push_back(multigpu_nccl_solver());
    entries.push_back(multigpu_tree_solver());

    const std::string reason = gpu_unavailable();
    for (SolverEntry& entry : entries) {
        const bool by_nccl = std::string_view(entry.info.id) == "multigpu.nccl";
        entry.unavailable = reason.empty() && by_nccl ? nccl_unavailable() : reason;
    }
    return entries;
}

} // namespace orrery
