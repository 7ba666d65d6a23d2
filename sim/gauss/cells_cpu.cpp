// Idea:   the Gaussian is nothing beyond a few sigma: bodies are sorted into cells, and only those
//         in cells within reach are summed. Cells are finer along x, where a row of them is one
//         range in memory, than along y and z, where each row that is passed over costs something;
//         how fine, a look at the bodies' density says.
// Source: Hockney & Eastwood 1981 (cell lists); Greengard & Strain 1991 name it as what to use for
//         a small sigma.
// Cost:   a sort; then for each body about twice the bodies within reach, at the cost of a
//         direct sum's pairs.
// Memory: a sorted copy of the bodies and 24 bytes a body.
// Error:  what is left out lies beyond the reach (error_bound.hpp), and no term is approximated.

#include "sim/gauss/cell_list.hpp"
#include "sim/gauss/error_bound.hpp"
#include "sim/gauss/gauss_kernels.hpp"
#include "sim/gauss/gauss_method.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace orrery {
namespace {

// Cells along the reach.
struct Division {
    int fine = 8;                                             // along x
    int coarse = 3;                                           // along y and z
    double seconds = std::numeric_limits<double>::infinity(); // of a body, after sorting
};

// How far apart points of two cells at least are, along an axis.
double gap(std::int64_t cells_apart, double side) {
    return static_cast<double>(std::max<std::int64_t>(std::abs(cells_apart) - 1, 0)) * side;
}

// Small cells pass over fewer bodies that are not within reach, and cost more where there is hardly
// a body in each.
Division cheapest_division(const GaussLoad& load) {
    constexpr double seconds_per_row = 1.6e-8;          // of a cell
    constexpr double seconds_per_range = 2e-9;          // of a body
    constexpr double sphere = 4 * std::numbers::pi / 3; // in cubes of the reach
    const double near_bodies = load.pairs / load.targets;
    const double density = near_bodies / sphere; // in a cube of the reach
    Division best;
    for (const int coarse : {1, 2, 3}) {
        for (const int fine : {1, 2, 4, 8}) {
            double volume = 0;
            for (int y = -coarse; y <= coarse; ++y) {
                for (int z = -coarse; z <= coarse; ++z) {
                    const double apart_y = gap(y, 1.0 / coarse);
                    const double apart_z = gap(z, 1.0 / coarse);
                    const double left = std::max(1 - apart_y * apart_y - apart_z * apart_z, 0.0);
                    volume += (2 * std::sqrt(left) + 2.0 / fine) / (coarse * coarse);
                }
            }
            const double rows = (2.0 * coarse + 1) * (2.0 * coarse + 1);
            const double in_a_cell = std::max(density / (coarse * coarse * fine), 1.0);
            const double passed =
                std::min(near_bodies * std::pow(volume / sphere, load.growth / 3), load.sources);
            const double seconds = rows * (seconds_per_row / in_a_cell + seconds_per_range) +
                                   passed * cpu_seconds_per_pair(load.precision);
            if (seconds < best.seconds) {
                best = {fine, coarse, seconds};
            }
        }
    }
    return best;
}

// A row of sources near a row of targets, and the part of it that is near the current cell. Cells
// of targets come in the order of x, so both ends only move on.
template <class Real>
struct NearRow {
    const typename CellList<Real>::Row* row;
    std::int64_t reach; // along x, in cells
    std::size_t first, last;

