// Idea:   boxes of side sqrt(2) sigma. Far away, a box of sources is a Hermite series: a few
//         hundred numbers for any number of bodies. Near a box of targets, what comes from afar is
//         a Taylor series. Between two boxes there are four ways, and the numbers of bodies in
//         them say which is cheapest:
//
//             sources summed at targets            sources x targets
//             Hermite series summed at targets     p^3 x targets
//             sources added to the Taylor series   p^3 x sources
//             Hermite turned into Taylor           3 p^4, axis by axis
//
// Source: Greengard & Strain 1991 (all of it); Broadie & Yamamoto 2003 (in which the translation is
//         done axis by axis).
// Cost:   a few hundred boxes within reach of each, whatever the number of bodies: linear in it,
// and
//         large. Plane waves do the same a hundred times faster; this is the method to learn from.
// Memory: p^3 numbers a box for each of the two series.
// Error:  order p by the bound below, for both series together.

#include "sim/gauss/cell_list.hpp"
#include "sim/gauss/cpu_costs.hpp"
#include "sim/gauss/error_bound.hpp"
#include "sim/gauss/gauss_kernels.hpp"
#include "sim/gauss/gauss_method.hpp"
#include "sim/gauss/hermite_series.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace orrery {
namespace {

// What one term of a series costs, and one of a translation, against one pair.
constexpr double pairs_per_term = 0.20;
constexpr double pairs_per_translated_term = 0.12;

enum class Way { pairs, hermite_at_targets, sources_to_taylor, hermite_to_taylor };

struct Costs {
    double series;      // of one body
    double translation; // of one box

    explicit Costs(int order)
        : series(pairs_per_term * order * order * static_cast<double>(padded_order(order))),
          translation(pairs_per_translated_term * 3 * order * order * order *
                      static_cast<double>(padded_order(order))) {}

    Way cheapest(std::size_t sources, std::size_t targets) const {
        const auto s = static_cast<double>(sources);
        const auto t = static_cast<double>(targets);
        const std::array<double, 4> costs{s * t, series * t, series * s, translation};
        return static_cast<Way>(std::min_element(costs.begin(), costs.end()) - costs.begin());
    }
};

template <class Real>
struct Boxes {
    const CellList<Real>* points;
    double side, half_width; // half_width: sqrt(2) sigma, the unit of the series

    std::array<double, 3> centre(const typename CellList<Real>::Row& row,
                                 const typename CellList<Real>::Cell& cell) const {
        const auto& origin = points->lattice.origin;
        return {origin[0] + (static_cast<double>(cell.x) + 0.5) * side,
                origin[1] + (static_cast<double>(row.y) + 0.5) * side,
                origin[2] + (static_cast<double>(row.z) + 0.5) * side};
    }
    // From a centre, in units of the series.
    std::array<Real, 3> offset(const std::array<double, 3>& centre, std::size_t i) const {
        return {static_cast<Real>((static_cast<double>(points->x[i]) - centre[0]) / half_width),
                static_cast<Real>((static_cast<double>(points->y[i]) - centre[1]) / half_width),
                static_cast<Real>((static_cast<double>(points->z[i]) - centre[2]) / half_width)};
    }
};

// Everything that the boxes of targets need of each other's.
template <class Real>
class HermiteSum {
public:
    HermiteSum(const GaussSum<Real>& sum, const CellList<Real>& sources,
               const CellList<Real>& targets)
        : sum_(sum), order_(hermite_order(pair_error(sum.error))), costs_(order_),
          series_(order_, boxes_within(sum)), sources_{&sources, side(sum), side(sum)},
          targets_{&targets, side(sum), side(sum)}, reach_(gauss_reach(sum.error) * sum.sigma) {}

    static double side(const GaussSum<Real>& sum) { return std::numbers::sqrt2 * sum.sigma; }
    static int boxes_within(const GaussSum<Real>& sum) {
        return static_cast<int>(gauss_reach(sum.error) * sum.sigma / side(sum)) + 1;
    }

