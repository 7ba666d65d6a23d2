#pragma once

#include "sim/gauss/cell_list.hpp"
#include "sim/gauss/gauss_kernels.hpp"
#include "sim/state/host_array.hpp"

#include <array>
#include <optional>

namespace orrery {

// Numbers of a series along an axis, so that rows are whole vectors.
constexpr std::size_t padded_order(int order) {
    return (static_cast<std::size_t>(order) + 15) / 16 * 16;
}

// The boxes of Hermite and Taylor series, the same on the processor and on a GPU. Their side is the
// unit of the series, too.
double hermite_side(double sigma);
// Boxes within reach on either side, along an axis.
int hermite_boxes_within(double error);
// Boxes over all points; none where there would be more than `most`, with bodies or without.
std::optional<CellLattice> hermite_lattice(const PointBounds& bounds, double sigma, double most);

// How a box of targets gets what a box of sources has for it.
enum class HermiteWay { pairs, hermite_at_targets, sources_to_taylor, hermite_to_taylor };

// What the ways cost, in pairs. The processor and a GPU take the same way everywhere, so that their
// sums differ by rounding only.
struct HermiteCosts {
    double series;      // of one body
    double translation; // of one box: along x; all of a row's go on along y together

    explicit HermiteCosts(int order)
        : series(pairs_per_term * terms(order)),
          translation(pairs_per_translated_term * order * terms(order)) {}

    constexpr HermiteWay cheapest(std::size_t sources, std::size_t targets, bool expanded) const {
        const auto s = static_cast<double>(sources);
        const auto t = static_cast<double>(targets);
        HermiteWay way = HermiteWay::pairs;
        double least = s * t;
        if (series * s < least) {
            way = HermiteWay::sources_to_taylor;
            least = series * s;
        }
        if (expanded && series * t < least) {
            way = HermiteWay::hermite_at_targets;
            least = series * t;
        }
        return expanded && translation < least ? HermiteWay::hermite_to_taylor : way;
    }

    double of(HermiteWay way, double sources, double targets) const {
        switch (way) {
        case HermiteWay::hermite_at_targets:
            return series * targets;
        case HermiteWay::sources_to_taylor:
            return series * sources;
        case HermiteWay::hermite_to_taylor:
            return translation;
        case HermiteWay::pairs:
            break;
        }
        return sources * targets;
    }

    // A box with no more sources than this is summed body by body whoever asks.
    std::size_t most_unexpanded() const {
        const double few = translation / series;
        return static_cast<std::size_t>(few < series ? few : series);
    }

private:
    static constexpr double pairs_per_term = 0.20;
    static constexpr double pairs_per_translated_term = 0.15;

    static double terms(int order) {
        return static_cast<double>(order * order) * static_cast<double>(padded_order(order));
    }
};

// The order that both series of boxes of side sqrt(2) sigma need, together, for a pair's term to be
// wrong by at most `pair_error`.
int hermite_order(double pair_error);

// Matrices of translations along an axis, for -boxes_within to boxes_within boxes one after the
// other, rows padded to `pitch`: term n of a Hermite series adds entry (n, l) to Taylor term l.
template <class Real>
HostArray<Real> hermite_translations(int order, std::size_t pitch, int boxes_within);

// Series of a Gaussian's sum, in units of sqrt(2) sigma:
//
//     exp(-(t - s)^2) = sum of s^n / n! h_n(t) = sum of h_n(s) / n! t^n,   h_n(x) = exp(-x^2)
//     H_n(x)
//
// with H_n the Hermite polynomials; in three variables, products of these. The first is a box of
// sources' Hermite series around its centre, the second a box of targets' Taylor series.
template <class Real>
class HermiteSeries {
public:
    // Translations between boxes that are up to `boxes_within` boxes apart.
    HermiteSeries(int order, int boxes_within);

    std::size_t size() const { return static_cast<std::size_t>(order_ * order_) * shape_.pitch; }
    int boxes_within() const { return boxes_within_; }

    void add_hermite(const std::array<Real, 3>& source, Real mass, Real* hermite) const;
    void add_taylor(const std::array<Real, 3>& source, Real mass, Real* taylor) const;
    Real hermite_at(const Real* hermite, const std::array<Real, 3>& target) const;
    Real taylor_at(const Real* taylor, const std::array<Real, 3>& target) const;
    // A box's Hermite series becomes the Taylor series of one that is so many boxes from it, axis
    // by axis: each call translates along the first axis and makes it the last, so that three of
    // them have them in order again. `to` is added to, or written.
    void turn(int boxes, const Real* from, bool add, Real* to) const;

private:
    static constexpr std::size_t max_order = 32;
    using Powers = std::array<std::array<Real, max_order>, 3>;

    Powers powers(const std::array<Real, 3>& at) const;            // at^n
    Powers hermite_functions(const std::array<Real, 3>& at) const; // h_n(at)
    Powers divided(Powers all) const;                              // by n!

    int order_;
    int boxes_within_;
    TensorShape<Real> shape_;
    std::array<Real, max_order> inverse_factorial_{};
    HostArray<Real> translations_; // a matrix for each distance along an axis
};

} // namespace orrery
