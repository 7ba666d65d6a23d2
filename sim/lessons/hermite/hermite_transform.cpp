// The fast Gauss transform as it was first: by Hermite and Taylor series of boxes.
//
// Idea:   boxes of side sqrt(2) sigma, which is the unit of the series. Far away, a box of sources
//         is a Hermite series: a few hundred numbers for any number of bodies. Near a box of
//         targets, what comes from afar is a Taylor series:
//
//             exp(-(t - s)^2) = sum of s^n / n! h_n(t) = sum of h_n(s) / n! t^n
//             h_n(x) = exp(-x^2) H_n(x), H_n the Hermite polynomials
//
//         and products of these in three variables. Between two boxes there are four ways, and the
//         numbers of bodies in them say which is cheapest:
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
//         and large. Plane waves do the same a hundred times faster; this is the method to learn
//         from.
// Memory: p^3 numbers a box for each of the two series.
// Error:  order p by the bound below, for both series together.

#include "sim/lessons/hermite/hermite_transform.hpp"

#include "sim/base/error.hpp"
#include "sim/gauss/cell_list.hpp"
#include "sim/gauss/error_bound.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace orrery {
namespace {

constexpr std::size_t max_order = 32;

// Numbers of each axis, of which the coefficients are products.
template <class Real>
using Factors = std::array<std::array<Real, max_order>, 3>;

// Cramer's inequality: |h_n(x)| <= 1.09 sqrt(2^n n!) exp(-x^2 / 2). A body is at most half a box
// from its box's centre along an axis, so that term n is at most 1.09 / sqrt(2^n n!).
int order_for(double pair_error) {
    constexpr double cramer = 1.09;
    constexpr double axes_and_series = 6;
    double left_out = 0;
    int order = max_order;
    while (order > 2) {
        const double n = order - 1;
        left_out += cramer * std::exp(-(n * std::numbers::ln2 + std::lgamma(n + 1)) / 2);
        if (axes_and_series * left_out > pair_error) {
            break;
        }
        --order;
    }
    return order;
}

// With `orders`, h_n(x) from n = 0 on.
std::vector<double> hermite_functions_at(double x, std::size_t orders) {
    std::vector<double> h{std::exp(-x * x), 2 * x * std::exp(-x * x)};
    for (std::size_t n = 2; n < orders; ++n) {
        h.push_back(2 * x * h[n - 1] - 2 * static_cast<double>(n - 1) * h[n - 2]);
    }
    return h;
}

// How a box of targets gets what a box of sources has for it.
enum class Way { pairs, hermite_at_targets, sources_to_taylor, hermite_to_taylor };

// The costs of the ways, in pairs.
struct Costs {
    double series;      // of one body
    double translation; // of one box along x; all of a row's go on along y together

    Costs(int order, double coefficients)
        : series(0.20 * coefficients), translation(0.15 * order * coefficients) {}

    Way cheapest(std::size_t sources, std::size_t targets, bool expanded) const {
        const auto s = static_cast<double>(sources);
        const auto t = static_cast<double>(targets);
        Way way = Way::pairs;
        double least = s * t;
        if (series * s < least) {
            way = Way::sources_to_taylor;
            least = series * s;
        }
        if (expanded && series * t < least) {
            way = Way::hermite_at_targets;
            least = series * t;
        }
        return expanded && translation < least ? Way::hermite_to_taylor : way;
    }

    // A box with no more sources than this is summed body by body whoever asks.
    std::size_t most_unexpanded() const {
        return static_cast<std::size_t>(std::min(translation / series, series));
    }
};

template <class Real>
class Series {
public:
    // Translations between boxes that are up to `within` boxes apart along an axis.
    Series(int order, int within)
        : shape_{static_cast<std::size_t>(order), (static_cast<std::size_t>(order) + 15) / 16 * 16},
          within_(within), translations_(matrix_size() * static_cast<std::size_t>(2 * within + 1)) {
        double factorial = 1;
        for (std::size_t n = 0; n < max_order; ++n) {
            inverse_factorial_[n] = static_cast<Real>(1 / factorial);
            factorial *= static_cast<double>(n + 1);
        }
        // Hermite term n around the origin adds (-1)^l h_(n+l)(distance) / l! to Taylor term l.
        for (int apart = -within; apart <= within; ++apart) {
            const std::vector<double> h = hermite_functions_at(apart, 2 * shape_.order);
            Real* entry = translations_.data() + matrix_at(apart);
            for (std::size_t n = 0; n < shape_.order; ++n, entry += shape_.pitch) {
                double sign_over_factorial = 1;
                for (std::size_t l = 0; l < shape_.order; ++l) {
                    entry[l] = static_cast<Real>(sign_over_factorial * h[n + l]);
                    sign_over_factorial /= -static_cast<double>(l + 1);
                }
            }
        }
    }