    bool move_to(const CellList<Real>& sources, std::int64_t x, PointRange& range) {
        while (first < row->last && sources.cells[first].x < x - reach) {
            ++first;
        }
        last = std::max(last, first);
        while (last < row->last && sources.cells[last].x <= x + reach) {
            ++last;
        }
        if (first == last) {
            return false;
        }
        range = {sources.cells[first].first, sources.cells[last - 1].last};
        return true;
    }
};

template <class Real>
std::vector<NearRow<Real>> rows_near(const CellList<Real>& sources, std::int64_t y, std::int64_t z,
                                     double reach, std::int64_t coarse) {
    const CellLattice& lattice = sources.lattice;
    std::vector<NearRow<Real>> near;
    for (std::int64_t dz = -coarse; dz <= coarse; ++dz) {
        const std::int64_t row_z = z + dz;
        if (row_z < 0 || row_z >= lattice.count[2]) {
            continue;
        }
        const std::int64_t low = std::max<std::int64_t>(y - coarse, 0);
        const std::int64_t high = std::min<std::int64_t>(y + coarse, lattice.count[1] - 1);
        for (std::size_t r = sources.row_at(lattice.row(low, row_z)); r < sources.rows.size();
             ++r) {
            const auto& row = sources.rows[r];
            if (row.z != row_z || row.y > high) {
                break;
            }
            const double apart_y = gap(row.y - y, 1 / lattice.inverse_side[1]);
            const double apart_z = gap(dz, 1 / lattice.inverse_side[2]);
            const double left = reach * reach - apart_y * apart_y - apart_z * apart_z;
            if (left >= 0) {
                const double cells = std::sqrt(left) * lattice.inverse_side[0];
                near.push_back({&row, static_cast<std::int64_t>(cells) + 1, row.first, row.first});
            }
        }
    }
    return near;
}

template <class Real>
double add_row(const CellList<Real>& targets, const typename CellList<Real>::Row& row,
               const CellList<Real>& sources, const GaussSum<Real>& sum, double reach, int coarse) {
    std::vector<NearRow<Real>> near = rows_near(sources, row.y, row.z, reach, coarse);
    const auto steepness = static_cast<Real>(1 / (2 * sum.sigma * sum.sigma));
    const auto& kernels = gauss_kernels<Real>();
    std::vector<PointRange> ranges;
    std::vector<Real> sums;
    double pairs = 0;
    for (std::size_t c = row.first; c < row.last; ++c) {
        const auto& cell = targets.cells[c];
        const std::size_t count = cell.last - cell.first;
        ranges.clear();
        std::size_t near_sources = 0;
        for (NearRow<Real>& one : near) {
            if (PointRange range{}; one.move_to(sources, cell.x, range)) {
                ranges.push_back(range);
                near_sources += range.last - range.first;
            }
        }
        sums.assign(count, Real(0));
        kernels.add_pairs(sources.masses(), ranges, targets.x.data() + cell.first,
                          targets.y.data() + cell.first, targets.z.data() + cell.first, count,
                          steepness, sums.data());
        for (std::size_t i = 0; i < count; ++i) {
            sum.densities[targets.order[cell.first + i]] = sums[i];
        }
        pairs += static_cast<double>(count) * static_cast<double>(near_sources);
    }
    return pairs;
}

template <class Real>
bool sum_in_cells(const GaussSum<Real>& sum, const PointBounds& bounds, GaussWork& work) {
    const double reach = gauss_reach(sum.error) * sum.sigma;
    SortedSum<Real> sorted;
    Division division;
    {
        const auto t = timed("sort", work.timings);
        const GaussLoad load = work.known != nullptr ? *work.known : gauss_load(sum, bounds, work);
        division = cheapest_division(load);
        const CellLattice lattice = lattice_over(
            bounds, {reach / division.fine, reach / division.coarse, reach / division.coarse});
        if (!sorted.build(sum, lattice, work)) {
            return false;
        }
    }
    const CellList<Real>& targets = sorted.targets();
    const auto t = timed("pairs", work.timings);
    std::vector<double> pairs(targets.rows.size()); // of each row, so that their sum is always one
    work.workers.for_ranges(targets.rows.size(), 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t r = first; r < last && !work.stop.stop_requested(); ++r) {
            pairs[r] =
                add_row(targets, targets.rows[r], sorted.sources(), sum, reach, division.coarse);
        }
    });
    for (const double of_row : pairs) {
        work.timings.interactions += of_row;
    }
    return !work.stop.stop_requested();
}

double seconds(const GaussLoad& load) {
    const Division division = cheapest_division(load);
    return cpu_seconds_of_all(cpu_seconds_to_sort(load.bodies(), load.workers) +
                                  load.targets * division.seconds / load.workers,
                              load.workers);
}

} // namespace

extern const GaussMethod cells_gauss{
    .id = "cpu.gauss.cells",
    .title = "Cells",
    .idea = "only the pairs within reach, found by a list of cells",
    .min_error_fp32 = 1e-6,
    .min_error_fp64 = 1e-14,
    .seconds = seconds,
    .sum_fp32 = sum_in_cells<float>,
    .sum_fp64 = sum_in_cells<double>,
};

} // namespace orrery
