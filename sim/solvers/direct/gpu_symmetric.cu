// Direct summation on one GPU that meets each pair once, and faster than every kernel that meets it
// twice.
//
//   f_ij = m_i m_j r_ij / (|r_ij|^2 + eps^2)^(3/2) = -f_ji
//
// Idea:    the distance, the root and the cube of a pair serve both its bodies; only three
//          multiply-adds are needed again. What made it slow before is the second sum, which other
//          threads add to as well. Here a warp takes a tile of pairs: each lane holds `per_lane`
//          targets and their sums in registers. 32 sources at a time lie in shared memory. In each
//          of 32 steps every lane meets another of them with all its targets, and the sums of the
//          reactions travel round the warp, one shuffle a component and step, until they are home.
//          Then one reduction of 16 bytes a source puts them into memory: one for 8 x 32 pairs.
//          Tiles are paired round a circle: tile i meets the d tiles after it, for d up to half the
//          number of tiles. Every pair of tiles is met once, and every tile has the same work.
// Source:  tiles and travelling sums: Salomon-Ferrer et al., J. Chem. Theory Comput. 9, 3878 (2013)
//          (gpu.tiled32); several targets a lane and the circle: Orrery.
// Cost:    N^2/2 pairs: 17 FP32 instructions and one rsqrt each, 3/8 of a shuffle.
// Memory:  bodies packed as float4 and the sums, 32 bytes a body.
// Order:   the hardware's, so reruns agree to rounding only.

#include "sim/solvers/direct/gpu_direct_methods.hpp"
#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/direct/gpu_pairwise.cuh"
#include "sim/solvers/direct/gpu_warp.cuh"

namespace orrery {
namespace {

constexpr unsigned threads = 128;
constexpr unsigned warps = threads / warp_size;

// Targets of a lane: many, because a step's shuffles and its shared load are shared by them; fewer
// where large tiles would be too few to fill the chip.
template <class Real>
unsigned targets_per_lane(unsigned count) {
    if (count < 12'288) {
        return 2;
    }
    return sizeof(Real) == sizeof(double) ? 4 : 8;
}

// The tiles that the `unit`-th pair of tiles is of: the second is `unit / tiles` after the first,
// round the circle.
__device__ uint2 tile_pair(std::uint64_t unit, unsigned tiles) {
    const auto first = static_cast<unsigned>(unit % tiles);
    const auto second = static_cast<unsigned>((first + unit / tiles) % tiles);
    return {first, second};
}

// Up to half way round; a tile exactly opposite is met by only one of the two.
std::uint64_t tile_pairs(std::uint64_t tiles) {
    return tiles % 2 == 1 ? tiles * ((tiles - 1) / 2 + 1) : tiles * (tiles / 2) + tiles / 2;
}

// A warp's targets and what 32 sources do to them, and they to the sources.
template <class Kind, unsigned per_lane>
struct WarpTile {
    using Real = typename Kind::Real;
    PointMass<Real> body[per_lane];
    PullSum<Kind> sum[per_lane];
    Real softening_squared;

    // The sum of the reactions on the source that this lane brought to `sources`.
    __device__ PullSum<Kind> meet(const PointMass<Real>* sources, unsigned lane) {
        PullSum<Kind> reaction;
#pragma unroll 2
        for (unsigned step = 0; step < warp_size; ++step) {
            const PointMass<Real> source = sources[(lane + step) % warp_size];
#pragma unroll
            for (unsigned t = 0; t < per_lane; ++t) {
                const PairGeometry<Kind> pair(body[t], source, softening_squared);
                add_pair(sum[t], reaction, pair, body[t].mass, source.mass);
            }
            reaction = from_next_lane(reaction, lane);
        }
        return reaction;
    }