    bool expand(GaussWork& work) {
        const auto& list = *sources_.points;
        // Small boxes are summed body by body whoever asks.
        const auto worth =
            static_cast<std::size_t>(std::min(costs_.series, costs_.translation / costs_.series));
        expansion_of_.assign(list.cells.size(), none);
        std::size_t expanded = 0;
        for (std::size_t c = 0; c < list.cells.size(); ++c) {
            if (list.cells[c].last - list.cells[c].first > worth) {
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
        HostArray<Real> taylor, first_turned, second_turned;
        std::vector<PointRange> pairs;
        std::vector<Real> sums;

        explicit Scratch(const HermiteSeries<Real>& series)
            : taylor(series.size()), first_turned(series.size()), second_turned(series.size()) {}
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
        for_each_near(row, box, [&](const auto& source_row, std::size_t c) {
            const auto& source = sources_.points->cells[c];
            Way way = costs_.cheapest(source.last - source.first, count);
            if (expansion_of_[c] == none && way != Way::sources_to_taylor) {
                way = Way::pairs;
            }
            switch (way) {
            case Way::pairs:
                scratch.pairs.push_back({source.first, source.last});
                break;
            case Way::hermite_at_targets: {
                const auto from = sources_.centre(source_row, source);
                for (std::size_t i = 0; i < count; ++i) {
                    scratch.sums[i] +=
                        series_.hermite_at(expansion(c), targets_.offset(from, box.first + i));
                }
                break;
            }
            case Way::sources_to_taylor:
                for (std::size_t i = source.first; i < source.last; ++i) {
                    series_.add_taylor(sources_.offset(centre, i), sources_.points->mass[i],
                                       scratch.taylor.data());
                }
                has_taylor = true;
                break;
            case Way::hermite_to_taylor:
                series_.translate(expansion(c),
                                  {static_cast<int>(box.x - source.x),
                                   static_cast<int>(row.y - source_row.y),
                                   static_cast<int>(row.z - source_row.z)},
                                  scratch.first_turned.data(), scratch.second_turned.data(),
                                  scratch.taylor.data());
                has_taylor = true;
                break;
            }
        });
        const PointMasses<Real> masses{sources_.points->x.data(), sources_.points->y.data(),
                                       sources_.points->z.data(), sources_.points->mass.data()};
        gauss_kernels<Real>().add_pairs(masses, scratch.pairs, targets.x.data() + box.first,
                                        targets.y.data() + box.first, targets.z.data() + box.first,
                                        count, static_cast<Real>(1 / (2 * sum_.sigma * sum_.sigma)),
                                        scratch.sums.data());
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

    // Calls work(row, cell) for each box of sources that is within reach of the box.
    template <class Work>
    void for_each_near(const typename CellList<Real>::Row& row,
                       const typename CellList<Real>::Cell& box, const Work& work) const {
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
            }
        }
    }

    const GaussSum<Real>& sum_;
    int order_;
    Costs costs_;
    HermiteSeries<Real> series_;
    Boxes<Real> sources_, targets_;
    double reach_;
    std::vector<std::size_t> expansion_of_; // each box's, or none
    HostArray<Real> expansions_;
};

template <class Real>
bool sum_by_hermite(const GaussSum<Real>& sum, const PointBounds& bounds, GaussWork& work) {
    const bool one_list = sum.targets.same_as(sum.sources);
    CellList<Real> sources;
    CellList<Real> other_targets;
    {
        const auto t = timed("sort", work.timings);
        const double side = HermiteSum<Real>::side(sum);
        const CellLattice lattice = lattice_over(bounds, {side, side, side});
        for (const double inverse : lattice.inverse_side) {
            if (inverse * side < 0.999) {
                throw bad_input("there are too many boxes as small as sigma", "cpu.gauss.hermite",
                                "take cpu.gauss.cells, or a larger sigma");
            }
        }
        if (!sources.build(lattice, sum.sources, sum.masses, work) ||
            (!one_list && !other_targets.build(lattice, sum.targets, {}, work))) {
            return false;
        }
    }
    HermiteSum<Real> hermite(sum, sources, one_list ? sources : other_targets);
    {
        const auto t = timed("expand", work.timings);
        if (!hermite.expand(work)) {
            return false;
        }
    }
    const auto t = timed("evaluate", work.timings);
    return hermite.evaluate(work);
}

// As if all boxes had as many bodies: those within reach, as pairs or translated, and the series.
double seconds(const GaussLoad& load) {
    const int order = hermite_order(pair_error(load.error));
    const Costs costs(order);
    const double reach = gauss_reach(load.error) / std::numbers::sqrt2; // in boxes
    const double near_boxes = 4.2 * (reach + 0.7) * (reach + 0.7) * (reach + 0.7);
    const double near_bodies = load.pairs / load.targets;
    const double in_a_box = std::max(near_bodies / (4.2 * reach * reach * reach), 1.0);
    const double boxes = load.targets / in_a_box;
    constexpr double unevenly_filled = 3; // boxes of a clump
    const double pairs =
        std::min(1.5 * load.pairs, unevenly_filled * boxes * near_boxes * costs.translation) +
        2 * load.targets * costs.series;
    constexpr double seconds_per_near_box = 5e-8;
    return (2 * load.targets * cpu_seconds_per_sorted_body +
            boxes * std::min(near_boxes, near_bodies) * seconds_per_near_box +
            pairs * cpu_seconds_per_pair(load.precision)) /
           load.workers;
}

std::string available() {
    return "";
}

} // namespace

extern const GaussMethod hermite_gauss{
    .id = "cpu.gauss.hermite",
    .title = "Hermite",
    .idea = "the fast Gauss transform: Hermite and Taylor series of boxes",
    .min_error_fp32 = 1e-5,
    .min_error_fp64 = 1e-8,
    .automatic = false,
    .seconds = seconds,
    .sum_fp32 = sum_by_hermite<float>,
    .sum_fp64 = sum_by_hermite<double>,
    .unavailable = available,
};

} // namespace orrery
