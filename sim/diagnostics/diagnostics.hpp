#pragma once

#include "sim/base/vector3.hpp"
#include "sim/solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace orrery {

// The conserved quantities of an isolated system, summed in double precision.
struct Conserved {
    double kinetic_energy = 0;
    double potential_energy = 0; // half of sum m phi; only where potentials were given
    Vector3 momentum;
    Vector3 angular_momentum; // about the origin
    Vector3 centre_of_mass;
    double momentum_scale = 0; // sum m |v|: what a momentum error is relative to
    double mass = 0;
    bool has_potential = false;

    double energy() const { return kinetic_energy + potential_energy; }
    // -T/U: 1/2 in equilibrium.
    double virial_ratio() const { return -kinetic_energy / potential_energy; }
};

// The sums that Conserved is made from, over one body or many. For CPU and GPU.
struct BodySums {
    double mass = 0, twice_kinetic = 0, momentum_scale = 0;
    Vector3 mass_position, momentum, angular_momentum;

    friend constexpr BodySums operator+(const BodySums& a, const BodySums& b) {
        return {a.mass + b.mass,
                a.twice_kinetic + b.twice_kinetic,
                a.momentum_scale + b.momentum_scale,
                a.mass_position + b.mass_position,
                a.momentum + b.momentum,
                a.angular_momentum + b.angular_momentum};
    }
    Conserved conserved() const; // without the potential's
};

template <class Real>
constexpr BodySums sums_of(const BodiesView<Real>& bodies, std::size_t i) {
    const double mass = bodies.mass[i];
    const Vector3 position{bodies.x[i], bodies.y[i], bodies.z[i]};
    const Vector3 velocity{bodies.vx[i], bodies.vy[i], bodies.vz[i]};
    const double speed2 = dot(velocity, velocity);
    return {mass,
            mass * speed2,
            mass * std::sqrt(speed2),
            mass * position,
            mass * velocity,
            mass * cross(position, velocity)};
}

// `potential` may be null (then has_potential is false). Parallel and deterministic: the result
// does not depend on the number of threads.
template <class Real>
Conserved measure_conserved(const BodiesView<Real>& bodies, const Real* potential,
                            Workers& workers);

// Half of sum m phi, in the same way.
template <class Real>
double potential_energy(const Real* mass, const Real* potential, std::size_t count,
                        Workers& workers);

// The length of the longest of the vectors; 0 when there are none.
template <class Real>
double largest_magnitude(const VectorArray<Real>& vectors, Workers& workers);

// The softened direct sum in double precision at the given targets: the truth that every algorithm
// is verified against; in a periodic box the Ewald sum of all images (EwaldSum), each of them
// softened. Potential included. One vector per target, in order of `targets`. `seen`: bodies are
// rounded to that precision first, but what is summed is summed in double. Cost: targets times
// bodies interactions, on all workers; in a box some 30 times as long for each, and 25,000 waves or
// more for each body. Cancelled: the numbers are unusable.
struct ReferenceForces {
    std::vector<Vector3> acceleration;
    std::vector<double> potential;
    Outcome outcome = Outcome::complete;
};
ReferenceForces reference_forces(const BodiesView<double>& bodies,
                                 std::span<const std::size_t> targets, double gravity,
                                 double softening, Workers& workers, std::stop_token stop = {},
                                 Precision seen = Precision::fp64, const PeriodicBox& box = {});

// The distribution of |a - a_true| / |a_true|, or of potentials likewise, over sampled bodies;
// percentiles are nearest ranks. A body that truly feels no force counts as 0 when computed so, as
// infinite otherwise; so does what is not a number.
struct ForceError {
    std::size_t samples = 0;
    double median = 0, p99 = 0, maximum = 0;
    // 0, or the softening from which on the algorithm promises anything, and which they had not: a
    // mesh has no detail below its cells.
    double promised_from = 0;
    double promise_factor = 1; // of the algorithm's promise, as promise_factor gives it
};

// How many times its promise an algorithm's error may be with such bodies: a running sum in single
// precision that begins with the pull of a body which outweighs all others rounds theirs. Measured:
// 8 to 53 times of direct sums beside 40,000 bodies that weigh half a unit in its last place each.
struct Masses {
    double heaviest = 0, all = 0;
};
double promise_factor(const SolverInfo& info, Precision precision, const Masses& masses);

template <class Real>
Masses masses_of(const HostArray<Real>& own) {
    Masses masses;
    for (const Real mass : own) {
        masses.heaviest = std::max(masses.heaviest, static_cast<double>(mass));
        masses.all += static_cast<double>(mass);
    }
    return masses;
}

// `count` distinct body indices spread over [0, bodies), chosen by `seed`; all of them if fewer.
std::vector<std::size_t> sample_bodies(std::size_t bodies, std::size_t count, std::uint64_t seed);

// In a box relative to the root mean square of all where that is more: the pulls of near and far
// images cancel there, in the early universe nearly so, and the potential's mean is 0. (PKDGRAV3
// measures its forces in a box so, too.)
ForceError force_error(std::span<const Vector3> computed, std::span<const Vector3> truth,
                       const PeriodicBox& box = {});
ForceError potential_error(std::span<const double> computed, std::span<const double> truth,
                           const PeriodicBox& box = {});

// p99 of |phi - phi_true| / |phi_true|. A direct sum promises what it does of forces. Others open
// cells for the pull: in a dense crowd, whose own is strong, less than the potential would want,
// which distant bodies have a larger part in. So they promise twice as much.
double promised_potential_error(const SolverInfo& info, Precision precision,
                                const ResolvedOptions& options = {}, const PeriodicBox& box = {});

// The force error of rounding the bodies to single precision, whatever computes the forces:
// measured in open space on so few bodies that it takes a moment. No samples: the bodies are floats
// already, or `stop` was requested.
ForceError sampled_rounding_error(const BodiesView<double>& bodies, double softening,
                                  Workers& workers, std::stop_token stop = {});

} // namespace orrery
