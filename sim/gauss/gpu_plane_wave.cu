// Idea:   as cpu.gauss.plane_wave; bodies are spread by tiles in shared memory (gpu_grid.cu).
// Source: those of plane_wave_cpu.cpp and gpu_grid.cu.
// Cost:   a sort, and width^3 multiply-adds a body twice; the grid is small beside that.
// Memory: the grid twice, a sorted copy, and what each part of a tile reaches.
// Error:  that of cpu.gauss.plane_wave.

#include "sim/gauss/error_bound.hpp"
#include "sim/gauss/gauss_method.hpp"
#include "sim/gauss/gpu_grid.cuh"
#include "sim/machine/devices.hpp"

#include <limits>
#include <vector>

namespace orrery {
namespace {

constexpr const char* copying_plan = "copying a grid's plan to the GPU";

template <class Real>
bool sum_plane_waves(const GaussSum<Real>& sum, const PointBounds& bounds, GaussWork& work) {
    const double pair = pair_error(sum.error);
    const PlaneWavePlan plan = plane_wave_plan(sum, bounds, work, PlanFor::gpu);
    require_possible(plan, "gpu.gauss.plane_wave");
    GpuGaussMemory& memory = gpu_memory(work, sum.device);
    DeviceSum<Real> given(sum, memory, work.workers);

    const double spacing = sum.sigma / plan.spreading.nodes_per_sigma;
    const double side = tile_nodes * spacing;
    const CellLattice tiles = lattice_over(bounds, {side, side, side});
    DeviceGrid<Real> grid{};
    grid.nodes_x = static_cast<int>(plan.nodes[0]);
    grid.nodes_y = static_cast<int>(plan.nodes[1]);
    grid.nodes_z = static_cast<int>(plan.nodes[2]);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        grid.origin[axis] = bounds.low[axis] - (plan.spreading.width / 2.0 + 0.5) * spacing;
    }
    grid.inverse_spacing = 1 / spacing;
    grid.width = plan.spreading.width;
    grid.tiles_x = static_cast<int>(tiles.count[0]);
    grid.tiles_y = static_cast<int>(tiles.count[1]);
    const HostArray<Real> polynomials =
        spreading_polynomials<Real>(plan.spreading, pair, grid.degree);
    const GpuArray<Real> coefficients =
        copied<Real>(std::span(polynomials.data(), polynomials.size()), memory, copying_plan);
    grid.coefficients = coefficients.data();
    const std::vector<double> exact_taps = convolution_taps(plan.spreading, pair);
    const std::vector<Real> rounded_taps(exact_taps.begin(), exact_taps.end());
    const GpuArray<Real> taps = copied<Real>(rounded_taps, memory, copying_plan);

    if (work.stop.stop_requested()) {
        return false;
    }
    const auto t = timed("plane waves", work.timings);
    const SortedDeviceSum<Real> sorted(given, tiles, memory);
    const TileParts source_parts = tile_parts(sorted.sources(), memory);
    const TileParts other_parts =
        sorted.one_list() ? TileParts{} : tile_parts(sorted.targets(), memory);
    GpuArray<Real> values(static_cast<std::size_t>(plan.all_nodes()), memory);
    GpuArray<Real> convolved(values.size(), memory);
    grid.values = values.data();
    grid.spread(sorted.sources(), source_parts, memory);
    grid.convolve(values, convolved, taps, memory);
    grid.gather(sorted.targets(), sorted.one_list() ? source_parts : other_parts, given.densities(),
                memory);
    given.finish(memory, work.workers);
    return !work.stop.stop_requested();
}

double seconds_by_plane_waves(const GaussLoad& load) {
    const PlaneWavePlan plan = plane_wave_plan(load, PlanFor::gpu);
    if (!plan.is_possible()) {
        return std::numeric_limits<double>::infinity();
    }
    const double seconds_to_plan = load.plan(PlanFor::gpu) ? 0 : 3e-4;
    constexpr double seconds_of_launches = 1e-4;
    return gpu_seconds_to_sort(load) + seconds_to_plan + seconds_of_launches + plan.seconds;
}

} // namespace

extern const GaussMethod gpu_plane_wave_gauss{
    .id = "gpu.gauss.plane_wave",
    .title = "Plane waves, on a GPU",
    .idea = "bodies spread onto a grid by tiles in shared memory, convolved and interpolated",
    .min_error_fp32 = 1e-5,
    .min_error_fp64 = 1e-10,
    .seconds = seconds_by_plane_waves,
    .sum_fp32 = sum_plane_waves<float>,
    .sum_fp64 = sum_plane_waves<double>,
    .why_unavailable = gpu_unavailable,
};

} // namespace orrery
