// Direct summation on one GPU, several bodies a thread in registers.
//
//   a_i = G sum_j m_j r_ij / (|r_ij|^2 + eps^2)^(3/2),   r_ij = x_j - x_i
//
// Idea:    reading a source from shared memory takes an instruction, and the loop takes some more.
//          A thread that holds four targets in registers pays for them once every four
//          interactions, and has four independent chains of arithmetic to hide latencies with.
//          Fewer threads are needed to sum all targets, so the sources are split over blocks as
//          well, or small systems would leave most of the chip idle (plan_grid).
// Source:  register tiling is what fast matrix products do: Volkov & Demmel, "Benchmarking GPUs to
//          tune dense linear algebra", SC 2008, section 5; the application is ours.
// Masses:  a tile of sources that all have one mass is summed in units of it, which spares a
//          multiplication in each interaction.
// Cost:    N^2 interactions: 12 FP32 instructions, or 11, and one rsqrt each, a quarter of a shared
//          load.
// Memory:  bodies packed as float4, 16 bytes a body, and the sums (gpu_one_sided.cuh).
// Order:   fixed, so reruns on one kind of GPU agree bit for bit.

#include "sim/solvers/direct/gpu_direct_methods.cuh"
#include "sim/solvers/direct/gpu_one_sided.cuh"

namespace orrery {
namespace gpu_register {

constexpr unsigned threads = 64; // few, so that blocks fill the chip evenly
constexpr unsigned tile = threads;
constexpr unsigned targets_per_thread = 4;
constexpr unsigned targets_per_block = threads * targets_per_thread;

template <class Kind>
struct Targets {
    using Real = typename Kind::Real;
    PointMass<Real> body[targets_per_thread];
    Motion<Real> velocity[targets_per_thread]; // for kinds with jerk
    unsigned number[targets_per_thread];
    ForceSum<Kind> sum[targets_per_thread];
    Real unit = 1; // the mass that the sums are multiples of

    __device__ void change_unit(Real mass) {
        if (mass == unit) {
            return;
        }
#pragma unroll
        for (ForceSum<Kind>& one : sum) {
            one.scale(unit / mass);
        }
        unit = mass;
    }
};

// `alike`: the sources have one mass, which is the unit of the sums.
template <class Kind, bool targets_are_in_tile, bool alike, class Law>
__device__ void add_tile(Targets<Kind>& targets, const PointMass<typename Kind::Real>* sources,
                         const Motion<typename Kind::Real>* motion, unsigned begin,
                         const Law& law) {
    // Few tiles meet their targets, and a pair with jerk or in a box is so much work that the loop
    // about it does not count: the compiler's time does.
    constexpr unsigned at_once = Kind::box ? 1 : targets_are_in_tile ? 4 : Kind::jerk ? 8 : 32;
#pragma unroll at_once
    for (unsigned k = 0; k < tile; ++k) {
        PointMass<typename Kind::Real> source = sources[k];
        if constexpr (alike) {
            source.mass = 1;
        }
        // [gpu.register]
#pragma unroll
        // [lit]
        for (unsigned t = 0; t < targets_per_thread; ++t) {
            // [/lit]
            const PairGeometry<Kind> pair(targets.body[t], source, law);
            const bool itself = targets_are_in_tile && begin + k == targets.number[t];
            targets.sum[t].add(pair, source.mass, itself);
            // [/gpu.register]
            if constexpr (Kind::jerk) {
                targets.sum[t].add_jerk(pair, source.mass, motion[k] - targets.velocity[t]);
            }
        }
    }
}

template <class Kind>
__global__ void __launch_bounds__(threads, 1) in_registers(OneSidedTask<typename Kind::Real> task) {
    using Real = typename Kind::Real;
    __shared__ PointMass<Real> sources[tile];
    __shared__ Motion<Real> motion[Kind::jerk ? tile : 1];

    const auto& law = task.template law<Kind>();
    Targets<Kind> targets;
    const unsigned first = blockIdx.x * targets_per_block + threadIdx.x;
#pragma unroll
    for (unsigned t = 0; t < targets_per_thread; ++t) {
        targets.number[t] = task.target(first + t * threads);
        targets.body[t] = task.bodies[targets.number[t]];
        if constexpr (Kind::jerk) {
            targets.velocity[t] = task.velocities[targets.number[t]];
        }
    }
    for (unsigned begin = task.row_begin(); begin < task.row_end(); begin += tile) {
        __syncthreads(); // all have read the last tile
        sources[threadIdx.x] = task.source(begin + threadIdx.x, task.row_end());
        if constexpr (Kind::jerk) {
            motion[threadIdx.x] = task.velocity(begin + threadIdx.x, task.row_end());
        }
        const Real mass = task.bodies[begin].mass; // perhaps that of all
        // In a box a multiplication is little of a pair.
        const bool one_mass = __syncthreads_and(sources[threadIdx.x].mass == mass) != 0;
        const bool alike = !Kind::box && one_mass && serves_as_unit(mass);
        // Only potentials care whether a body meets itself: its pull on itself is zero anyway.
        const bool meets_itself =
            Kind::potential && task.meets_itself(targets_per_block, begin, tile);
        targets.change_unit(alike && !meets_itself ? mass : 1);
        if (meets_itself) {
            add_tile<Kind, true, false>(targets, sources, motion, begin, law);
        } else if (alike) {
            add_tile<Kind, false, true>(targets, sources, motion, begin, law);
        } else {
            add_tile<Kind, false, false>(targets, sources, motion, begin, law);
        }
    }
    targets.change_unit(1);
#pragma unroll
    for (unsigned t = 0; t < targets_per_thread; ++t) {
        task.store(first + t * threads, targets.sum[t]);
    }
}

OneSidedKernels kernels() {
    const auto instance = [](auto kind) { return in_registers<decltype(kind)>; };
    OneSidedKernels both = one_sided_kernels(
        instance, {.threads = threads, .targets = targets_per_block, .tile = tile});
    serve_boxes(both, instance);
    both.fp32.jerk = in_registers<PairKind<float, true, true, true>>;
    both.fp64.jerk = in_registers<PairKind<double, true, true, true>>;
    both.fp32.jerk_in_box = in_registers<PairKind<float, true, true, true, true>>;
    both.fp64.jerk_in_box = in_registers<PairKind<double, true, true, true, true>>;
    return both;
}

const SolverInfo info = gpu_direct_info({
    .id = "gpu.register",
    .title = "Four bodies per thread",
    .idea = "A source once read from shared memory serves four targets held in registers.",
    .source = "register tiling: Volkov & Demmel, SC 2008; applied by Orrery",
    .has_jerk = true,
    .periodic = true,
    .bytes_per_interaction = 16.0 / targets_per_block, // a source serves a block
});

} // namespace gpu_register

OneSidedKernels register_kernels() {
    return gpu_register::kernels();
}

SolverEntry gpu_register_solver() {
    return shared_one_sided_entry<gpu_register::info, gpu_register::kernels>();
}

} // namespace orrery
