#pragma once

#include "sim/base/vector3.hpp"
#include "sim/bodies.hpp"
#include "sim/solver.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace orrery {

// Forces on some bodies, in double whatever they were computed in.
struct Forces {
    std::vector<Vector3> acceleration;
    std::vector<double> potential;
    std::vector<Vector3> jerk;
};

// The scales of rounding errors: the sums of the magnitudes of the terms.
struct ForceScales {
    std::vector<double> acceleration;
    std::vector<double> potential;
    std::vector<double> jerk;
};

struct PlainSum {
    Forces forces;
    ForceScales scales;
};

// The softened direct sum at `targets` as the definition has it, in long double and sharing nothing
// with the solvers: the truth that they are held to.
PlainSum plain_sum(const Bodies<double>& bodies, std::span<const std::size_t> targets,
                   const ForceParameters& parameters);

// The same at other bodies, which all of `sources` pull.
PlainSum plain_sum_at(const Bodies<double>& others, const Bodies<double>& sources,
                      const ForceParameters& parameters);

ForceParameters softened(double softening, double gravity = 1);

// Bodies 0 … count-1.
std::vector<std::size_t> all_of(std::size_t count);

// A Plummer sphere of `count` bodies of unequal masses, cut at 20 scale lengths, total mass about
// 1; random velocities below 1. The same on every machine.
Bodies<double> cluster(std::size_t count, unsigned seed = 1);

} // namespace orrery
