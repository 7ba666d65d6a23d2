// Idea:   boxes of side sqrt(2) sigma. Far away, a box of sources is a Hermite series: a few
//         hundred numbers for any number of bodies. Near a box of targets, what comes from afar is
//         a Taylor series. Between two boxes there are four ways, and the numbers of bodies in
//         them say which is cheapest:
//
//             sources summed at targets            sources x targets
//             Hermite series summed at targets     p^3 x targets
//             sources added to the Taylor series   p^3 x sources
//             Hermite turned into Taylor           p^4, axis by axis
//
//         The last goes along x for each box, along y for all boxes of a row at once, and along z
//         for all of a plane.
//
// Source: Greengard & Strain 1991 (all of it); Broadie & Yamamoto 2003 (in which the translation is
//         done axis by axis).
// Cost:   a few hundred boxes within reach of each, whatever the number of bodies: linear in it,
// and
//         large. Plane waves do the same a hundred times faster; this is the method to learn from.
// Memory: p^3 numbers a box for each of the two series.
// Error:  order p by the bound below, for both series together.

#include "sim/base/error.hpp"
#include "sim/gauss/cell_list.hpp"
#include "sim/gauss/error_bound.hpp"
#include "sim/gauss/gauss_costs.hpp"
#include "sim/gauss/gauss_kernels.hpp"
#include "sim/gauss/gauss_method.hpp"
#include "sim/gauss/hermite_series.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace orrery {
namespace {

template <class Real>
struct Boxes {
    const CellList<Real>* points;
    double side; // the unit of the series, too

    std::array<double, 3> centre(const typename CellList<Real>::Row& row,
                                 const typename CellList<Real>::Cell& cell) const {
        const auto& origin = points->lattice.origin;
        return {origin[0] + (static_cast<double>(cell.x) + 0.5) * side,
                origin[1] + (static_cast<double>(row.y) + 0.5) * side,
                origin[2] + (static_cast<double>(row.z) + 0.5) * side};
    }
    // From a centre, in units of the series.
    std::array<Real, 3> offset(const std::array<double, 3>& centre, std::size_t i) const {
        return {static_cast<Real>((static_cast<double>(points->x[i]) - centre[0]) / side),
                static_cast<Real>((static_cast<double>(points->y[i]) - centre[1]) / side),
                static_cast<Real>((static_cast<double>(points->z[i]) - centre[2]) / side)};
    }
};

// Everything that the boxes of targets need of each other's.
template <class Real>
class HermiteSum {
public:
    HermiteSum(const GaussSum<Real>& sum, const CellList<Real>& sources,
               const CellList<Real>& targets)
        : sum_(sum), order_(hermite_order(pair_error(sum.error))), costs_(order_),
          series_(order_, hermite_boxes_within(sum.error)),
          sources_{&sources, hermite_side(sum.sigma)}, targets_{&targets, hermite_side(sum.sigma)},
          reach_(gauss_reach(sum.error) * sum.sigma) {}

    bool expand(GaussWork& work) {
        const auto& list = *sources_.points;
        expansion_of_.assign(list.cells.size(), none);
        std::size_t expanded = 0;
        for (std::size_t c = 0; c < list.cells.size(); ++c) {
            if (list.cells[c].last - list.cells[c].first > costs_.most_unexpanded()) {
                expansion_of_[c] = expanded++;
            }
        }
        expansions_ = HostArray<Real>(expanded * series_.size());
        work.workers.for_ranges(list.rows.size(), 1, [&](std::size_t first, std::size_t last) {
            for (std::size_t r = first; r < last && !work.stop.stop_requested(); ++r) {
                expand_row(list.rows[r]);
            }
        });
        return !work.stop.stop_requested();
    }

    bool evaluate(GaussWork& work) {
        const auto& list = *targets_.points;
        work.workers.for_ranges(list.rows.size(), 1, [&](std::size_t first, std::size_t last) {
            Scratch scratch(series_);
            for (std::size_t r = first; r < last; ++r) {
                const auto& row = list.rows[r];
                for (std::size_t c = row.first; c < row.last && !work.stop.stop_requested(); ++c) {
                    evaluate_box(row, list.cells[c], scratch);
                }
            }
        });
        return !work.stop.stop_requested();
    }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    struct Scratch {
        HostArray<Real> taylor;
        HostArray<Real> of_row, of_plane; // translated along x; along x and y
        bool has_row = false, has_plane = false;
        std::vector<PointRange> pairs;
        std::vector<Real> sums;

        explicit Scratch(const HermiteSeries<Real>& series)
            : taylor(series.size()), of_row(series.size()), of_plane(series.size()) {}
    };

