#include "sim/gauss/gauss_load.hpp"
#include "sim/gauss/bodies_on_gpu.hpp"

#include "sim/gauss/cell_list.hpp"
#include "sim/gauss/error_bound.hpp"

#include <algorithm>
#include <cmath>
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
        cells[i] = lattice.key_at(points.x[i], points.y[i], points.z[i]);
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

struct WithinReach {
    double part = 0;   // of all pairs
    double growth = 3; // the power of the reach with which they grow
};

// Counted for some of the targets; without a sampled point's pair with itself.
template <class Real>
WithinReach part_within(double reach, const VectorArray<Real>& sources,
                        const VectorArray<Real>& targets, bool same_points) {
    constexpr std::size_t most_looked_at = 128;
    constexpr double farther = 1.25;
    const std::size_t stride = (targets.size() + most_looked_at - 1) / most_looked_at;
    const auto near_squared = static_cast<Real>(reach * reach);
    const auto far_squared = static_cast<Real>(farther * farther * reach * reach);
    double near = 0, far = 0, looked_at = 0;
    for (std::size_t i = 0; i < targets.size(); i += stride) {
        int near_now = 0, far_now = 0;
        for (std::size_t j = 0; j < sources.size(); ++j) {
            const Real x = sources.x[j] - targets.x[i];
            const Real y = sources.y[j] - targets.y[i];
            const Real z = sources.z[j] - targets.z[i];
            const Real square = x * x + y * y + z * z;
            near_now += square < near_squared ? 1 : 0;
            far_now += square < far_squared ? 1 : 0;
        }
        const int itself = same_points ? 1 : 0;
        near += near_now - itself;
        far += far_now - itself;
        looked_at += static_cast<double>(sources.size()) - itself;
    }
    if (!(near > 0)) {
        return {};
    }
    return {near / looked_at, std::min(std::log(far / near) / std::log(farther), 3.0)};
}

} // namespace

template <class Real>
VectorArray<Real> sampled_points(const PointsView<Real>& points, std::size_t most,
                                 std::optional<int> device, GaussWork& work) {
    const std::size_t count = std::min(most, points.size());
    if (device) {
        return sampled_on_gpu(points, count, *device, work);
    }
    VectorArray<Real> some(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t point = i * points.size() / count;
        some.x[i] = points.x[point];
        some.y[i] = points.y[point];
        some.z[i] = points.z[point];
    }
    return some;
}

template <class Real>
GaussLoad gauss_load(const GaussSum<Real>& sum, const PointBounds& bounds, GaussWork& work) {
    GaussLoad load{GaussQuestion(sum, bounds, work)};
    const double reach = gauss_reach(sum.error) * sum.sigma;
    constexpr auto samples = static_cast<std::size_t>(most_samples);
    const CellLattice lattice = lattice_over(bounds, {reach, reach, reach});
    const VectorArray<Real> sources = sampled_points(sum.sources, samples, sum.device, work);
    const VectorArray<Real> others = load.same_points
                                         ? VectorArray<Real>()
                                         : sampled_points(sum.targets, samples, sum.device, work);
    const VectorArray<Real>& targets = load.same_points ? sources : others;
    double in_cells = 0; // pairs
    const std::vector<std::uint64_t> target_cells = sorted_cells(lattice, targets);
    for_each_cell(sorted_cells(lattice, sources), [&](std::uint64_t cell, double count) {
        const auto [first, last] = std::equal_range(target_cells.begin(), target_cells.end(), cell);
        // A sampled point's pair with itself is no density.
        in_cells += count * (static_cast<double>(last - first) - (load.same_points ? 1 : 0));
        load.occupied += 1;
    });
    const WithinReach within = part_within(reach, sources, targets, load.same_points);
    constexpr double countable = 2e-3;
    // If few of the sample are within reach, the pairs are estimated from those in one cell, times
    // the cells that a sphere of that radius has room for.
    constexpr double cells_within_reach = 4 * std::numbers::pi / 3;
    load.pairs = within.part > countable
                     ? within.part * load.sources * load.targets
                     : in_cells * (load.sources / static_cast<double>(sources.size())) *
                           (load.targets / static_cast<double>(targets.size())) *
                           cells_within_reach;
    load.growth = within.part > countable ? within.growth : 3;
    // No sphere holds more than there is.
    load.pairs = std::clamp(load.pairs, std::max(load.sources, load.targets),
                            std::max(load.sources * load.targets, load.targets));
    return load;
}

PlaneWavePlan cheapest_plan(const GaussQuestion& question, PlanFor whom) {
    return cheapest_plan(question.extent, question.sigma, question.error,
                         (question.sources + question.targets) / 2, question.precision, whom);
}

PlaneWavePlan plane_wave_plan(const GaussLoad& load, PlanFor whom) {
    return load.plan(whom) ? *load.plan(whom) : cheapest_plan(load, whom);
}

template <class Real>
PlaneWavePlan plane_wave_plan(const GaussSum<Real>& sum, const PointBounds& bounds,
                              const GaussWork& work, PlanFor whom) {
    const GaussQuestion question(sum, bounds, work);
    return work.known != nullptr && work.known->plan(whom)
               ? fitted_plan(*work.known->plan(whom), question.extent, sum.sigma)
               : cheapest_plan(question, whom);
}

template VectorArray<float> sampled_points(const PointsView<float>&, std::size_t,
                                           std::optional<int>, GaussWork&);
template VectorArray<double> sampled_points(const PointsView<double>&, std::size_t,
                                            std::optional<int>, GaussWork&);
template GaussLoad gauss_load(const GaussSum<float>&, const PointBounds&, GaussWork&);
template GaussLoad gauss_load(const GaussSum<double>&, const PointBounds&, GaussWork&);
template PlaneWavePlan plane_wave_plan(const GaussSum<float>&, const PointBounds&, const GaussWork&,
                                       PlanFor);
template PlaneWavePlan plane_wave_plan(const GaussSum<double>&, const PointBounds&,
                                       const GaussWork&, PlanFor);

} // namespace orrery
