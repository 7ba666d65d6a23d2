// Direct summation on one GPU in symmetric tiles of 32 x 32 pairs.
//
// Idea:    a warp takes a tile: 32 targets, one a lane, and 32 sources that travel round the warp
//          with the sums of the reactions they collect. After 32 steps every pair of the tile was
//          met once and every source is home again. Atomic additions fall from one a pair to two a
//          tile and lane.
// Source:  Salomon-Ferrer et al., J. Chem. Theory Comput. 9, 3878 (2013), section 2
//          (AMBER's tiles); Wilt, "The CUDA Handbook" (2013), section 14.7.
// Cost:    N^2/2 pairs: 16 FP32 instructions and one rsqrt each, which is 17 issue slots, and seven
//          shuffles.
// Memory:  bodies packed as float4 and two sums, 48 bytes a body.

#include "sim/solvers/direct/gpu_direct_methods.cuh"
#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/direct/gpu_pairwise.cuh"
#include "sim/solvers/direct/gpu_warp.cuh"

namespace orrery {
namespace gpu_tiled32 {

constexpr unsigned threads = 256;
constexpr unsigned warps = threads / warp_size;

// Tile number `unit` of the lower triangle: rows of 1, 2, 3 … tiles, the last on the diagonal.
__device__ uint2 tile_place(std::uint64_t unit) {
    auto row = static_cast<std::uint64_t>((sqrt(8.0 * static_cast<double>(unit) + 1) - 1) / 2);
    while (row * (row + 1) / 2 > unit) {
        --row;
    }
    while ((row + 1) * (row + 2) / 2 <= unit) {
        ++row;
    }
    return {static_cast<unsigned>(row), static_cast<unsigned>(unit - row * (row + 1) / 2)};
}

template <class Kind>
__global__ void __launch_bounds__(threads) tiles(PairwiseTask<typename Kind::Real> task) {
    using Real = typename Kind::Real;
    const std::uint64_t unit =
        task.first_unit + blockIdx.x * std::uint64_t{warps} + threadIdx.x / warp_size;
    if (unit >= task.end_unit) {
        return; // the whole warp
    }
    const unsigned lane = threadIdx.x % warp_size;
    const uint2 tile = tile_place(unit);
    const unsigned i = tile.x * warp_size + lane;
    const unsigned home = tile.y * warp_size + lane;
    const PointMass<Real> body = task.body(i);
    PointMass<Real> source = task.body(home);
    ForceSum<Kind> sum;
    ForceSum<Kind> reaction;
    const bool diagonal = tile.x == tile.y;
    // [gpu.tiled32]
    for (unsigned step = 0; step < warp_size; ++step) {
        const PairGeometry<Kind> pair(body, source, task.softening_squared);
        if (diagonal) { // both ways are in this tile, so only one is added
            sum.add(pair, source.mass, step == 0);
        } else {
            add_pair(sum, reaction, pair, body.mass, source.mass);
        }
        // [lit]
        source = from_next_lane(source, lane);
        reaction = from_next_lane(reaction, lane);
        // [/lit]
        // [/gpu.tiled32]
    }
    if (i < task.count) {
        add_to_sum(&task.sums[i], sum);
    }
    if (!diagonal && home < task.count) {
        add_to_sum(&task.sums[home], reaction);
    }
}

PairwisePlan plan(unsigned count) {
    const std::uint64_t rows = divided_up(count, warp_size);
    return {rows * (rows + 1) / 2, 2.0 * warp_size * warp_size};
}

template <class Real>
LaunchShape shape(const PairwiseTask<Real>& task) {
    return {dim3(divided_up(task.end_unit - task.first_unit, warps)), dim3(threads)};
}

template <class Real>
PairwiseKernel<Real> kernel() {
    const auto instances = [](unsigned) {
        return PairwiseInstances<Real>([](auto kind) { return tiles<decltype(kind)>; });
    };
    return {instances, plan, shape<Real>};
}

PairwiseKernels kernels() {
    return {kernel<float>(), kernel<double>()};
}

const SolverInfo info = gpu_direct_info({
    .id = "gpu.tiled32",
    .title = "Symmetric 32 x 32 tiles",
    .idea = "A warp meets 32 x 32 pairs once; sources travel round it and collect reactions.",
    .source = "Salomon-Ferrer et al. 2013; Wilt, The CUDA Handbook (2013), 14.7",
    .conserves_momentum = true,
    .repeatable = false,
    .bytes_per_interaction = (2 * 16.0 + 2 * 12.0) / 64, // two bodies and sums a lane, for 32 pairs
});

} // namespace gpu_tiled32

SolverEntry gpu_tiled32_solver() {
    return pairwise_entry<gpu_tiled32::info, gpu_tiled32::kernels>();
}

} // namespace orrery
