#pragma once

// About how much work the fast multipole method has, in pairs of bodies that would take as long:
// to begin with slices that are not too long, before their times are known. And where expansions
// leave the range of a Real, in their own units of length.

#include <algorithm>
#include <cmath>
#include <limits>

namespace orrery {

// By how much smaller tolerances of a pair's error make for more terms.
inline double more_terms(double tolerance) {
    constexpr double usual_tolerance = 7e-4;
    return std::pow(std::max(usual_tolerance / tolerance, 1.0), 0.3);
}

// The near field of a body.
inline double pairs_of_a_body(double tolerance) {
    constexpr double usual = 1000;
    return usual * more_terms(tolerance);
}

// The translations to a node, each of (p + 6)! / p! 6! multiply-adds; a pair has ten.
inline double pairs_of_a_node(int order, double tolerance) {
    constexpr double usual_translations = 200;
    double multiply_adds = 1;
    for (int i = 1; i <= 6; ++i) {
        multiply_adds *= (order + i) / static_cast<double>(i);
    }
    return usual_translations * more_terms(tolerance) * multiply_adds / 10;
}

// Derivatives of 1 / r grow up to 1 3 5 ... (2 order - 1) / r^(order + 1): nearer than this they
// are no numbers.
template <class Real>
double least_distance(int order) {
    double factor = std::pow(10.0, -0.98 * std::numeric_limits<Real>::max_exponent10);
    for (int i = 1; i < 2 * order; i += 2) {
        factor *= i;
    }
    return std::pow(factor, 1.0 / (order + 1));
}

// In wider cells products of `order` coordinates overflow.
template <class Real>
double largest_radius(int order) {
    return std::pow(10.0, 0.98 * std::numeric_limits<Real>::max_exponent10 / order);
}

} // namespace orrery
