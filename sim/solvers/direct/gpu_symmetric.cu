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
// Masses:  where all bodies of either side have one mass, each side's sums are taken in units of
//          the other's, which spares two multiplications a pair.
// Cost:    N^2/2 pairs: 16 FP32 instructions, or 14, and one rsqrt each, so 17 issue slots, an
//          eighth of a shared load and 3/8 of a shuffle.
// Memory:  bodies packed as float4 and two sums, 48 bytes a body.
// Order:   the hardware's, so reruns agree to rounding only.

#include "sim/solvers/direct/gpu_direct_methods.cuh"
#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/direct/gpu_pairwise.cuh"
#include "sim/solvers/direct/gpu_warp.cuh"

#include <type_traits>

namespace orrery {
namespace gpu_symmetric {

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

// Pairs of two different tiles.
std::uint64_t tile_pairs(std::uint64_t tiles) {
    return tiles * (tiles - (tiles > 0 ? 1 : 0)) / 2;
}

// The tiles that the `unit`-th pair of tiles is of: the second lies 1, 2 … half of all tiles after
// the first, round the circle. A tile exactly opposite is met by only one of the two.
__device__ uint2 tile_pair(std::uint64_t unit, unsigned tiles) {
    const auto first = static_cast<unsigned>(unit % tiles);
    const auto second = static_cast<unsigned>((first + 1 + unit / tiles) % tiles);
    return {first, second};
}

// The unit that this warp takes.
template <class Real>
__device__ std::uint64_t own_unit(const PairwiseTask<Real>& task) {
    return task.first_unit + blockIdx.x * std::uint64_t{warps} + threadIdx.x / warp_size;
}

// The sources of 32 lanes, twice in a row, so that lane l finds the one of lane l + step without
// going round.
template <class Real>
using StagedSources = PointMass<Real>[2 * warp_size];

template <class Real>
__device__ void stage(StagedSources<Real>& sources, unsigned lane, const PointMass<Real>& own) {
    __syncwarp(); // all have read the last sources
    sources[lane] = own;
    sources[lane + warp_size] = own;
    __syncwarp();
}

// Lets every lane's targets meet 32 sources, and gives back what those feel: each lane that of the
// source which it brought. `alike`: each side has one mass, and the other's sums are multiples of
// it.
template <class Kind, bool alike, unsigned per_lane>
__device__ ForceSum<Kind> meet(const PointMass<typename Kind::Real> (&body)[per_lane],
                               ForceSum<Kind> (&sum)[per_lane],
                               const PointMass<typename Kind::Real>* first_met, unsigned lane,
                               typename Kind::Real softening_squared) {
    using Real = typename Kind::Real;
    ForceSum<Kind> reaction; // on the source that this lane meets, and then the next one's
    // [gpu.symmetric]
#pragma unroll 2
    for (unsigned step = 0; step < warp_size; ++step) {
        const PointMass<Real> source = first_met[step];
#pragma unroll
        for (unsigned t = 0; t < per_lane; ++t) {
            const PairGeometry<Kind> pair(body[t], source, softening_squared);
            add_pair(sum[t], reaction, pair, alike ? Real(1) : body[t].mass,
                     alike ? Real(1) : source.mass);
        }
        // [lit]
        reaction = from_next_lane(reaction, lane);
        // [/lit]
        // [/gpu.symmetric]
    }
    return reaction;
}

// Whether `mass` is that of all lanes, and may be a unit.
template <class Real>
__device__ bool all_have(Real mass, Real own) {
    return __all_sync(~0U, own == mass) != 0 && serves_as_unit(mass);
}

// Pairs between two tiles: where nearly all the time goes.
template <class Kind, unsigned per_lane>
__global__ void __launch_bounds__(threads, 4) symmetric(PairwiseTask<typename Kind::Real> task) {
    using Real = typename Kind::Real;
    __shared__ StagedSources<Real> staged[warps];
    const std::uint64_t unit = own_unit(task);
    if (unit >= task.end_unit) {
        return; // all lanes
    }
    constexpr unsigned tile_size = per_lane * warp_size;
    const uint2 tiles = tile_pair(unit, (task.count + tile_size - 1) / tile_size);
    const unsigned lane = threadIdx.x % warp_size;
    StagedSources<Real>& sources = staged[threadIdx.x / warp_size];
    const PointMass<Real>* const first_met = &sources[lane];

    PointMass<Real> body[per_lane];
    ForceSum<Kind> sum[per_lane];
#pragma unroll
    for (unsigned t = 0; t < per_lane; ++t) {
        body[t] = task.body(tiles.x * tile_size + t * warp_size + lane);
    }
    const Real target_mass = task.body(tiles.x * tile_size).mass; // perhaps that of all
    bool targets_alike = true;
#pragma unroll
    for (unsigned t = 0; t < per_lane; ++t) {
        targets_alike = all_have(target_mass, body[t].mass) && targets_alike;
    }
    Real sums_unit = 1; // the mass that the targets' sums are multiples of
    for (unsigned chunk = 0; chunk < per_lane; ++chunk) {
        const unsigned home = tiles.y * tile_size + chunk * warp_size + lane;
        const PointMass<Real> own = task.body(home);
        stage(sources, lane, own);
        const Real mass = sources[0].mass;
        const bool alike = targets_alike && all_have(mass, own.mass);
        const Real next_unit = alike ? mass : 1;
        if (next_unit != sums_unit) {
#pragma unroll
            for (unsigned t = 0; t < per_lane; ++t) {
                sum[t].scale(sums_unit / next_unit);
            }
            sums_unit = next_unit;
        }
        ForceSum<Kind> reaction;
        if (alike) {
            reaction = meet<Kind, true>(body, sum, first_met, lane, task.softening_squared);
            reaction.scale(target_mass);
        } else {
            reaction = meet<Kind, false>(body, sum, first_met, lane, task.softening_squared);
        }
        if (home < task.count) { // after 32 steps it is the one this lane brought
            add_to_sum(&task.sums[home], reaction);
        }
    }
#pragma unroll
    for (unsigned t = 0; t < per_lane; ++t) {
        const unsigned i = tiles.x * tile_size + t * warp_size + lane;
        sum[t].scale(sums_unit);
        if (i < task.count) {
            add_to_sum(&task.sums[i], sum[t]);
        }
    }
}

// Pairs within a tile, in units of 32 targets and 32 sources: met both ways, so only the targets
// are pulled. There are few of them, and small units share them out.
template <class Kind, unsigned per_lane>
__global__ void __launch_bounds__(threads) within_tile(PairwiseTask<typename Kind::Real> task) {
    using Real = typename Kind::Real;
    __shared__ StagedSources<Real> staged[warps];
    const std::uint64_t unit = own_unit(task);
    if (unit >= task.end_unit) {
        return; // all lanes
    }
    const auto first = static_cast<unsigned>(unit / (per_lane * per_lane) * per_lane * warp_size);
    const auto sources_at = static_cast<unsigned>(unit / per_lane % per_lane);
    const auto targets_at = static_cast<unsigned>(unit % per_lane);
    const unsigned lane = threadIdx.x % warp_size;
    StagedSources<Real>& sources = staged[threadIdx.x / warp_size];
    stage(sources, lane, task.body(first + sources_at * warp_size + lane));
    const unsigned i = first + targets_at * warp_size + lane;
    const PointMass<Real> body = task.body(i);
    ForceSum<Kind> sum;
    for (unsigned step = 0; step < warp_size; ++step) {
        const bool itself = targets_at == sources_at && step == 0;
        sum.add(body, sources[lane + step], task.softening_squared, itself);
    }
    if (i < task.count) {
        add_to_sum(&task.sums[i], sum);
    }
}

// The instances for as many targets a lane as `count` bodies want; `instance` is asked with a
// PairKind and that number.
template <class Real, class Instance>
PairwiseInstances<Real> sized(unsigned count, const Instance& instance) {
    const auto of_size = [&](auto size) {
        return PairwiseInstances<Real>([&](auto kind) { return instance(kind, size); });
    };
    switch (targets_per_lane<Real>(count)) {
    case 2:
        return of_size(std::integral_constant<unsigned, 2>());
    case 4:
        return of_size(std::integral_constant<unsigned, 4>());
    default:
        return of_size(std::integral_constant<unsigned, 8>());
    }
}

template <class Real>
PairwiseInstances<Real> between_tiles(unsigned count) {
    return sized<Real>(count, [](auto kind, auto size) {
        return symmetric<decltype(kind), decltype(size)::value>;
    });
}

template <class Real>
PairwiseInstances<Real> within_tiles(unsigned count) {
    return sized<Real>(count, [](auto kind, auto size) {
        return within_tile<decltype(kind), decltype(size)::value>;
    });
}

template <class Real>
PairwisePlan plan(unsigned count) {
    const unsigned per_lane = targets_per_lane<Real>(count);
    const double tile_size = per_lane * warp_size;
    const std::uint64_t tiles = divided_up(count, per_lane * warp_size);
    return {tile_pairs(tiles), 2 * tile_size * tile_size, tiles * per_lane * per_lane};
}

template <class Real>
LaunchShape shape(const PairwiseTask<Real>& task) {
    return {dim3(divided_up(task.end_unit - task.first_unit, warps)), dim3(threads)};
}

template <class Real>
PairwiseKernel<Real> kernel() {
    return {between_tiles<Real>, plan<Real>, shape<Real>, within_tiles<Real>, 1};
}

PairwiseKernels kernels() {
    return {kernel<float>(), kernel<double>()};
}

const SolverInfo info = gpu_direct_info({
    .id = "gpu.symmetric",
    .title = "Each pair once, in registers",
    .idea = "Eight targets per lane; reactions travel round the warp: each pair once.",
    .source = "Orrery; tiles after Salomon-Ferrer et al. 2013",
    .conserves_momentum = true,
    .repeatable = false,
    .bytes_per_interaction = (16.0 + 16.0) / 512, // a source and its sums, for 256 pairs
});

} // namespace gpu_symmetric

SolverEntry gpu_symmetric_solver() {
    return shared_pairwise_entry<gpu_symmetric::info, gpu_symmetric::kernels>();
}

} // namespace orrery
