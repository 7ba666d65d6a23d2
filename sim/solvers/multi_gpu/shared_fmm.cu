// The fast multipole method on several GPUs.
//
// Idea:    what stands for the sources is soon made: every GPU gets all bodies, builds the whole
//          tree and all moments, and so asks nobody for anything. Who hears what is the larger part
//          and is shared out: a GPU has a run of bodies along the space-filling curve, and lists,
//          translates to, hands down to and evaluates the cells that have some of those. Cells
//          above a cut are done by both GPUs beside it: one a level. The cuts move to where all
//          would have been done at the same time.
// Source:  Warren & Salmon 1993, "A Parallel Hashed Oct-Tree N-Body Algorithm", Supercomputing
//          (runs along the curve, weighted by the work of the step before); the method: gpu_fmm.cu.
// Cost:    gpu_fmm's lists, translations and near field, divided by the GPUs, and all of its tree,
//          moments and estimates; 16 bytes a body and GPU out, 12 a body back.
// Memory:  gpu_fmm's on each GPU, with its part of the lists, and 32 bytes a body for what arrives.

#include "sim/solvers/fmm/gpu_fmm.hpp"
#include "sim/solvers/fmm/gpu_fmm_sum.cuh"
#include "sim/solvers/multi_gpu/curve_split.cuh"

namespace orrery {

SharedAlgorithm shared_gpu_fmm(const SolverInfo& alone) {
    return shared_by_curve<GpuFmmSum>(alone);
}

} // namespace orrery
