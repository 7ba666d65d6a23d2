#pragma once

#include <cmath>
#include <numbers>

namespace orrery {

// The part of an even medium's sum that is farther away than `reach` sigma: Maxwell's distribution.
inline double part_beyond(double reach) {
    return std::erfc(reach / std::numbers::sqrt2) +
           std::sqrt(2 / std::numbers::pi) * reach * std::exp(-reach * reach / 2);
}

// An error of E is two promises, by every method alike, each the stronger one somewhere:
//
// * in a medium of even density the sum is wrong by at most the part E of itself;
// * anywhere each body's term is wrong by at most pair_error(E) times its mass, so that the sum is
//   wrong by at most pair_error(E) times all mass. pair_error(E) is less than E/2.
//
// Both hold for a sum that leaves out what is farther away than the reach, in units of sigma: the
// distance beyond which there is the part E of an even medium's sum. The methods that approximate
// terms keep to pair_error.
inline double gauss_reach(double error) {
    double near = 0;
    double far = 40;
    for (int halvings = 0; halvings < 60; ++halvings) {
        const double middle = (near + far) / 2;
        (part_beyond(middle) > error ? near : far) = middle;
    }
    return far;
}
inline double pair_error(double error) {
    const double reach = gauss_reach(error);
    return std::exp(-reach * reach / 2);
}

} // namespace orrery
