// Idea:   a Gaussian is a sum of plane waves, and few of them: those longer than about sigma.
// Bodies
//         are spread onto a grid that resolves these (spreading.hpp), each wave there is
//         multiplied by the Gaussian's transform, and densities are interpolated from the grid.
//         Transform, multiplication and transform back are a product over the axes, as the
//         Gaussian is; along one axis they are a convolution with 20 to 60 numbers. That costs
//         less than fast Fourier transforms do, and there are no periodic images to keep away.
// Source: Dutt & Rokhlin 1993 (non-uniform fast Fourier transforms); Greengard, Lee & Inati 2006
//         (Gaussian sums by them); and those of spreading.hpp.
// Cost:   a sort, (width + 1)^3 multiply-adds a body twice, and for each of the grid's nodes as
//         many as there are taps.
// Memory: the grid: the box's volume over (0.3 to 0.9 sigma)^3 numbers; and a sorted copy.
// Error:  width and spacing are chosen by the bound of coarsest_plan, the cheapest pair of them.

#include "sim/gauss/cell_list.hpp"
#include "sim/gauss/error_bound.hpp"
#include "sim/gauss/gauss_kernels.hpp"
#include "sim/gauss/gauss_method.hpp"
#include "sim/gauss/plane_wave_plan.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace orrery {
namespace {

// The grid and its values.
template <class Real>
struct Grid {
    std::array<std::size_t, 3> nodes;
    HostArray<Real> coefficients;
    HostArray<Real> values;
    SpreadingGrid<Real> view;

    Grid(const PlaneWavePlan& wanted, const PointBounds& bounds, double sigma, double pair_error) {
        const SpreadingPlan& plan = wanted.spreading;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            nodes[axis] = static_cast<std::size_t>(wanted.nodes[axis]);
        }
        coefficients = spreading_polynomials<Real>(plan, pair_error, view.degree);
        // A row ends with what vectors may touch beyond its nodes; an odd number of cache lines
        // keeps the rows of a plane apart in the cache.
        constexpr std::size_t line = column_lanes<Real>;
        const std::size_t lines = (nodes[0] + max_width + line - 1) / line;
        view.row = (lines | 1) * line;
        view.plane = view.row * nodes[1];
        values = HostArray<Real>(view.plane * nodes[2]);
        const double spacing = sigma / plan.nodes_per_sigma;
        const double margin = (plan.width / 2.0 + 0.5) * spacing;
        view.values = values.data();
        view.origin_x = bounds.low[0] - margin;
        view.origin_y = bounds.low[1] - margin;
        view.origin_z = bounds.low[2] - margin;
        view.inverse_spacing = 1 / spacing;
        view.width = plan.width;
        view.coefficients = coefficients.data();
    }
};

// Rows of cells are as wide as what their bodies reach, so those with one between them share no
// node: four turns, one after the other, and the order of all additions is always the same.
template <class Real>
void spread_all(const CellList<Real>& sources, Grid<Real>& grid, GaussWork& work) {
    const auto& kernels = gauss_kernels<Real>();
    for (std::int64_t turn = 0; turn < 4 && !work.stop.stop_requested(); ++turn) {
        std::vector<std::size_t> rows;
        for (std::size_t r = 0; r < sources.rows.size(); ++r) {
            if (sources.rows[r].y % 2 == turn % 2 && sources.rows[r].z % 2 == turn / 2) {
                rows.push_back(r);
            }
        }
        work.workers.for_ranges(rows.size(), 1, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                const auto& row = sources.rows[rows[i]];
                kernels.spread(grid.view, sources.masses(), {row.first_point, row.last_point});
            }
        });
    }
}

// A column of cache lines with room around it for the taps.
template <class Real>
class Columns {
public:
    Columns(std::size_t count, std::size_t reach)
        : count_(count), before_(reach * column_lanes<Real>),
          in_(2 * before_ + count * column_lanes<Real>), out_(count * column_lanes<Real>) {}

    void convolve(Real* first, std::size_t step, std::span<const Real> taps) {
        for (std::size_t i = 0; i < count_; ++i) {
            std::copy_n(first + i * step, column_lanes<Real>,
                        in_.data() + before_ + i * column_lanes<Real>);
        }
        gauss_kernels<Real>().convolve_columns(in_.data() + before_, count_, taps, out_.data());
        for (std::size_t i = 0; i < count_; ++i) {
            std::copy_n(out_.data() + i * column_lanes<Real>, column_lanes<Real>, first + i * step);
        }
    }

private:
    std::size_t count_, before_;
    HostArray<Real> in_, out_;
};

