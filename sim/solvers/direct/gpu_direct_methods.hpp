#pragma once

#include "sim/machine/devices.hpp"
#include "sim/solver.hpp"

namespace orrery {

// The kernels that several GPUs can share out by targets.
struct OneSidedKernels;
const OneSidedKernels& naive_kernels();
const OneSidedKernels& shared_kernels();
const OneSidedKernels& const_kernels();
const OneSidedKernels& shuffle_kernels();
const OneSidedKernels& texture_kernels();
const OneSidedKernels& register_kernels();
// The one that they can share out by pairs.
struct PairwiseKernels;
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
