#include "sim/gauss/error_bound.hpp"

#include <cmath>
#include <numbers>

namespace orrery {
namespace {

// The part of an even medium's sum that is farther away than `reach` sigma: Maxwell's distribution.
double part_beyond(double reach) {
    return std::erfc(reach / std::numbers::sqrt2) +
           std::sqrt(2 / std::numbers::pi) * reach * std::exp(-reach * reach / 2);
}

} // namespace

double gauss_reach(double error) {
    double near = 0;
    double far = 40;
    for (int halvings = 0; halvings < 60; ++halvings) {
        const double middle = (near + far) / 2;
        (part_beyond(middle) > error ? near : far) = middle;
    }
    return far;
}

double pair_error(double error) {
    const double reach = gauss_reach(error);
    return std::exp(-reach * reach / 2);
}

} // namespace orrery
