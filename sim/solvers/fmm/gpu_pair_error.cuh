#pragma once

// When the fast multipole method on a GPU takes two cells as a whole.

#include "sim/solvers/fmm/gpu_interaction_lists.cuh"
#include "sim/solvers/fmm/with_order.hpp"

namespace orrery {

// A pair's error of expansion is estimated from where the source's mass is:
//
//     E = M / R^2 ((s + b) / R)^p,     R^2 = r^2 + softening^2
//
// M the source's mass, s the spread of its bodies, (sum m |x|^p / M)^(1/p), b the radius of the
// target's sphere, r the distance of its centre from the source's. It is held against a tolerance
// of the least acceleration in the target, so that a heavy cell is opened and a light one is not.
// Small sources' errors at one large target are alike and add up: a source's mass is multiplied by
// the ratio of the target's size to its own. (The power of that ratio, 1, was found by trying: 3
// would be right where they fill the target's surroundings.)
//
// Masses and distances of that pull are in FmmUnits: neither kilograms nor metres leave the range
// of a float.

inline constexpr float max_alike = 16;

// A source cell as pairs see it, and a target.
struct PairSource {
    float spread;
    float radius; // of a sphere about the centre that holds its bodies
    float mass;
};
struct PairTarget {
    float radius;
    float demand; // 1 / (tolerance * least acceleration), that without the factor G, in FmmUnits
};

// A pair's error, in units of the one allowed. `inverse`: 1 / R; `length`: the unit of that.
template <int order>
__device__ float pair_error(const PairTarget& target, const PairSource& source, float inverse,
                            float length, int of_run) {
    const float size = (source.spread + target.radius) * inverse;
    const float per_length = inverse * length;
    const float pull = (source.mass * target.demand) * (per_length * per_length);
    const float alike = fminf(fmaxf(__fdividef(target.radius, source.radius), 1.0F), max_alike);
    float error = pull * alike;
    if constexpr (order == any_order) {
        return error * __powf(size, static_cast<float>(of_run));
    } else {
        for (int n = 0; n < order; ++n) {
            error *= size;
        }
        return error;
    }
}

// The demand of targets that are pulled at least so strongly.
template <class Real>
__device__ float demand_of(float acceleration, const FmmPairLimits<Real>& limits) {
    const FmmUnits<Real>& units = *limits.units;
    const float in_length = acceleration * static_cast<float>(units.length);
    return 1 /
           (limits.tolerance * in_length * static_cast<float>(units.length * units.inverse_mass));
}

// Nearer pairs and wider cells would leave the range of a float.
template <class Real>
struct PairRange {
    Real least;   // distance, squared
    float widest; // sum of the radii

    // Radii are squared in float whatever bodies are in.
    static constexpr float largest_of_its_square = 1e18F;

    __device__ explicit PairRange(const FmmPairLimits<Real>& limits)
        : least(limits.min_distance_squared * limits.units->length * limits.units->length),
          widest(static_cast<float>(
              min(limits.max_radius * limits.units->length, Real(largest_of_its_square)))) {}

    // Whether cells so far apart, with radii of which `both` is the sum, are separate.
    __device__ bool separates(Real distance_squared, float both) const {
        return distance_squared > least && both < widest &&
               both * both < static_cast<float>(distance_squared);
    }
};

} // namespace orrery
