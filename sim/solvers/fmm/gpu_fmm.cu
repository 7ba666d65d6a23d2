// The fast multipole method on one GPU: N^2 becomes N.
//
//   cells pull on cells, each pair once for all of their bodies; near ones each alone
//
// Idea:    moments of the sources are summed from the leaves up (gpu_upward_pass.cu); target cells
//          find the source cells that are far enough for what an expansion leaves out not to matter
//          (gpu_interaction_lists.cu), translate their moments into a series around themselves
//          (gpu_m2l.cu), and hand that down to their children; a body evaluates its leaf's series
//          (gpu_far_field.cu)
//          and adds its neighbours (gpu_near_field.cu). A tree code does so for groups of bodies
//          alone: here the larger part of the work is shared by larger and larger cells.
// Source:  Greengard & Rokhlin 1987, J. Comput. Phys. 73; Dehnen 2002, J. Comput. Phys. 179, and
//          2014, Comput. Astrophys. Cosmol. 1.
// Cost:    proportional to N.
// Memory:  device_tree.cu, and for a cell two expansions and its lists: about 3 kilobytes, of which
//          there is one for some 16 bodies.
//
// The fast multipole method on several GPUs: each has a domain and what it has to see of the
// others' (sim/solvers/multi_gpu/domain_sum.cuh). Which cells those are: gpu_fmm_essential.cu.

#include "sim/solvers/fmm/gpu_fmm_sum.cuh"
#include "sim/solvers/tree/gpu_curve_method.cuh"

namespace orrery {
namespace {

const SolverInfo info = {
    .id = "gpu.fmm",
    .title = "Fast multipole method, GPU",
    .family = "FMM",
    .idea = "Cells pull on cells, once for all their bodies; near ones go body by body.",
    .source =
        "Greengard & Rokhlin (1987), J. Comput. Phys. 73; Dehnen (2002), J. Comput. Phys. 179",
    .complexity = "N",
    .space = Space::device,
    .is_direct = false,
    .counts_interactions = true,
    .sorts_bodies = true,
    .inspectable = true,
    .knows_ranks = true,
    .promised_error_fp32 = 3e-3,
    .promised_error_fp64 = 3e-3,
    .options = gpu_fmm_options(64),
    .promise = gpu_fmm_promise,
};

} // namespace

SolverEntry gpu_fmm_solver() {
    return curve_entry<GpuFmmSum, info>();
}

} // namespace orrery
