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

#include "sim/solvers/tree/gpu_curve_method.cuh"
#include "sim/solvers/tree/gpu_tree.hpp"
#include "sim/solvers/tree/gpu_tree_sum.cuh"
#include "sim/solvers/tree/tree_options.hpp"
#include "sim/solvers/typed_solver.hpp"

namespace orrery {
namespace {

const SolverInfo info = gpu_tree_info({
    .id = "gpu.tree",
    .title = "Barnes-Hut tree, GPU",
    .family = "GPU tree",
    .idea =
        "Distant bodies pull as one cell, near ones separately; neighbours walk the tree together.",
    .source = "Barnes & Hut (1986), Nature 324",
    .space = Space::device,
    .options = tree_options(16),
});

} // namespace

SolverEntry gpu_tree_solver() {
    static const SharedAlgorithm shared = shared_gpu_tree(info);
    return {info,
            []() -> std::unique_ptr<Solver> {
                return std::make_unique<TypedSolver<GpuCurveMethod<GpuTreeSum>>>(info, info);
            },
            gpu_unavailable, &shared};
}

} // namespace orrery
