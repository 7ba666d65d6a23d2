// Direct summation on one GPU from a structure of arrays: what scalar loads cost.
//
// Idea:    as gpu.naive, but x, y, z and mass come from four arrays, so each interaction takes four
//          4-byte loads where one 16-byte load would do. For a CPU this layout is the fast one,
//          since it fills vector registers; a GPU's threads each want one body whole.
// Source:  Wilt, "The CUDA Handbook" (2013), section 14.2 (GPU_SOA).
// Cost:    N^2 interactions: 12 FP32 instructions, one rsqrt and four loads each.
// Memory:  none for the bodies, whose arrays are used as they are; the sums (gpu_one_sided.cuh).

#include "sim/solvers/direct/gpu_direct_methods.cuh"
#include "sim/solvers/direct/gpu_one_sided.cuh"

namespace orrery {
namespace gpu_soa {

constexpr unsigned threads = 256;

template <class Real>
__device__ PointMass<Real> gathered(const BodiesView<Real>& arrays, unsigned i) {
    // [gpu.soa]
    // [lit]
    return {arrays.x[i], arrays.y[i], arrays.z[i], arrays.mass[i]};
    // [/lit]
    // [/gpu.soa]
}

template <class Kind>
__global__ void __launch_bounds__(threads)
    structure_of_arrays(OneSidedTask<typename Kind::Real> task) {
    const unsigned index = blockIdx.x * threads + threadIdx.x;
    const unsigned i = task.target(index);
    const auto body = gathered(task.arrays, i);
    // [gpu.soa]
    ForceSum<Kind> sum;
    for (unsigned j = task.row_begin(); j < task.row_end(); ++j) {
        sum.add(body, gathered(task.arrays, j), task.softening_squared, j == i);
        // [/gpu.soa]
    }
    task.store(index, sum);
}

OneSidedKernels kernels() {
    return one_sided_kernels([](auto kind) { return structure_of_arrays<decltype(kind)>; },
                             {.structure_of_arrays = true});
}

const SolverInfo info = gpu_direct_info({
    .id = "gpu.soa",
    .title = "Structure of arrays",
    .idea = "Four scalar loads a source instead of one of 16 bytes: the layout a CPU loves.",
    .source = "Wilt, The CUDA Handbook (2013), 14.2",
    .bytes_per_interaction = 16.0 / 32, // a source serves a warp
});

} // namespace gpu_soa

SolverEntry gpu_soa_solver() {
    return one_sided_entry<gpu_soa::info, gpu_soa::kernels>();
}

} // namespace orrery