    std::size_t size() const { return shape_.order * matrix_size(); }

    void add_hermite(const std::array<Real, 3>& source, Real mass, Real* hermite) const {
        add(factors<Of::powers, true>(source), mass, hermite);
    }
    void add_taylor(const std::array<Real, 3>& source, Real mass, Real* taylor) const {
        add(factors<Of::hermite_functions, true>(source), mass, taylor);
    }
    Real hermite_at(const Real* hermite, const std::array<Real, 3>& target) const {
        return sum(hermite, factors<Of::hermite_functions, false>(target));
    }
    Real taylor_at(const Real* taylor, const std::array<Real, 3>& target) const {
        return sum(taylor, factors<Of::powers, false>(target));
    }
    // A box's Hermite series becomes the Taylor series of the one that is `boxes` from it, axis
    // by axis: each call translates along the first axis and makes it the last, so that three of
    // them have them in order again. `to` is added to, or written.
    void turn(std::int64_t boxes, const Real* from, bool add, Real* to) const {
        gauss_kernels<Real>().turn(
            shape_, from, translations_.data() + matrix_at(static_cast<int>(boxes)), add, to);
    }

private:
    std::size_t matrix_size() const { return shape_.order * shape_.pitch; }
    std::size_t matrix_at(int apart) const {
        return matrix_size() * static_cast<std::size_t>(apart + within_);
    }

    // Along each axis x^n or h_n(x), divided by n! where it becomes part of a series.
    enum class Of { powers, hermite_functions };
    template <Of of, bool divided>
    Factors<Real> factors(const std::array<Real, 3>& at) const {
        Factors<Real> all{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const Real x = at[axis];
            Real before = 0;
            Real now = of == Of::powers ? Real(1) : std::exp(-x * x);
            for (std::size_t n = 0; n < shape_.order; ++n) {
                all[axis][n] = divided ? now * inverse_factorial_[n] : now;
                const Real next =
                    of == Of::powers ? x * now : 2 * x * now - static_cast<Real>(2 * n) * before;
                before = now;
                now = next;
            }
        }
        return all;
    }

    void add(const Factors<Real>& f, Real mass, Real* series) const {
        gauss_kernels<Real>().add_product(shape_, mass, f[0].data(), f[1].data(), f[2].data(),
                                          series);
    }
    Real sum(const Real* series, const Factors<Real>& f) const {
        return gauss_kernels<Real>().contract(shape_, series, f[0].data(), f[1].data(),
                                              f[2].data());
    }

    TensorShape<Real> shape_;
    int within_;
    std::array<Real, max_order> inverse_factorial_{};
    HostArray<Real> translations_; // a matrix for each distance along an axis
};

template <class Real>
class HermiteSum {
public:
    using Row = typename CellList<Real>::Row;
    using Box = typename CellList<Real>::Cell;

    HermiteSum(const GaussSum<Real>& sum, const SortedSum<Real>& sorted)
        : sum_(sum), sources_(sorted.sources()), targets_(sorted.targets()),
          side_(std::numbers::sqrt2 * sum.sigma), reach_(gauss_reach(sum.error) * sum.sigma),
          within_(static_cast<int>(reach_ / side_) + 1), series_(order_of(sum), within_),
          costs_(order_of(sum), static_cast<double>(series_.size())) {}

    // The Hermite series of the boxes that are worth one.
    bool expand(GaussWork& work) {
        expansion_of_.assign(sources_.cells.size(), none);
        std::size_t expanded = 0;
        for (std::size_t c = 0; c < sources_.cells.size(); ++c) {
            if (sources_.cells[c].last - sources_.cells[c].first > costs_.most_unexpanded()) {
                expansion_of_[c] = expanded++;
            }
        }
        expansions_ = HostArray<Real>(expanded * series_.size());
        each_box(sources_, work, [&](const Row& row, std::size_t c) {
            if (expansion_of_[c] == none) {
                return;
            }
            const auto centre = centre_of(row, sources_.cells[c]);
            for (std::size_t i = sources_.cells[c].first; i < sources_.cells[c].last; ++i) {
                series_.add_hermite(offset(sources_, centre, i), sources_.mass[i], expansion(c));
            }
        });
        return !work.stop.stop_requested();
    }

