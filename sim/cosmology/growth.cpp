// Growth of small ripples in a flat universe of matter and a cosmological constant.
//
//   D1'' + 2 H D1' = 4 pi G rho D1              (' by time, rho the mean density)
//   D2'' + 2 H D2' = 4 pi G rho (D2 + D1^2)
//
// Idea:    with y = D1 / a, u = D2 / a^2 and the logarithm N of a for time, both begin as constants
//          and bend only as Lambda begins to matter:
//
//            y'' + (4 - 3/2 m) y' + 3 (1 - m) y = 0                   m = Omega_m(a) = 1 / (1 + x)
//            u'' + (6 - 3/2 m) u' + (8 - 9/2 m) u = 3/2 m y^2         x = (Omega_L / Omega_m) a^3
//
//          So a series in x gives their start, and few steps of Runge and Kutta the rest.
// Source:  Bouchet, Colombi, Hivon, Juszkiewicz, A&A 296, 575 (1995), section 2; our D2 is
// positive. Cost:    four evaluations for each step of 1/256 in ln a since Lambda was a
// hundred-millionth of
//          matter: some 50 microseconds at a = 1.
// Units:   none; a = 1 today.

#include "sim/cosmology/growth.hpp"

#include "sim/scenes/portable_math.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace orrery {
namespace {

using Bends = std::array<double, 4>; // y, y', u, u' by ln a

Bends slope(const Bends& at, double x) {
    const auto [y, dy, u, du] = at;
    const double m = 1 / (1 + x);
    return {dy, -(4 - 1.5 * m) * dy - 3 * (1 - m) * y, du,
            -(6 - 1.5 * m) * du - (8 - 4.5 * m) * u + 1.5 * m * y * y};
}

Bends moved(const Bends& from, double by, const Bends& along) {
    Bends to = from;
    for (std::size_t i = 0; i < to.size(); ++i) {
        to[i] += by * along[i];
    }
    return to;
}

// The first terms of the series; the next one is of the order of x^2.
Bends start(double x) {
    constexpr double first = 2.0 / 11, second = 51.0 / 143;
    return {1 - first * x, -3 * first * x, 3.0 / 7 * (1 - second * x), -9.0 / 7 * second * x};
}

} // namespace

Growth growth(const Cosmology& cosmology, double scale_factor) {
    constexpr double early = 1e-8, longest = 1.0 / 256;
    const double a = scale_factor;
    const double now = (1 - cosmology.omega_matter) / cosmology.omega_matter * a * a * a;
    double x = std::min(now, early);
    Bends at = start(x);
    if (now > early) {
        const double whole = portable::log(now / early) / 3; // in ln a
        const double steps = std::ceil(whole / longest);
        const double h = whole / steps;
        const double half_way = portable::exp(1.5 * h); // x grows by that in half a step
        for (int i = 0; i < static_cast<int>(steps); ++i) {
            const double middle = x * half_way, end = middle * half_way;
            const Bends k1 = slope(at, x);
            const Bends k2 = slope(moved(at, h / 2, k1), middle);
            const Bends k3 = slope(moved(at, h / 2, k2), middle);
            const Bends k4 = slope(moved(at, h, k3), end);
            at = moved(moved(moved(moved(at, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
            x = end;
        }
    }
    const auto [y, dy, u, du] = at;
    return {a * y, a * a * u, 1 + dy / y, 2 + du / u};
}

double growing_momentum(const Cosmology& cosmology, double scale_factor, const Growth& growth) {
    return scale_factor * scale_factor * cosmology.expansion_rate(scale_factor) *
           growth.first_rate * growth.first;
}

// 4 pi G times today's mean density.
double growing_pull(const Cosmology& cosmology) {
    return 1.5 * cosmology.omega_matter * cosmology.hubble * cosmology.hubble;
}

} // namespace orrery
