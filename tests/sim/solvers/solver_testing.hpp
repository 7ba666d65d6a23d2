#pragma once

#include "sim/diagnostics/diagnostics.hpp"
#include "sim/solver.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace orrery {

// A ball of bodies of unequal masses in motion, from a generator of its own.
template <class Real>
Bodies<Real> cloud(std::size_t count, std::uint64_t seed);

// What the definition gives, in double, summed by the plainest loop.
struct Truth {
    std::vector<Vector3> acceleration;
    std::vector<double> potential;
    std::vector<Vector3> jerk;
};
Truth direct_sum(const Bodies<double>& bodies, double softening);

struct Wanted {
    bool potential = false;
    bool jerk = false;
};

// Runs the solver on all cores.
template <class Real>
Accelerations<Real> computed(Solver& solver, const Bodies<Real>& bodies,
                             const ForceParameters& parameters, Wanted wanted = {});

// |a - a_true| / |a_true| of one body.
template <class Real>
double relative_error(const Accelerations<Real>& result, std::size_t body, const Vector3& truth);

double percentile_99(std::vector<double> values);

// Over the bodies from `first` on.
template <class Real>
double p99_error(const Accelerations<Real>& result, const Truth& truth, std::size_t first = 0);

struct ReferenceForce {
    std::size_t body;
    Vector3 acceleration;
};
std::vector<ReferenceForce> read_reference(const std::filesystem::path& file);

} // namespace orrery
