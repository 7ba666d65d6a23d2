// Barnes-Hut on one GPU: N^2 becomes N log N.
//
//   far bodies pull together, as one cell with its mass and shape; near ones each alone
//
// Idea:    build an octree (sim/tree/device_tree.cu), then let groups of 64 neighbours (32 in small
//          systems) walk it (gpu_walk.cu), opening a cell while what it leaves out matters
//          (sim/tree/opening_criterion.hpp).
// Source:  Barnes & Hut 1986, Nature 324; the rest in those files.
// Cost:    about N log N terms; the fewer the larger the error allowed.
// Memory:  device_tree.cu.
//
// Barnes-Hut on several GPUs: each has a domain and what it has to see of the others'
// (sim/solvers/multi_gpu/domain_sum.cuh). A cell of another domain is to be seen with its children
// if the walk of any box there could open it.

#include "sim/solvers/tree/gpu_curve_method.cuh"
#include "sim/solvers/tree/gpu_tree_sum.cuh"
#include "sim/solvers/tree/tree_options.hpp"

namespace orrery {
namespace {

const SolverInfo info = {
    .id = "gpu.tree",
    .title = "Barnes-Hut tree, GPU",
    .family = "GPU tree",
    .idea =
        "Distant bodies pull as one cell, near ones separately; neighbours walk the tree together.",
    .source = "Barnes & Hut (1986), Nature 324",
    .complexity = "N log N",
    .space = Space::device,
    .is_direct = false,
    .multithreaded = true,
    .counts_interactions = true,
    .sorts_bodies = true,
    .inspectable = true,
    .knows_ranks = true,
    .promised_error_fp32 = 3e-3,
    .promised_error_fp64 = 3e-3,
    .bytes_per_interaction = 24.0 / 64, // a body or cell serves a group
    .options = tree_options(16),
    .promise = tree_promise,
};

} // namespace

SolverEntry gpu_tree_solver() {
    return curve_entry<GpuTreeSum, info>();
}

} // namespace orrery
