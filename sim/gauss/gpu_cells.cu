// Idea:   bodies sorted into cells; a thread a target walks the rows of cells within reach. A
// warp's
//         targets are neighbours, so that its threads mostly read the same sources at a time.
// Source: Green 2010 (particles in cells on GPUs).
// Cost:   a sort; then for each body about three times the bodies within reach.
// Memory: a sorted copy, 8 bytes a body and 4 a cell.
// Error:  what is left out lies beyond the reach (error_bound.hpp).

#include "sim/cuda/one_thread_each.hpp"
#include "sim/gauss/error_bound.hpp"
#include "sim/gauss/gauss_method.hpp"
#include "sim/gauss/gpu_points.cuh"
#include "sim/machine/devices.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

// How many cells within reach lie on either side, along each axis.
struct CellReach {
    int x, y, z;
};

template <class Real>
__global__ void sum_near(DevicePointsView<Real> sources, const std::uint32_t* begins,
                         DevicePointsView<Real> targets, CellLattice lattice, CellReach reach,
                         Real rate, Real* sums) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= targets.count) {
        return;
    }
    const Real tx = targets.x[i];
    const Real ty = targets.y[i];
    const Real tz = targets.z[i];
    const auto low = [&](int axis, Real at, int cells) {
        const std::int64_t first = lattice.cell_along(axis, at) - cells;
        return first > 0 ? first : 0;
    };
    const auto high = [&](int axis, Real at, int cells) {
        const std::int64_t last = lattice.cell_along(axis, at) + cells;
        const std::int64_t end = lattice.count[static_cast<std::size_t>(axis)] - 1;
        return last < end ? last : end;
    };
    const std::int64_t first_x = low(0, tx, reach.x);
    const std::int64_t last_x = high(0, tx, reach.x);
    Real total = 0;
    for (std::int64_t z = low(2, tz, reach.z); z <= high(2, tz, reach.z); ++z) {
        for (std::int64_t y = low(1, ty, reach.y); y <= high(1, ty, reach.y); ++y) {
            const std::uint32_t end = begins[device_cell(lattice, last_x, y, z) + 1];
            Real partial = 0;
            for (std::uint32_t j = begins[device_cell(lattice, first_x, y, z)]; j < end; ++j) {
                partial += gauss_term(rate, sources.x[j] - tx, sources.y[j] - ty, sources.z[j] - tz,
                                      sources.mass[j]);
            }
            total += partial;
        }
    }
    sums[targets.order[i]] = total;
}

template <class Real>
bool sum_in_cells(const GaussSum<Real>& sum, const PointBounds& bounds, GaussWork& work) {
    const double reach = gauss_reach(sum.error) * sum.sigma;
    const CellLattice lattice = device_lattice_over(bounds, {reach / 3, reach / 2, reach / 2});
    const auto cells = [&](std::size_t axis) {
        return static_cast<int>(std::ceil(reach * lattice.inverse_side[axis] - 1e-9));
    };
    GpuGaussMemory& memory = gpu_memory(work, sum.device);
    DeviceSum<Real> given(sum, memory, work.workers);
    if (work.stop.stop_requested()) {
        return false;
    }
    const auto t = timed("pairs", work.timings);
    const SortedDeviceSum<Real> sorted(given, lattice, memory);
    const DevicePointsView<Real> targets = sorted.targets().view();
    DeviceQueue::launch_into(
        memory.stream(), "summing densities", one_thread_each(targets.count), sum_near<Real>,
        sorted.sources().view(), sorted.sources().cell_begins(), targets, lattice,
        CellReach{cells(0), cells(1), cells(2)}, gauss_rate<Real>(sum.sigma), given.densities());
    given.finish(memory, work.workers);
    return !work.stop.stop_requested();
}

double seconds_in_cells(const GaussLoad& load) {
    const double pairs_a_second = load.precision == Precision::fp32 ? 7e11 : 3.3e11;
    constexpr double volume_of_cells = 2.5; // of the sphere within reach
    const double pairs = std::min(load.pairs * std::pow(volume_of_cells, load.growth / 3),
                                  load.sources * load.targets);
    const double reach = gauss_reach(load.error) * load.sigma;
    double boxes = 1; // of the reach
    for (const double extent : load.extent) {
        boxes *= extent / reach + 1;
    }
    const double wanted_cells = 12 * boxes; // 3 * 2 * 2 in each
    // Far more than there may be: cells are large, and what is dense lies in a few of them.
    if (wanted_cells > 4.0 * max_device_cells) {
        constexpr double seconds_of_the_fullest = 1.5e-2;
        constexpr double all_pairs_a_second = 1e13;
        return gpu_seconds_to_sort(load) + seconds_of_the_fullest +
               load.sources * load.targets / all_pairs_a_second;
    }
    // One thread finds all cells between two bodies empty, which is long where few bodies are far
    // away from the others. In an even medium the sample would be in more boxes.
    constexpr double seconds_per_empty_cell = 5e-10;
    const double samples = std::min(load.sources, most_samples);
    const bool is_even = load.occupied > 0.7 * boxes * (1 - std::exp(-samples / boxes));
    return gpu_seconds_to_sort(load) + pairs / pairs_a_second +
           (is_even ? 0 : std::min(wanted_cells, max_device_cells) * seconds_per_empty_cell);
}

} // namespace

extern const GaussMethod gpu_cells_gauss{
    .id = "gpu.gauss.cells",
    .title = "Cells, on a GPU",
    .idea = "only the pairs within reach, a thread a body",
    .min_error_fp32 = 1e-5,
    .min_error_fp64 = 1e-13,
    .seconds = seconds_in_cells,
    .sum_fp32 = sum_in_cells<float>,
    .sum_fp64 = sum_in_cells<double>,
    .why_unavailable = gpu_unavailable,
};

} // namespace orrery
