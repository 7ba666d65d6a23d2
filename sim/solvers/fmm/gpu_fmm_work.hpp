#pragma once

// About how much work the fast multipole method has, in pairs of bodies that would take as long:
// to begin with slices that are not too long, before their times are known.

#include <algorithm>
#include <cmath>

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

} // namespace orrery
