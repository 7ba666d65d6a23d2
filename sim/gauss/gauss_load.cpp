#include "sim/gauss/gauss_load.hpp"

#include "sim/gauss/cell_list.hpp"
#include "sim/gauss/error_bound.hpp"
#include "sim/gauss/sampled_points.hpp"

#include <algorithm>
#include <cstdint>
#include <numbers>
#include <vector>

namespace orrery {
namespace {

// The cells of these points, in order.
template <class Real>
std::vector<std::uint64_t> sorted_cells(const CellLattice& lattice,
                                        const VectorArray<Real>& points) {
    std::vector<std::uint64_t> cells(points.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        cells[i] = lattice.key(lattice.cell_along(0, static_cast<double>(points.x[i])),
                               lattice.cell_along(1, static_cast<double>(points.y[i])),
                               lattice.cell_along(2, static_cast<double>(points.z[i])));
    }
    std::sort(cells.begin(), cells.end());
    return cells;
}

// Calls work(cell, how many) for each cell.
template <class Work>
void for_each_cell(const std::vector<std::uint64_t>& cells, const Work& work) {
    for (auto first = cells.begin(); first != cells.end();) {
        const auto last = std::upper_bound(first, cells.end(), *first);
        work(*first, static_cast<double>(last - first));
        first = last;
    }
}

} // namespace

template <class Real>
GaussLoad gauss_load(const GaussSum<Real>& sum, const PointBounds& bounds, GaussWork& work) {
    GaussLoad load;
    load.sources = static_cast<double>(sum.sources.size());
    load.targets = static_cast<double>(sum.targets.size());
    load.same_points = sum.targets.same_as(sum.sources);
    load.extent = {bounds.extent(0), bounds.extent(1), bounds.extent(2)};
    load.sigma = sum.sigma;
    load.error = sum.error;
    load.precision = sizeof(Real) == sizeof(float) ? Precision::fp32 : Precision::fp64;
    load.workers = work.workers.count();
    load.device = sum.device;

    // A cell's pairs, for as many cells as a sphere of that radius has room for.
    const double reach = gauss_reach(sum.error) * sum.sigma;
    constexpr double cells_within_reach = 4 * std::numbers::pi / 3;
    constexpr auto samples = static_cast<std::size_t>(most_samples);
    const CellLattice lattice = lattice_over(bounds, {reach, reach, reach});
    const std::vector<std::uint64_t> sources =
        sorted_cells(lattice, sampled_points(sum.sources, samples, sum.device, work));
    const double part = load.sources / static_cast<double>(sources.size());
    double pairs = 0;
    if (load.same_points) {
        for_each_cell(sources, [&](std::uint64_t, double count) {
            pairs += count * (count - 1); // a sampled point's pair with itself is no density
            load.occupied += 1;
        });
        pairs *= part * part;
    } else {
        const std::vector<std::uint64_t> targets =
            sorted_cells(lattice, sampled_points(sum.targets, samples, sum.device, work));
        for_each_cell(sources, [&](std::uint64_t cell, double count) {
            const auto [first, last] = std::equal_range(targets.begin(), targets.end(), cell);
            pairs += count * static_cast<double>(last - first);
            load.occupied += 1;
        });
        pairs *= part * load.targets / static_cast<double>(targets.size());
    }
    // No sphere holds more than there is.
    load.pairs = std::clamp(pairs * cells_within_reach, std::max(load.sources, load.targets),
                            std::max(load.sources * load.targets, load.targets));
    return load;
}

namespace {

const PlaneWaveCosts& costs_for(PlanFor whom) {
    return whom == PlanFor::gpu ? gpu_plane_wave_costs : cpu_plane_wave_costs;
}

const std::optional<PlaneWavePlan>& plan_of(const GaussLoad& load, PlanFor whom) {
    return whom == PlanFor::gpu ? load.gpu_plan : load.plan;
}

} // namespace

PlaneWavePlan plane_wave_plan(const GaussLoad& load, PlanFor whom) {
    const std::optional<PlaneWavePlan>& known = plan_of(load, whom);
    return known
               ? *known
               : cheapest_plan(load.extent, load.sigma, load.error,
                               (load.sources + load.targets) / 2, load.precision, costs_for(whom));
}

template <class Real>
PlaneWavePlan plane_wave_plan(const GaussSum<Real>& sum, const PointBounds& bounds,
                              const GaussWork& work, PlanFor whom) {
    const std::array<double, 3> extent = {bounds.extent(0), bounds.extent(1), bounds.extent(2)};
    return work.known != nullptr && plan_of(*work.known, whom)
               ? fitted_plan(*plan_of(*work.known, whom), extent, sum.sigma)
               : cheapest_plan(extent, sum.sigma, sum.error,
                               static_cast<double>(sum.sources.size() + sum.targets.size()) / 2,
                               sizeof(Real) == sizeof(float) ? Precision::fp32 : Precision::fp64,
                               costs_for(whom));
}

template GaussLoad gauss_load(const GaussSum<float>&, const PointBounds&, GaussWork&);
template GaussLoad gauss_load(const GaussSum<double>&, const PointBounds&, GaussWork&);
template PlaneWavePlan plane_wave_plan(const GaussSum<float>&, const PointBounds&, const GaussWork&,
                                       PlanFor);
template PlaneWavePlan plane_wave_plan(const GaussSum<double>&, const PointBounds&,
                                       const GaussWork&, PlanFor);

} // namespace orrery
