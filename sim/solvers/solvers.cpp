// Every algorithm, in the order in which a talk walks up the ladder.

#include "sim/solver.hpp"
#include "sim/solvers/cuda_solvers.hpp"
#include "sim/solvers/direct/direct_methods.hpp"
#include "sim/solvers/tree/tree_methods.hpp"

namespace orrery {
namespace {

std::vector<SolverEntry> all_solvers() {
    std::vector<SolverEntry> entries;
    entries.push_back(aos_solver());
    entries.push_back(aos_tiled_solver());
    entries.push_back(soa_solver());
    entries.push_back(simd_solver());
    entries.push_back(simd_threads_solver());
    entries.push_back(symmetric_solver());
    entries.push_back(tree_solver());
    for (SolverEntry& entry : cuda_solvers()) {
        entries.push_back(std::move(entry));
    }
    return entries;
}

} // namespace

std::span<const SolverEntry> solvers() {
    static const std::vector<SolverEntry> entries = all_solvers();
    return entries;
}

} // namespace orrery
