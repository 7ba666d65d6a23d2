// Direct summation on one GPU, sources passed round the warp by shuffles.
//
// Idea:    a warp holds 32 sources, one a lane, in registers; each is broadcast to all lanes with
//          __shfl_sync. Nothing is staged and no block has to wait for itself, but a source's four
//          numbers take four shuffles where shared memory takes one load.
// Source:  Wilt, "The CUDA Handbook" (2013), section 14.5 (GPU_Shuffle).
// Cost:    N^2 interactions: 12 FP32 instructions, one rsqrt and four shuffles each.
// Memory:  bodies packed as float4, 16 bytes a body, and the sums (gpu_one_sided.cuh).

#include "sim/solvers/direct/gpu_direct_methods.cuh"
#include "sim/solvers/direct/gpu_one_sided.cuh"
#include "sim/solvers/direct/gpu_warp.cuh"

namespace orrery {
namespace gpu_shuffle {

constexpr unsigned threads = 256;

template <class Kind>
__global__ void __launch_bounds__(threads) shuffled(OneSidedTask<typename Kind::Real> task) {
    using Real = typename Kind::Real;
    const unsigned index = blockIdx.x * threads + threadIdx.x;
    const unsigned i = task.target(index);
    const PointMass<Real> body = task.bodies[i];
    ForceSum<Kind> sum;
    // [gpu.shuffle]
    for (unsigned begin = task.row_begin(); begin < task.row_end(); begin += warp_size) {
        const PointMass<Real> own = task.source(begin + threadIdx.x % warp_size, task.row_end());
#pragma unroll
        for (unsigned lane = 0; lane < warp_size; ++lane) {
            // [lit]
            sum.add(body, from_lane(own, lane), task.softening_squared, begin + lane == i);
            // [/lit]
            // [/gpu.shuffle]
        }
    }
    task.store(index, sum);
}

OneSidedKernels kernels() {
    return one_sided_kernels([](auto kind) { return shuffled<decltype(kind)>; },
                             {.tile = warp_size});
}

const SolverInfo info = gpu_direct_info({
    .id = "gpu.shuffle",
    .title = "Warp shuffles",
    .idea =
        "Sources live in a warp's registers and are broadcast lane by lane: four shuffles each.",
    .source = "Wilt, The CUDA Handbook (2013), 14.5",
    .bytes_per_interaction = 16.0 / 32, // a source serves a warp
});

} // namespace gpu_shuffle

SolverEntry gpu_shuffle_solver() {
    return shared_one_sided_entry<gpu_shuffle::info, gpu_shuffle::kernels>();
}

} // namespace orrery
