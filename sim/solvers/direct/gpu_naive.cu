// Direct summation on one GPU, one thread a body, bodies straight from global memory.
//
//   a_i = G sum_j m_j r_ij / (|r_ij|^2 + eps^2)^(3/2),   r_ij = x_j - x_i
//
// Idea:    the double loop of the CPU with its outer loop turned into threads. All threads of a
//          warp read the same body at the same time, as one 16-byte load that the caches serve; no
//          thread keeps anything for its neighbours.
// Source:  Wilt, "The CUDA Handbook" (2013), section 14.2 (GPU_AOS); Luitjens, "Increase
//          Performance with Vectorized Memory Access", NVIDIA technical blog (2013).
// Cost:    N^2 interactions: 12 FP32 instructions, one rsqrt and one load each.
// Memory:  bodies packed as float4, 16 bytes a body, and the sums (gpu_one_sided.cuh).

#include "sim/solvers/direct/gpu_direct_methods.cuh"
#include "sim/solvers/direct/gpu_one_sided.cuh"

namespace orrery {
namespace gpu_naive {

constexpr unsigned threads = 256;

template <class Kind>
__global__ void __launch_bounds__(threads) naive(OneSidedTask<typename Kind::Real> task) {
    // [gpu.naive]
    // [lit]
    const unsigned index = blockIdx.x * threads + threadIdx.x;
    // [/lit]
    const unsigned i = task.target(index);
    const auto body = task.bodies[i];
    const auto& law = task.template law<Kind>();
    ForceSum<Kind> sum;
    for (unsigned j = task.row_begin(); j < task.row_end(); ++j) {
        sum.add(body, task.bodies[j], law, j == i);
    }
    task.store(index, sum);
    // [/gpu.naive]
}

OneSidedKernels kernels() {
    const auto instance = [](auto kind) { return naive<decltype(kind)>; };
    OneSidedKernels both = one_sided_kernels(instance);
    serve_boxes(both, instance);
    return both;
}

const SolverInfo info = gpu_direct_info({
    .id = "gpu.naive",
    .title = "One thread per body",
    .idea = "The CPU's outer loop becomes threads; every source comes straight from global memory.",
    .source = "Wilt, The CUDA Handbook (2013), 14.2",
    .periodic = true,
    .bytes_per_interaction = 16.0 / 32, // a source serves a warp
});

} // namespace gpu_naive

SolverEntry gpu_naive_solver() {
    return shared_one_sided_entry<gpu_naive::info, gpu_naive::kernels>();
}

} // namespace orrery
