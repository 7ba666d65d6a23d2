// Barnes-Hut on several GPUs.
//
// Idea:    building the tree is a small part of the work, walking it the large one. So every GPU
//          gets all bodies and builds the whole tree, and only the walk is shared out: each GPU
//          walks for a run of bodies along the space-filling curve. Runs of equal length are not
//          equal work, so each GPU's walk is timed, and the next evaluation cuts the curve where
//          all would have been done at the same time.
// Source:  Warren & Salmon 1993, "A Parallel Hashed Oct-Tree N-Body Algorithm", Supercomputing
//          (runs along the curve, weighted by the work of the step before); the tree: gpu_tree.cu.
// Cost:    gpu_tree's walk, divided by the GPUs, and all of its build; 16 bytes a body and GPU out,
//          12 a body back.
// Memory:  gpu_tree's on each GPU, and 32 bytes a body for what arrives.

#include "sim/solvers/multi_gpu/curve_split.cuh"
#include "sim/solvers/tree/gpu_tree.hpp"
#include "sim/solvers/tree/gpu_tree_sum.cuh"

namespace orrery {

SharedAlgorithm shared_gpu_tree(const SolverInfo& alone) {
    return shared_by_curve<GpuTreeSum>(alone);
}

} // namespace orrery