    bool evaluate(GaussWork& work) {
        each_box(targets_, work, [&](const Row& row, std::size_t c) { evaluate_box(row, c); });
        return !work.stop.stop_requested();
    }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    static int order_of(const GaussSum<Real>& sum) { return order_for(pair_error(sum.error)); }

    // Calls operation(row, box) for all, rows on all workers.
    template <class Operation>
    static void each_box(const CellList<Real>& list, GaussWork& work, const Operation& operation) {
        work.workers.for_ranges(list.rows.size(), 1, [&](std::size_t first, std::size_t last) {
            for (std::size_t r = first; r < last; ++r) {
                const Row& row = list.rows[r];
                for (std::size_t c = row.first; c < row.last && !work.stop.stop_requested(); ++c) {
                    operation(row, c);
                }
            }
        });
    }

    std::array<double, 3> centre_of(const Row& row, const Box& box) const {
        const auto& origin = sources_.lattice.origin;
        return {origin[0] + (static_cast<double>(box.x) + 0.5) * side_,
                origin[1] + (static_cast<double>(row.y) + 0.5) * side_,
                origin[2] + (static_cast<double>(row.z) + 0.5) * side_};
    }
    // From a centre, in units of the series.
    std::array<Real, 3> offset(const CellList<Real>& points, const std::array<double, 3>& centre,
                               std::size_t i) const {
        return {static_cast<Real>((static_cast<double>(points.x[i]) - centre[0]) / side_),
                static_cast<Real>((static_cast<double>(points.y[i]) - centre[1]) / side_),
                static_cast<Real>((static_cast<double>(points.z[i]) - centre[2]) / side_)};
    }
    Real* expansion(std::size_t box) {
        return expansions_.data() + expansion_of_[box] * series_.size();
    }

    void evaluate_box(const Row& row, std::size_t number) {
        const Box& box = targets_.cells[number];
        const std::size_t count = box.last - box.first;
        const auto centre = centre_of(row, box);
        HostArray<Real> taylor, of_row, of_plane; // the second translated along x, the third y, too
        bool has_row = false, has_plane = false;
        const auto room_in = [&](HostArray<Real>& series) {
            series = series.size() > 0 ? std::move(series) : HostArray<Real>(series_.size());
            return series.data();
        };
        std::vector<PointRange> pairs;
        std::vector<Real> sums(count);
        const auto add_box = [&](const Row& source_row, std::size_t c) {
            const Box& source = sources_.cells[c];
            switch (costs_.cheapest(source.last - source.first, count, expansion_of_[c] != none)) {
            case Way::pairs:
                pairs.push_back({source.first, source.last});
                break;
            case Way::hermite_at_targets: {
                const auto from = centre_of(source_row, source);
                for (std::size_t i = 0; i < count; ++i) {
                    sums[i] +=
                        series_.hermite_at(expansion(c), offset(targets_, from, box.first + i));
                }
                break;
            }
            case Way::sources_to_taylor:
                for (std::size_t i = source.first; i < source.last; ++i) {
                    series_.add_taylor(offset(sources_, centre, i), sources_.mass[i],
                                       room_in(taylor));
                }
                break;
            case Way::hermite_to_taylor:
                series_.turn(box.x - source.x, expansion(c), has_row, room_in(of_row));
                has_row = true;
                break;
            }
        };
        const auto end_row = [&](std::int64_t y) {
            if (has_row) {
                series_.turn(row.y - y, of_row.data(), has_plane, room_in(of_plane));
                has_plane = true;
                has_row = false;
            }
        };
        const auto end_plane = [&](std::int64_t z) {
            if (has_plane) {
                series_.turn(row.z - z, of_plane.data(), true, room_in(taylor));
                has_plane = false;
            }
        };
        for_each_near(row, box, add_box, end_row, end_plane);
        gauss_kernels<Real>().add_pairs(
            sources_.masses(), pairs, targets_.x.data() + box.first, targets_.y.data() + box.first,
            targets_.z.data() + box.first, count,
            static_cast<Real>(1 / (2 * sum_.sigma * sum_.sigma)), sums.data());
        for (std::size_t i = 0; i < count; ++i) {
            const Real far =
                taylor.size() > 0
                    ? series_.taylor_at(taylor.data(), offset(targets_, centre, box.first + i))
                    : Real(0);
            sum_.densities[targets_.order[box.first + i]] = sums[i] + far;
        }
    }