    void expand_row(const typename CellList<Real>::Row& row) {
        const auto& list = *sources_.points;
        for (std::size_t c = row.first; c < row.last; ++c) {
            if (expansion_of_[c] == none) {
                continue;
            }
            const auto centre = sources_.centre(row, list.cells[c]);
            Real* const tensor = expansions_.data() + expansion_of_[c] * series_.size();
            for (std::size_t i = list.cells[c].first; i < list.cells[c].last; ++i) {
                series_.add_hermite(sources_.offset(centre, i), list.mass[i], tensor);
            }
        }
    }

    void evaluate_box(const typename CellList<Real>::Row& row,
                      const typename CellList<Real>::Cell& box, Scratch& scratch) const {
        const auto& targets = *targets_.points;
        const std::size_t count = box.last - box.first;
        const auto centre = targets_.centre(row, box);
        std::fill(scratch.taylor.begin(), scratch.taylor.end(), Real(0));
        scratch.pairs.clear();
        scratch.sums.assign(count, Real(0));
        bool has_taylor = false;
        const auto add_box = [&](const auto& source_row, std::size_t c) {
            const auto& source = sources_.points->cells[c];
            switch (costs_.cheapest(source.last - source.first, count, expansion_of_[c] != none)) {
            case HermiteWay::pairs:
                scratch.pairs.push_back({source.first, source.last});
                break;
            case HermiteWay::hermite_at_targets: {
                const auto from = sources_.centre(source_row, source);
                for (std::size_t i = 0; i < count; ++i) {
                    scratch.sums[i] +=
                        series_.hermite_at(expansion(c), targets_.offset(from, box.first + i));
                }
                break;
            }
            case HermiteWay::sources_to_taylor:
                for (std::size_t i = source.first; i < source.last; ++i) {
                    series_.add_taylor(sources_.offset(centre, i), sources_.points->mass[i],
                                       scratch.taylor.data());
                }
                has_taylor = true;
                break;
            case HermiteWay::hermite_to_taylor:
                series_.turn(static_cast<int>(box.x - source.x), expansion(c), scratch.has_row,
                             scratch.of_row.data());
                scratch.has_row = true;
                break;
            }
        };
        const auto end_row = [&](std::int64_t y) {
            if (scratch.has_row) {
                series_.turn(static_cast<int>(row.y - y), scratch.of_row.data(), scratch.has_plane,
                             scratch.of_plane.data());
                scratch.has_plane = true;
                scratch.has_row = false;
            }
        };
        const auto end_plane = [&](std::int64_t z) {
            if (scratch.has_plane) {
                series_.turn(static_cast<int>(row.z - z), scratch.of_plane.data(), true,
                             scratch.taylor.data());
                scratch.has_plane = false;
                has_taylor = true;
            }
        };
        for_each_near(row, box, add_box, end_row, end_plane);
        gauss_kernels<Real>().add_pairs(
            sources_.points->masses(), scratch.pairs, targets.x.data() + box.first,
            targets.y.data() + box.first, targets.z.data() + box.first, count,
            static_cast<Real>(1 / (2 * sum_.sigma * sum_.sigma)), scratch.sums.data());
        for (std::size_t i = 0; i < count; ++i) {
            const Real far = has_taylor ? series_.taylor_at(scratch.taylor.data(),
                                                            targets_.offset(centre, box.first + i))
                                        : Real(0);
            sum_.densities[targets.order[box.first + i]] = scratch.sums[i] + far;
        }
    }

    const Real* expansion(std::size_t cell) const {
        return expansions_.data() + expansion_of_[cell] * series_.size();
    }

