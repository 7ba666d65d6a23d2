// Idea:   as cpu.gauss.hermite, and the same way between each two boxes. A block of threads makes a
//         box's Hermite series, each thread four coefficients of it; a block collects a box's
//         Taylor series in shared memory, from the boxes within reach, and evaluates it; threads
//         sum what is left to be summed body by body.
// Source: that of hermite_cpu.cpp; Cruz, Layton & Barba 2011 (Hermite series on GPUs).
// Cost:   a sort, 2 p^3 multiply-adds a body, and p^4 for each two boxes.
// Memory: a sorted copy, and p^3 numbers for each box with more bodies than about 2 p and for each
//         1,024 bodies of one.
// Error:  that of cpu.gauss.hermite.

#include "sim/base/error.hpp"
#include "sim/cuda/one_thread_each.hpp"
#include "sim/gauss/error_bound.hpp"
#include "sim/gauss/gauss_costs.hpp"
#include "sim/gauss/gauss_method.hpp"
#include "sim/gauss/gpu_hermite_boxes.cuh"
#include "sim/gauss/gpu_sum.cuh"
#include "sim/gauss/hermite_series.hpp"
#include "sim/machine/devices.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

namespace orrery {
namespace {

constexpr unsigned source_part = 1024;
constexpr unsigned target_part = 4096;
constexpr double max_boxes = 1 << 22;

// Some of a box's bodies: what one block of threads does.
struct BoxPart {
    std::uint32_t box, first, last;
};

// A block for each part of a box of sources: its Hermite series.
template <class Real>
__global__ void expand_parts(HermiteBoxes<Real> boxes, const BoxPart* parts, Real* series) {
    __shared__ SeriesBatch<Real> factors;
    const BoxPart part = parts[blockIdx.x];
    const BoxPlace place = place_of(boxes, part.box);
    auto* const out = reinterpret_cast<Four<Real>*>(series) +
                      std::size_t{blockIdx.x} * static_cast<unsigned>(boxes.shape.fours());
    const int fours = boxes.shape.fours();
    for (int start = 0; start < fours; start += static_cast<int>(blockDim.x)) {
        const int four = start + static_cast<int>(threadIdx.x);
        Four<Real> sums{};
        for (std::uint32_t first = part.first; first < part.last; first += hermite_batch) {
            const unsigned count = min(hermite_batch, part.last - first);
            __syncthreads();
            find_factors<Factors::powers>(boxes, place, first, count, factors);
            __syncthreads();
            if (four < fours) {
                add_products(boxes.shape, factors, count, four, sums);
            }
        }
        if (four < fours) {
            out[four] = sums;
        }
    }
}

// A thread for each coefficient of a box: the sum of its parts.
template <class Real>
__global__ void add_box_parts(const Real* series, const std::uint32_t* begins, int size,
                              Real* sums) {
    const int c = static_cast<int>(blockIdx.y * blockDim.x + threadIdx.x);
    if (c >= size) {
        return;
    }
    Real sum = 0;
    for (std::uint32_t part = begins[blockIdx.x]; part < begins[blockIdx.x + 1]; ++part) {
        sum += series[static_cast<std::size_t>(part) * static_cast<unsigned>(size) + c];
    }
    sums[std::size_t{blockIdx.x} * static_cast<unsigned>(size) + c] = sum;
}

extern __shared__ __align__(32) unsigned char shared_memory[];

// A block for each part of a box of targets: its Taylor series, and what that is at the targets.
template <class Real>
__global__ void sum_series(HermiteBoxes<Real> boxes, const BoxPart* parts, Real* sums) {
    __shared__ SeriesBatch<Real> factors;
    const SeriesShape shape = boxes.shape;
    Real* const taylor = reinterpret_cast<Real*>(shared_memory);
    Real* const of_row = taylor + shape.size(); // translated along x
    Real* const of_plane = of_row + shape.size();
    const BoxPart part = parts[blockIdx.x];
    const BoxPlace place = place_of(boxes, part.box);
    const unsigned targets = boxes.target_begins[part.box + 1] - boxes.target_begins[part.box];
    const auto matrix = [&](int apart) {
        return boxes.translations + (apart + boxes.within) * shape.order * shape.pitch;
    };
    for (int i = static_cast<int>(threadIdx.x); i < shape.size();
         i += static_cast<int>(blockDim.x)) {
        taylor[i] = 0;
    }
    bool has_row = false;
    bool has_plane = false;
    const auto add_box = [&](std::uint32_t box, const BoxPlace& from) {
        const std::uint32_t begin = boxes.source_begins[box];
        const std::uint32_t end = boxes.source_begins[box + 1];
        const HermiteWay way = boxes.way(box, end - begin, targets);
        if (way == HermiteWay::hermite_to_taylor) {
            const Real* const expansion =
                boxes.expansions + static_cast<std::size_t>(boxes.expansion_of[box]) *
                                       static_cast<unsigned>(shape.size());
            turn(shape, expansion, matrix(place.at[0] - from.at[0]), has_row, of_row);
            has_row = true;
        } else if (way == HermiteWay::sources_to_taylor) {
            for (std::uint32_t first = begin; first < end; first += hermite_batch) {
                const unsigned count = min(hermite_batch, end - first);
                __syncthreads();
                find_factors<Factors::hermite_functions>(boxes, place, first, count, factors);
                __syncthreads();
                for (int four = static_cast<int>(threadIdx.x); four < shape.fours();
                     four += static_cast<int>(blockDim.x)) {
                    add_products(shape, factors, count, four,
                                 reinterpret_cast<Four<Real>*>(taylor)[four]);
                }
            }
        }
    };
    const auto end_row = [&](int y) {
        if (has_row) {
            turn(shape, of_row, matrix(place.at[1] - y), has_plane, of_plane);
            has_plane = true;
            has_row = false;
        }
    };
    const auto end_plane = [&](int z) {
        if (has_plane) {
            turn(shape, of_plane, matrix(place.at[2] - z), true, taylor);
            has_plane = false;
        }
    };
    for_each_near(boxes, place, add_box, end_row, end_plane);
    __syncthreads();
    const DevicePointsView<Real>& points = boxes.targets;
    for (std::uint32_t i = part.first + threadIdx.x; i < part.last; i += blockDim.x) {
        sums[i] = taylor_at(shape, taylor, boxes.offset(0, place.at[0], points.x[i]),
                            boxes.offset(1, place.at[1], points.y[i]),
                            boxes.offset(2, place.at[2], points.z[i]));
    }
}

// A block for each part of a box of targets: adds pairs and Hermite series at each target, by as
// many lanes for one as there are too few targets, and writes the sums where they were asked for.
template <class Real>
__global__ void sum_bodies(HermiteBoxes<Real> boxes, const BoxPart* parts, const Real* by_series,
                           Real* sums) {
    const BoxPart part = parts[blockIdx.x];
    const BoxPlace place = place_of(boxes, part.box);
    const unsigned targets = boxes.target_begins[part.box + 1] - boxes.target_begins[part.box];
    unsigned lanes = 1;
    while (lanes < 32 && blockDim.x / (2 * lanes) >= part.last - part.first) {
        lanes *= 2;
    }
    const unsigned lane = threadIdx.x % lanes;
    const auto& points = boxes.targets;
    const auto& sources = boxes.sources;
    // All lanes of a warp take all turns: they add up together.
    for (std::uint32_t first = part.first; first < part.last; first += blockDim.x / lanes) {
        if (first + threadIdx.x / 32 * 32 / lanes >= part.last) {
            break; // there is nothing for this warp
        }
        const std::uint32_t own = first + threadIdx.x / lanes;
        const std::uint32_t i = min(own, part.last - 1);
        const Real x = points.x[i];
        const Real y = points.y[i];
        const Real z = points.z[i];
        Real total = 0;
        const auto add_box = [&](std::uint32_t box, const BoxPlace& from) {
            const std::uint32_t begin = boxes.source_begins[box];
            const std::uint32_t end = boxes.source_begins[box + 1];
            const HermiteWay way = boxes.way(box, end - begin, targets);
            if (way == HermiteWay::pairs) {
                Real partial = 0;
                for (std::uint32_t s = begin + lane; s < end; s += lanes) {
                    partial += gauss_term(boxes.rate, sources.x[s] - x, sources.y[s] - y,
                                          sources.z[s] - z, sources.mass[s]);
                }
                total += partial;
            } else if (way == HermiteWay::hermite_at_targets) {
                const Real* const series =
                    boxes.expansions + static_cast<std::size_t>(boxes.expansion_of[box]) *
                                           static_cast<unsigned>(boxes.shape.size());
                total += hermite_at(boxes.shape, series, boxes.offset(0, from.at[0], x),
                                    boxes.offset(1, from.at[1], y), boxes.offset(2, from.at[2], z),
                                    lane, lanes);
            }
        };
        for_each_near(
            boxes, place, add_box, [](int) {}, [](int) {});
        for (unsigned distance = lanes / 2; distance > 0; distance /= 2) {
            total += __shfl_xor_sync(0xffffffffU, total, static_cast<int>(distance));
        }
        if (lane == 0 && own < part.last) {
            sums[points.order[i]] = total + by_series[i];
        }
    }
}

// Every box with more than `least` bodies, cut into parts, and where each box's parts begin.
struct Parts {
    std::vector<BoxPart> parts;
    std::vector<std::uint32_t> begins;
    std::vector<int> of_box; // its number among those; or no_expansion
};
Parts parts_of(const std::vector<std::uint32_t>& begins, std::size_t least, unsigned most_bodies) {
    Parts all;
    all.of_box.assign(begins.size() - 1, no_expansion);
    for (std::uint32_t box = 0; box + 1 < begins.size(); ++box) {
        if (begins[box + 1] - begins[box] <= least) {
            continue;
        }
        all.of_box[box] = static_cast<int>(all.begins.size());
        all.begins.push_back(static_cast<std::uint32_t>(all.parts.size()));
        for (std::uint32_t first = begins[box]; first < begins[box + 1]; first += most_bodies) {
            all.parts.push_back({box, first, std::min(first + most_bodies, begins[box + 1])});
        }
    }
    all.begins.push_back(static_cast<std::uint32_t>(all.parts.size()));
    return all;
}

template <class Real>
GpuArray<Real> expanded(const HermiteBoxes<Real>& boxes, const Parts& parts,
                        const GpuGaussMemory& memory) {
    const auto size = static_cast<std::size_t>(boxes.shape.size());
    GpuArray<Real> series(parts.parts.size() * size, memory);
    const std::size_t count = parts.begins.size() - 1;
    if (count == 0) {
        return series;
    }
    const auto on_gpu = copied<BoxPart>(parts.parts, memory, "copying boxes to the GPU");
    expand_parts<<<static_cast<unsigned>(parts.parts.size()), block_threads, 0, memory.stream()>>>(
        boxes, on_gpu.data(), series.data());
    if (count < parts.parts.size()) { // else a box is a part
        const auto begins = copied<std::uint32_t>(parts.begins, memory, "copying boxes to the GPU");
        GpuArray<Real> sums(count * size, memory);
        const auto across = static_cast<unsigned>((size + block_threads - 1) / block_threads);
        add_box_parts<<<dim3(static_cast<unsigned>(count), across), block_threads, 0,
                        memory.stream()>>>(series.data(), begins.data(), static_cast<int>(size),
                                           sums.data());
        series.swap(sums);
    }
    cuda_check(cudaGetLastError(), "expanding boxes");
    return series;
}

template <class Real>
bool sum_by_hermite(const GaussSum<Real>& sum, const PointBounds& bounds, GaussWork& work) {
    const int order = hermite_order(pair_error(sum.error));
    const double side = hermite_side(sum.sigma);
    const double reach = gauss_reach(sum.error) * sum.sigma;
    const std::optional<CellLattice> boxes_there = hermite_lattice(bounds, sum.sigma, max_boxes);
    if (!boxes_there) {
        throw bad_input("there are too many boxes as small as sigma", "gpu.gauss.hermite",
                        "take gpu.gauss.cells, or a larger sigma");
    }
    const CellLattice& lattice = *boxes_there;
    GpuGaussMemory& memory = gpu_memory(work, sum.device);
    DeviceSum<Real> given(sum, memory, work.workers);
    if (work.stop.stop_requested()) {
        return false;
    }
    const auto t = timed("series", work.timings);
    const SortedDeviceSum<Real> sorted(given, lattice, memory);
    const SortedDevicePoints<Real>& sources = sorted.sources();
    const SortedDevicePoints<Real>& targets = sorted.targets();

    const int pitch = (order + 3) / 4 * 4;
    const int within = hermite_boxes_within(sum.error);
    const HostArray<Real> matrices =
        hermite_translations<Real>(order, static_cast<std::size_t>(pitch), within);
    const auto translations = copied<Real>(std::span(matrices.data(), matrices.size()), memory,
                                           "copying translations to the GPU");
    const HermiteCosts costs(order);
    const std::vector<std::uint32_t> source_begins = sources.cell_begins_on_host(memory);
    const Parts source_parts = parts_of(source_begins, costs.most_unexpanded(), source_part);
    const Parts target_parts = parts_of(
        sorted.one_list() ? source_begins : targets.cell_begins_on_host(memory), 0, target_part);
    const auto expansion_of = copied<int>(source_parts.of_box, memory, "copying boxes to the GPU");
    HermiteBoxes<Real> boxes{.sources = sources.view(),
                             .targets = targets.view(),
                             .source_begins = sources.cell_begins(),
                             .target_begins = targets.cell_begins(),
                             .expansion_of = expansion_of.data(),
                             .expansions = nullptr,
                             .translations = translations.data(),
                             .count = {static_cast<int>(lattice.count[0]),
                                       static_cast<int>(lattice.count[1]),
                                       static_cast<int>(lattice.count[2])},
                             .origin = {bounds.low[0], bounds.low[1], bounds.low[2]},
                             .side = side,
                             .shape = {order, pitch},
                             .within = within,
                             .near_squares = static_cast<int>(reach * reach / (side * side)),
                             .costs = costs,
                             .rate = gauss_rate<Real>(sum.sigma)};
    const GpuArray<Real> expansions = expanded(boxes, source_parts, memory);
    boxes.expansions = expansions.data();

    const auto parts = copied<BoxPart>(target_parts.parts, memory, "copying boxes to the GPU");
    GpuArray<Real> by_series(sum.targets.size(), memory);
    const std::size_t bytes = 3 * sizeof(Real) * static_cast<std::size_t>(boxes.shape.size());
    cuda_check(cudaFuncSetAttribute(sum_series<Real>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(bytes)),
               "reserving shared memory for so small an error");
    const auto blocks = static_cast<unsigned>(parts.size());
    sum_series<<<blocks, block_threads, bytes, memory.stream()>>>(boxes, parts.data(),
                                                                  by_series.data());
    sum_bodies<<<blocks, block_threads, 0, memory.stream()>>>(boxes, parts.data(), by_series.data(),
                                                              given.densities());
    cuda_check(cudaGetLastError(), "summing densities");
    given.finish(memory, work.workers);
    return !work.stop.stop_requested();
}

double seconds_by_hermite(const GaussLoad& load) {
    if (load.hermite.all_boxes > max_boxes) {
        return std::numeric_limits<double>::infinity();
    }
    const double pairs_a_second = load.precision == Precision::fp32 ? 1.4e11 : 1.4e10;
    constexpr double seconds_per_near_box = 5e-10; // with bodies or without
    return gpu_seconds_to_sort(load) + load.hermite.looked_at * seconds_per_near_box +
           (load.hermite.pairs + load.hermite.series) / pairs_a_second;
}

} // namespace

extern const GaussMethod gpu_hermite_gauss{
    .id = "gpu.gauss.hermite",
    .title = "Hermite, on a GPU",
    .idea = "the fast Gauss transform: Hermite and Taylor series of boxes, a block a box",
    .min_error_fp32 = 1e-5,
    .min_error_fp64 = 1e-8,
    .seconds = seconds_by_hermite,
    .sum_fp32 = sum_by_hermite<float>,
    .sum_fp64 = sum_by_hermite<double>,
    .why_unavailable = gpu_unavailable,
};

} // namespace orrery
