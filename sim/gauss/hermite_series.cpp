#include "sim/gauss/hermite_series.hpp"

#include "sim/gauss/error_bound.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace orrery {

double hermite_side(double sigma) {
    return std::numbers::sqrt2 * sigma;
}

int hermite_boxes_within(double error) {
    return static_cast<int>(gauss_reach(error) / std::numbers::sqrt2) + 1;
}

std::optional<CellLattice> hermite_lattice(const PointBounds& bounds, double sigma, double most) {
    const double side = hermite_side(sigma);
    const CellLattice lattice = lattice_over(bounds, {side, side, side});
    double boxes = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const bool widened = lattice.inverse_side[axis] * side < 0.999;
        boxes *= widened ? std::numeric_limits<double>::infinity()
                         : static_cast<double>(lattice.count[axis]);
    }
    return boxes <= most ? std::optional(lattice) : std::nullopt;
}

// Cramer's inequality: |h_n(x)| <= 1.09 sqrt(2^n n!) exp(-x^2 / 2). A body is at most half a box
// from its box's centre along an axis, so that term n is at most 1.09 / sqrt(2^n n!).
int hermite_order(double pair_error) {
    constexpr double cramer = 1.09;
    constexpr double axes_and_series = 6;
    constexpr int most = 32;
    double left_out = 0;
    int order = most;
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

// Hermite term n around the origin adds (-1)^l h_(n+l)(distance) / l! to Taylor term l.
template <class Real>
HostArray<Real> hermite_translations(int order, std::size_t pitch, int boxes_within) {
    const auto terms = static_cast<std::size_t>(order);
    const std::size_t matrix = terms * pitch;
    HostArray<Real> all(matrix * static_cast<std::size_t>(2 * boxes_within + 1));
    for (int apart = -boxes_within; apart <= boxes_within; ++apart) {
        Real* const entries = all.data() + matrix * static_cast<std::size_t>(apart + boxes_within);
        std::vector<double> h(2 * terms);
        const double x = apart;
        h[0] = std::exp(-x * x);
        h[1] = 2 * x * h[0];
        for (std::size_t n = 2; n < h.size(); ++n) {
            h[n] = 2 * x * h[n - 1] - 2 * static_cast<double>(n - 1) * h[n - 2];
        }
        for (std::size_t n = 0; n < terms; ++n) {
            double sign_over_factorial = 1;
            for (std::size_t l = 0; l < terms; ++l) {
                entries[n * pitch + l] = static_cast<Real>(sign_over_factorial * h[n + l]);
                sign_over_factorial /= -static_cast<double>(l + 1);
            }
        }
    }
    return all;
}

template <class Real>
HermiteSeries<Real>::HermiteSeries(int order, int boxes_within)
    : order_(order),
      boxes_within_(boxes_within), shape_{static_cast<std::size_t>(order), padded_order(order)},
      translations_(hermite_translations<Real>(order, shape_.pitch, boxes_within)) {
    double factorial = 1;
    for (std::size_t n = 0; n < max_order; ++n) {
        inverse_factorial_[n] = static_cast<Real>(1 / factorial);
        factorial *= static_cast<double>(n + 1);
    }
}

template <class Real>
auto HermiteSeries<Real>::powers(const std::array<Real, 3>& at) const -> Powers {
    Powers all{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Real power = 1;
        for (std::size_t n = 0; n < shape_.order; ++n) {
            all[axis][n] = power;
            power *= at[axis];
        }
    }
    return all;
}

template <class Real>
auto HermiteSeries<Real>::divided(Powers all) const -> Powers {
    for (auto& axis : all) {
        for (std::size_t n = 0; n < shape_.order; ++n) {
            axis[n] *= inverse_factorial_[n];
        }
    }
    return all;
}

template <class Real>
auto HermiteSeries<Real>::hermite_functions(const std::array<Real, 3>& at) const -> Powers {
    Powers all{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Real x = at[axis];
        Real before = 0;
        Real now = std::exp(-x * x);
        for (std::size_t n = 0; n < shape_.order; ++n) {
            all[axis][n] = now;
            const Real next = 2 * x * now - static_cast<Real>(2 * n) * before;
            before = now;
            now = next;
        }
    }
    return all;
}

template <class Real>
void HermiteSeries<Real>::add_hermite(const std::array<Real, 3>& source, Real mass,
                                      Real* hermite) const {
    const Powers p = divided(powers(source));
    gauss_kernels<Real>().add_product(shape_, mass, p[0].data(), p[1].data(), p[2].data(), hermite);
}

template <class Real>
void HermiteSeries<Real>::add_taylor(const std::array<Real, 3>& source, Real mass,
                                     Real* taylor) const {
    const Powers p = divided(hermite_functions(source));
    gauss_kernels<Real>().add_product(shape_, mass, p[0].data(), p[1].data(), p[2].data(), taylor);
}

template <class Real>
Real HermiteSeries<Real>::hermite_at(const Real* hermite, const std::array<Real, 3>& target) const {
    const Powers p = hermite_functions(target);
    return gauss_kernels<Real>().contract(shape_, hermite, p[0].data(), p[1].data(), p[2].data());
}

template <class Real>
Real HermiteSeries<Real>::taylor_at(const Real* taylor, const std::array<Real, 3>& target) const {
    const Powers p = powers(target);
    return gauss_kernels<Real>().contract(shape_, taylor, p[0].data(), p[1].data(), p[2].data());
}

template <class Real>
void HermiteSeries<Real>::turn(int boxes, const Real* from, bool add, Real* to) const {
    const Real* const matrix =
        translations_.data() +
        shape_.order * shape_.pitch * static_cast<std::size_t>(boxes + boxes_within_);
    gauss_kernels<Real>().turn(shape_, from, matrix, add, to);
}

template HostArray<float> hermite_translations(int, std::size_t, int);
template HostArray<double> hermite_translations(int, std::size_t, int);
template class HermiteSeries<float>;
template class HermiteSeries<double>;

} // namespace orrery
