#pragma once

#include "sim/machine/devices.hpp"
#include "sim/solver.hpp"
#include "sim/solvers/direct/gpu_one_sided.cuh"
#include "sim/solvers/direct/gpu_pairwise.cuh"
#include "sim/solvers/multi_gpu/group_sum.hpp"

namespace orrery {

// The solvers made of a kernel, on one GPU or on several.

// The kernels of gpu.register, which answers requests that a pairwise kernel cannot.
OneSidedKernels register_kernels();

// A sum whose targets are shared out between GPUs, by a one-sided kernel.
std::unique_ptr<Solver> shared_by_targets(const SolverInfo& info, const OneSidedKernels& kernels,
                                          Sharing sharing);
// One whose pairs are, where all bodies pull on each other; `others` answers any other request.
std::unique_ptr<Solver> shared_by_pairs(const SolverInfo& info, const PairwiseKernels& kernels,
                                        const OneSidedKernels& others, Sharing sharing);
// The solver that a one-sided kernel makes on a single GPU.
std::unique_ptr<Solver> one_sided_solver(const SolverInfo& info, const OneSidedKernels& kernels);
// That of a pairwise kernel. Where not all bodies pull on each other there are no pairs to be used
// twice: such requests are answered one-sidedly, as by gpu.register.
std::unique_ptr<Solver> pairwise_solver(const SolverInfo& info, const PairwiseKernels& kernels);

// The row of the list for a kernel, on one GPU …
template <const SolverInfo& info, OneSidedKernels (*kernels)()>
SolverEntry one_sided_entry() {
    return {info, [] { return one_sided_solver(info, kernels()); }, gpu_unavailable};
}
template <const SolverInfo& info, PairwiseKernels (*kernels)()>
SolverEntry pairwise_entry() {
    return {info, [] { return pairwise_solver(info, kernels()); }, gpu_unavailable};
}
// … and on several, which share its targets, or its pairs.
template <const SolverInfo& info, OneSidedKernels (*kernels)()>
SolverEntry shared_one_sided_entry() {
    static const SharedAlgorithm shared{as_shared(info), SharedBy::targets,
                                        [](const SolverInfo& of_group, Sharing sharing) {
                                            return shared_by_targets(of_group, kernels(), sharing);
                                        }};
    SolverEntry entry = one_sided_entry<info, kernels>();
    entry.shared = &shared;
    return entry;
}
template <const SolverInfo& info, PairwiseKernels (*kernels)()>
SolverEntry shared_pairwise_entry() {
    static const SharedAlgorithm shared{
        as_shared(info), SharedBy::pairs, [](const SolverInfo& of_group, Sharing sharing) {
            return shared_by_pairs(of_group, kernels(), register_kernels(), sharing);
        }};
    SolverEntry entry = pairwise_entry<info, kernels>();
    entry.shared = &shared;
    return entry;
}

// Fills in the facts that all of them share.
inline SolverInfo gpu_direct_info(SolverInfo own) {
    own.family = "GPU direct";
    own.space = Space::device;
    own.complexity = own.conserves_momentum ? "N^2 / 2" : "N^2";
    own.multithreaded = true;
    return own;
}

} // namespace orrery
