// Direct summation on one GPU, sources tiled through shared memory.
//
//   a_i = G sum_j m_j r_ij / (|r_ij|^2 + eps^2)^(3/2),   r_ij = x_j - x_i
//
// Idea:    a block stages `threads` bodies in shared memory, one a thread; then every thread reads
//          each of them once, by broadcast. Global memory is read once a block instead of once a
//          warp.
// Source:  Nyland, Harris, Prins, "Fast N-Body Simulation with CUDA", GPU Gems 3, ch. 31 (2007);
//          Wilt, "The CUDA Handbook" (2013), section 14.3.
// Cost:    N^2 interactions: 12 FP32 instructions, one rsqrt and one shared load each.
// Memory:  bodies packed as float4, 16 bytes a body, and the sums (gpu_one_sided.cuh).
// Order:   fixed, so reruns on one kind of GPU agree bit for bit.

#include "sim/solvers/direct/gpu_direct_methods.cuh"
#include "sim/solvers/direct/gpu_one_sided.cuh"

namespace orrery {
namespace gpu_shared {

constexpr unsigned threads = 256;

template <class Kind, bool body_is_in_tile, class Law>
__device__ void add_tile(ForceSum<Kind>& sum, const PointMass<typename Kind::Real>& body,
                         unsigned own_place, const PointMass<typename Kind::Real>* tile,
                         const Law& law) {
    constexpr unsigned at_once = Kind::box ? 4 : 16; // a pair in a box is long
#pragma unroll at_once
    for (unsigned k = 0; k < threads; ++k) {
        // [gpu.shared]
        const PointMass<typename Kind::Real> source = tile[k]; // one load of 16 bytes
        sum.add(body, source, law, body_is_in_tile && k == own_place);
        // [/gpu.shared]
    }
}

template <class Kind>
__global__ void __launch_bounds__(threads, Kind::box ? 4 : 8)
    shared(OneSidedTask<typename Kind::Real> task) {
    using Real = typename Kind::Real;
    __shared__ PointMass<Real> tile[threads];

    const unsigned index = blockIdx.x * threads + threadIdx.x;
    const unsigned i = task.target(index);
    const PointMass<Real> body = task.bodies[i];
    ForceSum<Kind> sum;
    // [gpu.shared]
    for (unsigned begin = task.row_begin(); begin < task.row_end(); begin += threads) {
        // [lit]
        __syncthreads(); // all have read the last tile
        tile[threadIdx.x] = task.source(begin + threadIdx.x, task.row_end());
        __syncthreads();
        // [/lit]
        // [/gpu.shared]
        // Only potentials care whether a body meets itself: its pull on itself is zero anyway.
        if (Kind::potential && task.meets_itself(threads, begin, threads)) {
            add_tile<Kind, true>(sum, body, i - begin, tile, task.template law<Kind>());
        } else {
            add_tile<Kind, false>(sum, body, 0, tile, task.template law<Kind>());
        }
    }
    task.store(index, sum);
}

// The same with the pull's rate of change, for which the tile carries velocities too.
template <class Kind>
__global__ void __launch_bounds__(threads) shared_jerk(OneSidedTask<typename Kind::Real> task) {
    using Real = typename Kind::Real;
    __shared__ PointMass<Real> tile[threads];
    __shared__ Motion<Real> motion[threads];

    const unsigned index = blockIdx.x * threads + threadIdx.x;
    const unsigned i = task.target(index);
    const PointMass<Real> body = task.bodies[i];
    const Motion<Real> velocity = task.velocities[i];
    ForceSum<Kind> sum;
    for (unsigned begin = task.row_begin(); begin < task.row_end(); begin += threads) {
        __syncthreads();
        tile[threadIdx.x] = task.source(begin + threadIdx.x, task.row_end());
        motion[threadIdx.x] = task.velocity(begin + threadIdx.x, task.row_end());
        __syncthreads();
        constexpr unsigned at_once = Kind::box ? 2 : 8;
#pragma unroll at_once
        for (unsigned k = 0; k < threads; ++k) {
            const PairGeometry<Kind> pair(body, tile[k], task.template law<Kind>());
            sum.add(pair, tile[k].mass, begin + k == i);
            sum.add_jerk(pair, tile[k].mass, motion[k] - velocity);
        }
    }
    task.store(index, sum);
}

OneSidedKernels kernels() {
    const auto instance = [](auto kind) { return shared<decltype(kind)>; };
    OneSidedKernels both = one_sided_kernels(instance, {.tile = threads});
    serve_boxes(both, instance);
    both.fp32.jerk = shared_jerk<PairKind<float, true, true, true>>;
    both.fp64.jerk = shared_jerk<PairKind<double, true, true, true>>;
    both.fp32.jerk_in_box = shared_jerk<PairKind<float, true, true, true, true>>;
    both.fp64.jerk_in_box = shared_jerk<PairKind<double, true, true, true, true>>;
    return both;
}

const SolverInfo info = gpu_direct_info({
    .id = "gpu.shared",
    .title = "Shared-memory tiles",
    .idea = "A block stages sources in shared memory, and every thread reads them by broadcast.",
    .source = "Nyland, Harris, Prins, GPU Gems 3, ch. 31 (2007)",
    .has_jerk = true,
    .periodic = true,
    .bytes_per_interaction = 16.0 / threads, // a source serves a block
});

} // namespace gpu_shared

SolverEntry gpu_shared_solver() {
    return shared_one_sided_entry<gpu_shared::info, gpu_shared::kernels>();
}

} // namespace orrery
