#pragma once

// Where expansions leave the range of a Real, in their own units of length.

#include <cmath>
#include <limits>

namespace orrery {

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

// In wider cells products of so many coordinates are no numbers.
template <class Real>
double largest_radius(int order) {
    return std::pow(10.0, 0.98 * std::numeric_limits<Real>::max_exponent10 / order);
}

} // namespace orrery
