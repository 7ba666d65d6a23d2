#include "tests/sim/gauss/gauss_systems.hpp"

#include "sim/base/vector3.hpp"
#include "sim/lessons/hermite/hermite_transform.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace orrery {
namespace {

// Before any test looks at the list.
[[maybe_unused]] const bool hermite_is_listed = [] {
    register_gauss_method(hermite_gauss);
    return true;
}();

Bodies<double> plummer_like(std::size_t count) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> part(0.001, 0.99);
    std::normal_distribution<double> direction;
    Bodies<double> bodies(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double radius = 1 / std::sqrt(std::pow(part(random), -2.0 / 3) - 1);
        const Vector3 to{direction(random), direction(random), direction(random)};
        bodies.position.x[i] = radius * to.x / length(to);
        bodies.position.y[i] = radius * to.y / length(to);
        bodies.position.z[i] = radius * to.z / length(to);
        bodies.mass[i] = 1.0 / static_cast<double>(count);
    }
    return bodies;
}

// Thin and exponential, as of a galaxy.
Bodies<double> disk(std::size_t count) {
    std::mt19937 random(7);
    std::exponential_distribution<double> radius(2);
    std::uniform_real_distribution<double> angle(0, 2 * std::numbers::pi);
    std::normal_distribution<double> height(0, 0.02);
    Bodies<double> bodies(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double r = radius(random) + radius(random);
        const double phi = angle(random);
        bodies.position.x[i] = r * std::cos(phi);
        bodies.position.y[i] = r * std::sin(phi);
        bodies.position.z[i] = height(random);
        bodies.mass[i] = 1.0 / static_cast<double>(count);
    }
    return bodies;
}

// A few of its bodies hundreds of lengths out, as of many there always are.
Bodies<double> plummer_with_outliers(std::size_t count) {
    Bodies<double> bodies = plummer_like(count);
    for (std::size_t i = 0; i < count; i += count / 4) {
        const double farther = 100.0 + 50.0 * static_cast<double>(i % 7);
        bodies.position.x[i] *= farther;
        bodies.position.y[i] *= farther;
        bodies.position.z[i] *= farther;
    }
    return bodies;
}

} // namespace

Bodies<double> even_cube(std::size_t count) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> inside(0, 1);
    Bodies<double> bodies(count);
    for (std::size_t i = 0; i < count; ++i) {
        bodies.position.x[i] = inside(random);
        bodies.position.y[i] = inside(random);
        bodies.position.z[i] = inside(random);
        bodies.mass[i] = (0.5 + inside(random)) / static_cast<double>(count);
    }
    return bodies;
}

std::vector<GaussSystem> gauss_systems(std::size_t count) {
    std::vector<GaussSystem> systems{{"even cube", even_cube(count)},
                                     {"Plummer", plummer_like(count)},
                                     {"disk", disk(count)},
                                     {"Plummer, some far out", plummer_with_outliers(count)},
                                     {"two distant clusters", even_cube(count)},
                                     {"one body far away", even_cube(count)},
                                     {"masses over nine decades", even_cube(count)}};
    for (std::size_t i = 0; i < count / 2; ++i) {
        systems[4].bodies.position.x[i] += 300;
    }
    systems[5].bodies.position.y[count / 3] = -1e4;
    for (std::size_t i = 0; i < count; ++i) {
        systems[6].bodies.mass[i] =
            std::pow(10, -9 * static_cast<double>(i) / static_cast<double>(count));
    }
    return systems;
}

template <class Real>
std::vector<double> densities(const GaussMethod& method, const Bodies<Real>& bodies,
                              const VectorArray<Real>* targets, double sigma, double error,
                              int threads) {
    Workers workers(threads);
    StepTimings timings;
    GaussWork work{workers, {}, timings};
    std::vector<Real> sums(targets != nullptr ? targets->size() : bodies.size());
    const PointsView<Real> sources = points_of(bodies.position);
    gauss_transform(method,
                    GaussSum<Real>{sources, bodies.mass,
                                   targets != nullptr ? points_of(*targets) : sources, sums, sigma,
                                   error},
                    work);
    return {sums.begin(), sums.end()};
}

template <class Real>
std::vector<double> exact_densities(const Bodies<Real>& bodies, const VectorArray<Real>& targets,
                                    double sigma) {
    std::vector<double> sums(targets.size());
    for (std::size_t i = 0; i < targets.size(); ++i) {
        for (std::size_t j = 0; j < bodies.size(); ++j) {
            const double x = double(targets.x[i]) - double(bodies.position.x[j]);
            const double y = double(targets.y[i]) - double(bodies.position.y[j]);
            const double z = double(targets.z[i]) - double(bodies.position.z[j]);
            const double exponent = (x * x + y * y + z * z) / (2 * sigma * sigma);
            if (exponent < 100) { // else it is nothing, and the exponential is slow
                sums[i] += double(bodies.mass[j]) * std::exp(-exponent);
            }
        }
    }
    return sums;
}

double greatest_difference(const std::vector<double>& a, const std::vector<double>& b) {
    double greatest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double difference = std::abs(a[i] - b[i]);
        greatest = difference <= greatest ? greatest : difference; // NaN, too
    }
    return greatest;
}

double relative_difference(const std::vector<double>& got, const std::vector<double>& exact) {
    double errors = 0;
    double squares = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        errors += (got[i] - exact[i]) * (got[i] - exact[i]);
        squares += exact[i] * exact[i];
    }
    return std::sqrt(errors / squares);
}

template std::vector<double> densities(const GaussMethod&, const Bodies<float>&,
                                       const VectorArray<float>*, double, double, int);
template std::vector<double> densities(const GaussMethod&, const Bodies<double>&,
                                       const VectorArray<double>*, double, double, int);
template std::vector<double> exact_densities(const Bodies<float>&, const VectorArray<float>&,
                                             double);
template std::vector<double> exact_densities(const Bodies<double>&, const VectorArray<double>&,
                                             double);

} // namespace orrery
