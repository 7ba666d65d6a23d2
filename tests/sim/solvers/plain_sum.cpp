#include "tests/sim/solvers/plain_sum.hpp"

#include <cmath>
#include <numeric>
#include <optional>
#include <random>

namespace orrery {
namespace {

using Wide = long double;

struct WideVector {
    Wide x = 0, y = 0, z = 0;

    void add(Wide factor, const WideVector& v) {
        x += factor * v.x;
        y += factor * v.y;
        z += factor * v.z;
    }
    Wide length() const { return std::sqrt(x * x + y * y + z * z); }
    Vector3 times(double factor) const {
        return {static_cast<double>(factor * x), static_cast<double>(factor * y),
                static_cast<double>(factor * z)};
    }
};

WideVector at(const VectorArray<double>& v, std::size_t i) {
    return {Wide(v.x[i]), Wide(v.y[i]), Wide(v.z[i])};
}

WideVector difference(const WideVector& to, const WideVector& from) {
    return {to.x - from.x, to.y - from.y, to.z - from.z};
}

struct Target {
    WideVector position, velocity;
    std::optional<std::size_t> itself; // the source that it is
};

Target target(const Bodies<double>& bodies, std::size_t i, std::optional<std::size_t> itself) {
    return {at(bodies.position, i), at(bodies.velocity, i), itself};
}

void add_target(const Bodies<double>& bodies, const Target& target,
                const ForceParameters& parameters, PlainSum& sum) {
    const Wide softening = parameters.softening;
    WideVector acceleration, jerk;
    Wide potential = 0, acceleration_scale = 0, jerk_scale = 0;
    for (std::size_t j = 0; j < bodies.size(); ++j) {
        const WideVector r = difference(at(bodies.position, j), target.position);
        const WideVector v = difference(at(bodies.velocity, j), target.velocity);
        const Wide distance = std::sqrt(r.length() * r.length() + softening * softening);
        if (j == target.itself || distance == 0) {
            continue;
        }
        const Wide m = bodies.mass[j];
        const Wide approach = (r.x * v.x + r.y * v.y + r.z * v.z) / (distance * distance);
        acceleration.add(m / (distance * distance * distance), r);
        potential -= m / distance;
        jerk.add(m / (distance * distance * distance), v);
        jerk.add(-3 * approach * m / (distance * distance * distance), r);
        acceleration_scale += m / (distance * distance);
        jerk_scale += m * v.length() / (distance * distance * distance);
    }
    const double gravity = parameters.gravity;
    sum.forces.acceleration.push_back(acceleration.times(gravity));
    sum.forces.potential.push_back(static_cast<double>(gravity * potential));
    sum.forces.jerk.push_back(jerk.times(gravity));
    sum.scales.acceleration.push_back(static_cast<double>(gravity * acceleration_scale));
    sum.scales.potential.push_back(static_cast<double>(-gravity * potential));
    sum.scales.jerk.push_back(static_cast<double>(gravity * jerk_scale));
}

} // namespace

PlainSum plain_sum(const Bodies<double>& bodies, std::span<const std::size_t> targets,
                   const ForceParameters& parameters) {
    PlainSum sum;
    for (const std::size_t i : targets) {
        add_target(bodies, target(bodies, i, i), parameters, sum);
    }
    return sum;
}

PlainSum plain_sum_at(const Bodies<double>& others, const Bodies<double>& sources,
                      const ForceParameters& parameters) {
    PlainSum sum;
    for (std::size_t i = 0; i < others.size(); ++i) {
        add_target(sources, target(others, i, std::nullopt), parameters, sum);
    }
    return sum;
}

ForceParameters softened(double softening, double gravity) {
    ForceParameters parameters;
    parameters.gravity = gravity;
    parameters.softening = softening;
    return parameters;
}

std::vector<std::size_t> all_of(std::size_t count) {
    std::vector<std::size_t> indices(count);
    std::iota(indices.begin(), indices.end(), std::size_t{0});
    return indices;
}

Bodies<double> cluster(std::size_t count, unsigned seed) {
    std::mt19937_64 bits(seed);
    // The standard's distributions differ between libraries; its generators do not.
    const auto uniform = [&](double low, double high) {
        return low + (high - low) * static_cast<double>(bits() >> 11) * 0x1p-53;
    };
    Bodies<double> bodies(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double radius = 1 / std::sqrt(std::pow(uniform(0.001, 0.996), -2.0 / 3.0) - 1);
        const double height = uniform(-1, 1);
        const double angle = uniform(0, 6.283185307179586);
        const double across = std::sqrt(1 - height * height);
        bodies.position.x[i] = radius * across * std::cos(angle);
        bodies.position.y[i] = radius * across * std::sin(angle);
        bodies.position.z[i] = radius * height;
        bodies.velocity.x[i] = uniform(-0.5, 0.5);
        bodies.velocity.y[i] = uniform(-0.5, 0.5);
        bodies.velocity.z[i] = uniform(-0.5, 0.5);
        bodies.mass[i] = uniform(0.5, 1.5) / static_cast<double>(count);
    }
    return bodies;
}

} // namespace orrery
