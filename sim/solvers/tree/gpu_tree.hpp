#pragma once

#include "sim/machine/devices.hpp"
#include "sim/solver.hpp"
#include "sim/solvers/tree/tree_options.hpp"

namespace orrery {

// What gpu.tree is where several GPUs share it.
SharedAlgorithm shared_gpu_tree(const SolverInfo& alone);

// A tree on one or several GPUs; what they have in common is filled in.
inline SolverInfo gpu_tree_info(SolverInfo own) {
    own.complexity = "N log N";
    own.is_direct = false;
    own.multithreaded = true;
    own.counts_interactions = true;
    own.sorts_bodies = true;
    own.inspectable = true;
    own.promised_error_fp32 = 3e-3;
    own.promised_error_fp64 = 3e-3;
    own.promise = tree_promise;
    own.bytes_per_interaction = 24.0 / 64; // a body or cell serves a group
    return own;
}

} // namespace orrery
