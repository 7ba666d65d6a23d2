#pragma once

#include "sim/machine/devices.hpp"
#include "sim/solver.hpp"
#include "sim/solvers/multi_gpu/shared_solver.hpp"
#include "sim/base/per_precision.hpp"

namespace orrery {

// The kernels that several GPUs can share out by targets.
template <class Real>
struct OneSidedKernel;
using OneSidedKernels = PerPrecision<OneSidedKernel>;
const OneSidedKernels& naive_kernels();
const OneSidedKernels& shared_kernels();
const OneSidedKernels& const_kernels();
const OneSidedKernels& shuffle_kernels();
const OneSidedKernels& texture_kernels();
const OneSidedKernels& register_kernels();
// The one that they can share out by pairs.
template <class Real>
struct PairwiseKernel;
using PairwiseKernels = PerPrecision<PairwiseKernel>;
const PairwiseKernels& symmetric_kernels();

// A sum whose targets are shared out between GPUs, by a one-sided kernel.
std::unique_ptr<Solver> shared_by_targets(const SolverInfo& info,
                                          const OneSidedKernels& (*kernels)(), Sharing sharing);
// One whose pairs are, where all bodies pull on each other; `others` answers any other request.
std::unique_ptr<Solver> shared_by_pairs(const SolverInfo& info, const PairwiseKernels& (*kernels)(),
                                        const OneSidedKernels& (*others)(), Sharing sharing);

// What an algorithm for one GPU is where several share it.
template <const OneSidedKernels& (*kernels)()>
SharedAlgorithm sharing_targets(const SolverInfo& alone) {
    return {as_shared(alone), SharedBy::targets, [](const SolverInfo& info, Sharing sharing) {
                // Qualified, so that nobody looks into the kernels' type, which is incomplete here.
                return orrery::shared_by_targets(info, kernels, sharing);
            }};
}

// What all of them have in common is filled in.
inline SolverInfo gpu_direct_info(SolverInfo own) {
    own.family = "GPU direct";
    own.space = Space::device;
    own.complexity = own.conserves_momentum ? "N^2 / 2" : "N^2";
    own.multithreaded = true;
    return own;
}

} // namespace orrery