    // Calls work(row, cell) for each box of sources that is within reach of the box, end_row(y)
    // after those of a row and end_plane(z) after the rows of a plane.
    template <class Work, class EndRow, class EndPlane>
    void for_each_near(const typename CellList<Real>::Row& row,
                       const typename CellList<Real>::Cell& box, const Work& work,
                       const EndRow& end_row, const EndPlane& end_plane) const {
        const auto& list = *sources_.points;
        const std::int64_t most = series_.boxes_within();
        const auto gap = [&](std::int64_t apart) {
            return static_cast<double>(std::max<std::int64_t>(std::abs(apart) - 1, 0)) *
                   sources_.side;
        };
        const std::int64_t last_z = std::min(row.z + most, list.lattice.count[2] - 1);
        const std::int64_t last_y = std::min(row.y + most, list.lattice.count[1] - 1);
        for (std::int64_t z = std::max<std::int64_t>(row.z - most, 0); z <= last_z; ++z) {
            const std::int64_t low = std::max<std::int64_t>(row.y - most, 0);
            for (std::size_t r = list.row_at(list.lattice.row(low, z));
                 r < list.rows.size() && list.rows[r].z == z && list.rows[r].y <= last_y; ++r) {
                const auto& near = list.rows[r];
                const double across = gap(near.y - row.y) * gap(near.y - row.y) +
                                      gap(near.z - row.z) * gap(near.z - row.z);
                const auto begin = std::lower_bound(
                    list.cells.begin() + static_cast<std::ptrdiff_t>(near.first),
                    list.cells.begin() + static_cast<std::ptrdiff_t>(near.last), box.x - most,
                    [](const auto& cell, std::int64_t x) { return cell.x < x; });
                for (auto c = static_cast<std::size_t>(begin - list.cells.begin());
                     c < near.last && list.cells[c].x <= box.x + most; ++c) {
                    const double along = gap(list.cells[c].x - box.x);
                    if (along * along + across <= reach_ * reach_) {
                        work(near, c);
                    }
                }
                end_row(near.y);
            }
            end_plane(z);
        }
    }

    const GaussSum<Real>& sum_;
    int order_;
    HermiteCosts costs_;
    HermiteSeries<Real> series_;
    Boxes<Real> sources_, targets_;
    double reach_;
    std::vector<std::size_t> expansion_of_; // each box's, or none
    HostArray<Real> expansions_;
};

template <class Real>
bool sum_by_hermite(const GaussSum<Real>& sum, const PointBounds& bounds, GaussWork& work) {
    SortedSum<Real> sorted;
    {
        const auto t = timed("sort", work.timings);
        // Those without bodies take no memory.
        constexpr double any = std::numeric_limits<double>::max();
        const std::optional<CellLattice> lattice = hermite_lattice(bounds, sum.sigma, any);
        if (!lattice) {
            throw bad_input("there are too many boxes as small as sigma", "cpu.gauss.hermite",
                            "use cpu.gauss.cells, or a larger sigma");
        }
        if (!sorted.build(sum, *lattice, work)) {
            return false;
        }
    }
    HermiteSum<Real> hermite(sum, sorted.sources(), sorted.targets());
    {
        const auto t = timed("expand", work.timings);
        if (!hermite.expand(work)) {
            return false;
        }
    }
    const auto t = timed("evaluate", work.timings);
    return hermite.evaluate(work);
}

double seconds(const GaussLoad& load) {
    constexpr double seconds_per_box = 8e-7; // to find the rows near it
    constexpr double seconds_per_near_box = 2e-8;
    const double seconds_of_series = load.precision == Precision::fp32 ? 4e-10 : 8e-10;
    return cpu_seconds_to_sort(2 * load.targets, load.workers) +
           (load.hermite.boxes * seconds_per_box + load.hermite.near_boxes * seconds_per_near_box +
            load.hermite.pairs * cpu_seconds_per_pair(load.precision) +
            load.hermite.series * seconds_of_series) /
               load.workers;
}

} // namespace

extern const GaussMethod hermite_gauss{
    .id = "cpu.gauss.hermite",
    .title = "Hermite",
    .idea = "the fast Gauss transform: Hermite and Taylor series of boxes",
    .min_error_fp32 = 1e-5,
    .min_error_fp64 = 1e-8,
    .seconds = seconds,
    .sum_fp32 = sum_by_hermite<float>,
    .sum_fp64 = sum_by_hermite<double>,
};

} // namespace orrery
