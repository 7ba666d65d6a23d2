// Energy, momentum, angular momentum: sums over all bodies in double precision. Each chunk of
// bodies is summed by one worker, and the chunks' sums are added in their order, so the result is
// the same bit for bit whatever the number of workers; short chunks also keep rounding errors
// small.

#include "sim/diagnostics/diagnostics.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr std::size_t chunk = 4096;

} // namespace

Conserved BodySums::conserved() const {
    Conserved conserved;
    conserved.kinetic_energy = twice_kinetic / 2;
    conserved.momentum = momentum;
    conserved.momentum_scale = momentum_scale;
    conserved.angular_momentum = angular_momentum;
    conserved.mass = mass;
    if (mass > 0) {
        conserved.centre_of_mass = 1 / mass * mass_position;
    }
    return conserved;
}

template <class Real>
Conserved measure_conserved(const BodiesView<Real>& bodies, const Real* potential,
                            Workers& workers) {
    const auto range_part = [&](std::size_t begin, std::size_t end) {
        BodySums sums;
        for (std::size_t i = begin; i < end; ++i) {
            sums = sums + sums_of(bodies, i);
        }
        return sums;
    };
    const auto add = [](BodySums& total, const BodySums& part) { total = total + part; };
    Conserved conserved =
        workers.sum_of_ranges(BodySums{}, bodies.count, chunk, range_part, add).conserved();
    if (potential != nullptr) {
        conserved.potential_energy =
            potential_energy(bodies.mass, potential, bodies.count, workers);
        conserved.has_potential = true;
    }
    return conserved;
}

template <class Real>
double potential_energy(const Real* mass, const Real* potential, std::size_t count,
                        Workers& workers) {
    const auto range_part = [=](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t i = begin; i < end; ++i) {
            sum += static_cast<double>(mass[i]) * static_cast<double>(potential[i]);
        }
        return sum;
    };
    const auto add = [](double& total, double part) { total += part; };
    return workers.sum_of_ranges(0.0, count, chunk, range_part, add) / 2;
}

template <class Real>
double largest_magnitude(const VectorArray<Real>& vectors, Workers& workers) {
    const auto range_part = [&](std::size_t begin, std::size_t end) {
        double largest2 = 0;
        for (std::size_t i = begin; i < end; ++i) {
            const Vector3 v{vectors.x[i], vectors.y[i], vectors.z[i]};
            largest2 = std::max(largest2, dot(v, v));
        }
        return largest2;
    };
    const auto take = [](double& largest, double part) { largest = std::max(largest, part); };
    return std::sqrt(workers.sum_of_ranges(0.0, vectors.size(), chunk, range_part, take));
}

template Conserved measure_conserved(const BodiesView<float>&, const float*, Workers&);
template Conserved measure_conserved(const BodiesView<double>&, const double*, Workers&);
template double potential_energy(const float*, const float*, std::size_t, Workers&);
template double potential_energy(const double*, const double*, std::size_t, Workers&);
template double largest_magnitude(const VectorArray<float>&, Workers&);
template double largest_magnitude(const VectorArray<double>&, Workers&);

} // namespace orrery
