#pragma once

#include "sim/machine/devices.hpp"
#include "sim/solver.hpp"
#include "sim/solvers/per_precision.hpp"

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

// What all of them have in common is filled in.
inline SolverInfo gpu_direct_info(SolverInfo own) {
    own.family = "GPU direct";
    own.space = Space::device;
    own.complexity = own.conserves_momentum ? "N^2 / 2" : "N^2";
    own.multithreaded = true;
    return own;
}

} // namespace orrery
