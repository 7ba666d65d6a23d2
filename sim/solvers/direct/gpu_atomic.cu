// Direct summation on one GPU that meets each pair once and adds the reaction atomically.
//
// Idea:    a thread sums what the bodies before its own do to it, and adds the opposite of each
//          pull to the other body's sum in global memory. Half the arithmetic, but every pair now
//          costs three atomic additions that all threads of a warp send to one address: the
//          classic negative result, kept because it teaches what memory traffic costs.
// Source:  Wilt, "The CUDA Handbook" (2013), section 14.6 (GPU_Atomic).
// Cost:    N^2/2 pairs: 16 FP32 instructions and one rsqrt each, which is 17 issue slots, and an
//          atomic addition of 12 bytes (16 on Hopper).
// Memory:  bodies packed as float4 and nine sums, 160 bytes a body.

#include "sim/solvers/direct/gpu_direct_methods.cuh"
#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/direct/gpu_pairwise.cuh"

namespace orrery {
namespace gpu_atomic {

constexpr unsigned threads = 256;
constexpr unsigned chunk = 64; // sources of a unit

// The sums exist eight times, and blocks take turns: fewer threads meet at one address, and no sum
// of floats grows too long.
constexpr unsigned copies = 8;

template <class Kind>
__global__ void __launch_bounds__(threads)
    atomic_reactions(PairwiseTask<typename Kind::Real> task) {
    using Real = typename Kind::Real;
    const unsigned i = blockIdx.x * threads + threadIdx.x;
    const unsigned begin = static_cast<unsigned>(task.first_unit + blockIdx.y) * chunk;
    if (i >= task.count) {
        return;
    }
    const PointMass<Real> body = task.bodies[i];
    PointMass<Real>* sums = task.sums + std::size_t{blockIdx.x % copies} * task.count;
    ForceSum<Kind> sum;
    // [gpu.atomic]
    for (unsigned j = begin; j < min(begin + chunk, i); ++j) {
        const PointMass<Real> source = task.bodies[j];
        ForceSum<Kind> reaction;
        add_pair(sum, reaction, PairGeometry<Kind>(body, source, task.softening_squared), body.mass,
                 source.mass);
        // [lit]
        add_to_sum(&sums[j], reaction);
        // [/lit]
        // [/gpu.atomic]
    }
    if (begin < i) {
        add_to_sum(&sums[i], sum);
    }
}

PairwisePlan plan(unsigned count) {
    return {divided_up(count, chunk), double(count) * chunk};
}

template <class Real>
LaunchShape shape(const PairwiseTask<Real>& task) {
    const auto units = static_cast<unsigned>(task.end_unit - task.first_unit);
    return {dim3(divided_up(task.count, threads), units), dim3(threads)};
}

template <class Real>
PairwiseKernel<Real> kernel() {
    const auto instances = [](unsigned) {
        return PairwiseInstances<Real>([](auto kind) { return atomic_reactions<decltype(kind)>; });
    };
    return {instances, plan, shape<Real>, nullptr, copies};
}

PairwiseKernels kernels() {
    return {kernel<float>(), kernel<double>()};
}

const SolverInfo info = gpu_direct_info({
    .id = "gpu.atomic",
    .title = "Atomic reactions",
    .idea = "Half the pairs, but each reaction is an atomic add to memory.",
    .source = "Wilt, The CUDA Handbook (2013), 14.6",
    .conserves_momentum = true,
    .repeatable = false,
    .bytes_per_interaction = 16.0 / 64 + 12.0 / 2, // an atomic addition for each pair
});

} // namespace gpu_atomic

SolverEntry gpu_atomic_solver() {
    return pairwise_entry<gpu_atomic::info, gpu_atomic::kernels>();
}

} // namespace orrery