    // Calls work(row, box) for each box of sources that is within reach of the box, end_row(y)
    // after those of a row and end_plane(z) after the rows of a plane.
    template <class Work, class EndRow, class EndPlane>
    void for_each_near(const Row& row, const Box& box, const Work& work, const EndRow& end_row,
                       const EndPlane& end_plane) const {
        const CellList<Real>& list = sources_;
        const auto gap = [&](std::int64_t apart) {
            return static_cast<double>(std::max<std::int64_t>(std::abs(apart) - 1, 0)) * side_;
        };
        const std::int64_t last_z = std::min(row.z + within_, list.lattice.count[2] - 1);
        const std::int64_t last_y = std::min(row.y + within_, list.lattice.count[1] - 1);
        for (std::int64_t z = std::max<std::int64_t>(row.z - within_, 0); z <= last_z; ++z) {
            const std::int64_t low = std::max<std::int64_t>(row.y - within_, 0);
            for (std::size_t r = list.row_at(list.lattice.row(low, z));
                 r < list.rows.size() && list.rows[r].z == z && list.rows[r].y <= last_y; ++r) {
                const Row& near = list.rows[r];
                const double across = gap(near.y - row.y) * gap(near.y - row.y) +
                                      gap(near.z - row.z) * gap(near.z - row.z);
                const auto begin = std::lower_bound(
                    list.cells.begin() + static_cast<std::ptrdiff_t>(near.first),
                    list.cells.begin() + static_cast<std::ptrdiff_t>(near.last), box.x - within_,
                    [](const Box& one, std::int64_t x) { return one.x < x; });
                for (auto c = static_cast<std::size_t>(begin - list.cells.begin());
                     c < near.last && list.cells[c].x <= box.x + within_; ++c) {
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
    const CellList<Real>&sources_, &targets_;
    double side_, reach_;
    int within_; // boxes within reach on either side, along an axis
    Series<Real> series_;
    Costs costs_;
    std::vector<std::size_t> expansion_of_; // each box's, or none
    HostArray<Real> expansions_;
};

template <class Real>
bool sum_by_hermite(const GaussSum<Real>& sum, const PointBounds& bounds, GaussWork& work) {
    SortedSum<Real> sorted;
    {
        const auto t = timed("sort", work.timings);
        const double side = std::numbers::sqrt2 * sum.sigma;
        const CellLattice lattice = lattice_over(bounds, {side, side, side});
        for (const double inverse : lattice.inverse_side) {
            if (inverse * side < 0.999) {
                throw bad_input("there are too many boxes as small as sigma", "cpu.gauss.hermite",
                                "use cpu.gauss.cells, or a larger sigma");
            }
        }
        if (!sorted.build(sum, lattice, work)) {
            return false;
        }
    }
    HermiteSum<Real> hermite(sum, sorted);
    {
        const auto t = timed("expand", work.timings);
        if (!hermite.expand(work)) {
            return false;
        }
    }
    const auto t = timed("evaluate", work.timings);
    return hermite.evaluate(work);
}

// At most: series take the place of pairs where they are cheaper, which no estimate looks at
// before.
double seconds(const GaussLoad& load) {
    constexpr double seconds_per_body = 5e-6;
    constexpr double most_pairs_per_body = 2e5; // beyond, series are always cheaper
    const double pairs = std::min(load.pairs, load.bodies() * most_pairs_per_body);
    return cpu_seconds_to_sort(load.bodies(), load.workers) +
           (load.bodies() * seconds_per_body + pairs * cpu_seconds_per_pair(load.precision)) /
               load.workers;
}

} // namespace

extern const GaussMethod hermite_gauss{
    .id = "cpu.gauss.hermite",
    .title = "Hermite",
    .idea = "the fast Gauss transform: Hermite and Taylor series of boxes",
    .min_error_fp32 = 1e-5,
    .min_error_fp64 = 1e-8,
    .lesson = true,
    .seconds = seconds,
    .sum_fp32 = sum_by_hermite<float>,
    .sum_fp64 = sum_by_hermite<double>,
};

} // namespace orrery
