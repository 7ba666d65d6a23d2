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

template <class Real>
Vector3 vector_at(const Real* x, const Real* y, const Real* z, std::size_t i) {
    return {static_cast<double>(x[i]), static_cast<double>(y[i]), static_cast<double>(z[i])};
}

struct Sums {
    double mass = 0;
    double twice_kinetic = 0;
    double momentum_scale = 0;
    Vector3 mass_position, momentum, angular_momentum;
};

template <class Real>
Sums range_sums(const BodiesView<Real>& bodies, std::size_t begin, std::size_t end) {
    Sums sums;
    for (std::size_t i = begin; i < end; ++i) {
        const auto mass = static_cast<double>(bodies.mass[i]);
        const Vector3 position = vector_at(bodies.x, bodies.y, bodies.z, i);
        const Vector3 velocity = vector_at(bodies.vx, bodies.vy, bodies.vz, i);
        const double speed2 = dot(velocity, velocity);
        sums.mass += mass;
        sums.twice_kinetic += mass * speed2;
        sums.momentum_scale += mass * std::sqrt(speed2);
        sums.mass_position = sums.mass_position + mass * position;
        sums.momentum = sums.momentum + mass * velocity;
        sums.angular_momentum = sums.angular_momentum + mass * cross(position, velocity);
    }
    return sums;
}

void add_sums(Sums& total, const Sums& part) {
    total.mass += part.mass;
    total.twice_kinetic += part.twice_kinetic;
    total.momentum_scale += part.momentum_scale;
    total.mass_position = total.mass_position + part.mass_position;
    total.momentum = total.momentum + part.momentum;
    total.angular_momentum = total.angular_momentum + part.angular_momentum;
}

} // namespace

template <class Real>
Conserved measure_conserved(const BodiesView<Real>& bodies, const Real* potential,
                            Workers& workers) {
    const auto range_part = [&](std::size_t begin, std::size_t end) {
        return range_sums(bodies, begin, end);
    };
    const Sums sums = workers.sum_of_ranges(Sums{}, bodies.count, chunk, range_part, add_sums);

    Conserved conserved;
    conserved.kinetic_energy = sums.twice_kinetic / 2;
    conserved.momentum = sums.momentum;
    conserved.momentum_scale = sums.momentum_scale;
    conserved.angular_momentum = sums.angular_momentum;
    if (sums.mass > 0) {
        conserved.centre_of_mass = 1 / sums.mass * sums.mass_position;
    }
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
            const Vector3 v = vector_at(vectors.x.data(), vectors.y.data(), vectors.z.data(), i);
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