    // Sources that are of the same tile as the targets: all pairs are met both ways.
    __device__ void meet_own_tile(const PointMass<Real>* sources, unsigned lane, unsigned chunk) {
        for (unsigned step = 0; step < warp_size; ++step) {
            const unsigned place = (lane + step) % warp_size;
            const PointMass<Real> source = sources[place];
#pragma unroll
            for (unsigned t = 0; t < per_lane; ++t) {
                sum[t].add(body[t], source, softening_squared, t == chunk && step == 0);
            }
        }
    }
};

template <class Kind, unsigned per_lane>
__global__ void __launch_bounds__(threads, 4) symmetric(PairwiseTask<typename Kind::Real> task) {
    using Real = typename Kind::Real;
    constexpr unsigned tile_size = per_lane * warp_size;
    __shared__ PointMass<Real> staged[warps][warp_size];

    const std::uint64_t unit =
        task.first_unit + blockIdx.x * std::uint64_t{warps} + threadIdx.x / warp_size;
    if (unit >= task.end_unit) {
        return; // the whole warp
    }
    const unsigned lane = threadIdx.x % warp_size;
    PointMass<Real>* sources = staged[threadIdx.x / warp_size];
    const unsigned tiles = (task.count + tile_size - 1) / tile_size;
    const uint2 pair = tile_pair(unit, tiles);

    WarpTile<Kind, per_lane> tile;
    tile.softening_squared = task.softening_squared;
    const unsigned first_target = pair.x * tile_size + lane;
#pragma unroll
    for (unsigned t = 0; t < per_lane; ++t) {
        tile.body[t] = task.body(first_target + t * warp_size);
    }
    for (unsigned chunk = 0; chunk < per_lane; ++chunk) {
        const unsigned home = pair.y * tile_size + chunk * warp_size + lane;
        __syncwarp(); // nobody reads the last sources any more
        sources[lane] = task.body(home);
        __syncwarp();
        if (pair.x == pair.y) {
            tile.meet_own_tile(sources, lane, chunk);
            continue;
        }
        const PullSum<Kind> reaction = tile.meet(sources, lane);
        if (home < task.count) {
            add_to_sum(&task.sums[home], reaction);
        }
    }
#pragma unroll
    for (unsigned t = 0; t < per_lane; ++t) {
        const unsigned i = first_target + t * warp_size;
        if (i < task.count) {
            add_to_sum(&task.sums[i], tile.sum[t]);
        }
    }
}

template <class Real>
typename PairwiseKernel<Real>::Instances instances(unsigned count) {
    switch (targets_per_lane<Real>(count)) {
    case 2:
        return pairwise_instances<Real>([](auto kind) { return symmetric<decltype(kind), 2>; });
    case 4:
        return pairwise_instances<Real>([](auto kind) { return symmetric<decltype(kind), 4>; });
    default:
        return pairwise_instances<Real>([](auto kind) { return symmetric<decltype(kind), 8>; });
    }
}

template <class Real>
PairwisePlan plan(unsigned count) {
    const unsigned tile_size = targets_per_lane<Real>(count) * warp_size;
    return {tile_pairs(divided_up(count, tile_size)), 2.0 * tile_size * tile_size};
}

template <class Real>
LaunchShape shape(const PairwiseTask<Real>& task) {
    return {dim3(divided_up(task.end_unit - task.first_unit, warps)), dim3(threads)};
}

template <class Real>
PairwiseKernel<Real> kernel() {
    return {instances<Real>, plan<Real>, shape<Real>};
}

const SolverInfo info = gpu_direct_info({
    .id = "gpu.symmetric",
    .title = "Each pair once, in registers",
    .idea = "Eight targets a lane, reactions travel round the warp: each pair once, and fastest.",
    .source = "Orrery; tiles after Salomon-Ferrer et al. 2013",
    .conserves_momentum = true,
    .bytes_per_interaction = (16.0 + 16.0) / 512, // a source and its sums, for 256 pairs
});

} // namespace

const PairwiseKernels& symmetric_kernels() {
    static const PairwiseKernels kernels{kernel<float>(), kernel<double>()};
    return kernels;
}

SolverEntry gpu_symmetric_solver() {
    return {info, [] { return pairwise_solver(info, symmetric_kernels()); }, {}};
}

} // namespace orrery