template <class Real>
void convolve_plane(Grid<Real>& grid, std::size_t z, std::span<const Real> taps) {
    Real* const plane = grid.view.values + z * grid.view.plane;
    Columns<Real> columns(grid.nodes[1], taps.size());
    for (std::size_t x = 0; x < grid.nodes[0]; x += column_lanes<Real>) {
        columns.convolve(plane + x, grid.view.row, taps);
    }
    // Whole vectors are read past the row and the taps.
    HostArray<Real> in(grid.view.row + 2 * taps.size() + 2 * column_lanes<Real>);
    for (std::size_t y = 0; y < grid.nodes[1]; ++y) {
        Real* const row = plane + y * grid.view.row;
        std::copy_n(row, grid.nodes[0], in.data() + taps.size());
        gauss_kernels<Real>().convolve_row(in.data() + taps.size(), grid.nodes[0], taps, row);
    }
}

template <class Real>
void convolve_all(Grid<Real>& grid, const std::vector<double>& exact_taps, GaussWork& work) {
    const std::vector<Real> taps(exact_taps.begin(), exact_taps.end());
    work.workers.for_ranges(grid.nodes[2], 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t z = first; z < last && !work.stop.stop_requested(); ++z) {
            convolve_plane<Real>(grid, z, taps);
        }
    });
    work.workers.for_ranges(grid.nodes[1], 1, [&](std::size_t first, std::size_t last) {
        Columns<Real> columns(grid.nodes[2], taps.size());
        for (std::size_t y = first; y < last && !work.stop.stop_requested(); ++y) {
            for (std::size_t x = 0; x < grid.nodes[0]; x += column_lanes<Real>) {
                columns.convolve(grid.view.values + y * grid.view.row + x, grid.view.plane,
                                 std::span<const Real>(taps));
            }
        }
    });
}

template <class Real>
void gather_all(const CellList<Real>& targets, const Grid<Real>& grid, const GaussSum<Real>& sum,
                GaussWork& work) {
    constexpr std::size_t block = 1024;
    work.workers.for_ranges(targets.size(), 16 * block, [&](std::size_t first, std::size_t last) {
        std::array<Real, block> results;
        for (; first < last; first += block) {
            const std::size_t count = std::min(block, last - first);
            gauss_kernels<Real>().gather(grid.view, targets.masses(), {first, first + count},
                                         results.data());
            for (std::size_t i = 0; i < count; ++i) {
                sum.densities[targets.order[first + i]] = results[i];
            }
        }
    });
}

template <class Real>
bool sum_plane_waves(const GaussSum<Real>& sum, const PointBounds& bounds, GaussWork& work) {
    const double pair = pair_error(sum.error);
    const PlaneWavePlan plan = plane_wave_plan(sum, bounds, work, PlanFor::processor);
    require_possible(plan, "cpu.gauss.plane_wave");
    SortedSum<Real> sorted;
    {
        const auto t = timed("sort", work.timings);
        const double spacing = sum.sigma / plan.spreading.nodes_per_sigma;
        // See spread_all: a point's nodes, and one for rounding on either side.
        const double across = std::max(8, plan.spreading.width + 3) * spacing;
        const CellLattice lattice = lattice_over(bounds, {4 * spacing, across, across});
        if (!sorted.build(sum, lattice, work)) {
            return false;
        }
    }
    Grid<Real> grid(plan, bounds, sum.sigma, pair);
    {
        const auto t = timed("spread", work.timings);
        spread_all(sorted.sources(), grid, work);
    }
    {
        const auto t = timed("convolve", work.timings);
        convolve_all(grid, convolution_taps(plan.spreading, pair), work);
    }
    {
        const auto t = timed("gather", work.timings);
        gather_all(sorted.targets(), grid, sum, work);
    }
    return !work.stop.stop_requested();
}

double seconds(const GaussLoad& load) {
    const PlaneWavePlan plan = plane_wave_plan(load, PlanFor::processor);
    if (!plan.is_possible()) {
        return std::numeric_limits<double>::infinity();
    }
    constexpr double seconds_to_begin = 5e-4; // to plan, and for nine loops that all workers begin
    return seconds_to_begin + cpu_seconds_of_all(cpu_seconds_to_sort(load.bodies(), load.workers) +
                                                     plan.seconds / load.workers,
                                                 load.workers);
}

} // namespace

extern const GaussMethod plane_wave_gauss{
    .id = "cpu.gauss.plane_wave",
    .title = "Plane waves",
    .idea = "bodies spread onto a grid, convolved there, and interpolated",
    .min_error_fp32 = 1e-5,
    .min_error_fp64 = 1e-10,
    .seconds = seconds,
    .sum_fp32 = sum_plane_waves<float>,
    .sum_fp64 = sum_plane_waves<double>,
};

} // namespace orrery
