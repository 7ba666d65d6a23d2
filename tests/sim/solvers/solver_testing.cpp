#include "tests/sim/solvers/solver_testing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>
#include <sstream>
#include <string>

namespace orrery {

template <class Real>
Bodies<Real> cloud(std::size_t count, std::uint64_t seed) {
    Bodies<Real> bodies(count);
    std::mt19937_64 generator(seed);
    const auto number = [&] {
        return static_cast<Real>(static_cast<double>(generator() >> 11) * 0x1p-53 * 2 - 1);
    };
    for (std::size_t i = 0; i < count; ++i) {
        for (auto* axis : {&bodies.position.x, &bodies.position.y, &bodies.position.z,
                           &bodies.velocity.x, &bodies.velocity.y, &bodies.velocity.z}) {
            (*axis)[i] = number();
        }
        bodies.mass[i] = (number() + Real(1.1)) / static_cast<Real>(count);
    }
    return bodies;
}

Truth direct_sum(const Bodies<double>& bodies, double softening) {
    const std::size_t count = bodies.size();
    Truth truth{std::vector<Vector3>(count), std::vector<double>(count),
                std::vector<Vector3>(count)};
    const auto& [position, velocity, mass] = bodies;
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < count; ++j) {
            const double dx = position.x[j] - position.x[i];
            const double dy = position.y[j] - position.y[i];
            const double dz = position.z[j] - position.z[i];
            const double r2 = dx * dx + dy * dy + dz * dz + softening * softening;
            if (j == i || r2 == 0) {
                continue;
            }
            const double r = std::sqrt(r2);
            const double strength = mass[j] / (r2 * r);
            truth.acceleration[i].x += strength * dx;
            truth.acceleration[i].y += strength * dy;
            truth.acceleration[i].z += strength * dz;
            truth.potential[i] -= mass[j] / r;
            const double vx = velocity.x[j] - velocity.x[i];
            const double vy = velocity.y[j] - velocity.y[i];
            const double vz = velocity.z[j] - velocity.z[i];
            const double approach = 3 * (dx * vx + dy * vy + dz * vz) / r2;
            truth.jerk[i].x += strength * (vx - approach * dx);
            truth.jerk[i].y += strength * (vy - approach * dy);
            truth.jerk[i].z += strength * (vz - approach * dz);
        }
    }
    return truth;
}

template <class Real>
Accelerations<Real> computed(Solver& solver, const Bodies<Real>& bodies,
                             const ForceParameters& parameters, Wanted wanted) {
    Workers workers;
    StepTimings timings;
    SolverContext context{{}, workers, timings};
    Accelerations<Real> result(bodies.size(), wanted.potential, wanted.jerk);
    EXPECT_EQ(solve(solver, view(bodies), result.view(), parameters, context), Outcome::complete);
    return result;
}

template <class Real>
double relative_error(const Accelerations<Real>& result, std::size_t body, const Vector3& truth) {
    const Vector3 difference{static_cast<double>(result.acceleration.x[body]) - truth.x,
                             static_cast<double>(result.acceleration.y[body]) - truth.y,
                             static_cast<double>(result.acceleration.z[body]) - truth.z};
    const double scale = length(truth);
    return scale > 0 ? length(difference) / scale : length(difference);
}

double percentile_99(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[(values.size() * 99 - 1) / 100];
}

template <class Real>
double p99_error(const Accelerations<Real>& result, const Truth& truth, std::size_t first) {
    std::vector<double> errors;
    for (std::size_t i = first; i < truth.acceleration.size(); ++i) {
        errors.push_back(relative_error(result, i, truth.acceleration[i]));
    }
    return percentile_99(std::move(errors));
}

std::vector<ReferenceForce> read_reference(const std::filesystem::path& file) {
    std::vector<ReferenceForce> rows;
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    while (std::getline(stream, line)) {
        std::replace(line.begin(), line.end(), ',', ' ');
        std::istringstream numbers(line);
        ReferenceForce row{};
        numbers >> row.body >> row.acceleration.x >> row.acceleration.y >> row.acceleration.z;
        rows.push_back(row);
    }
    return rows;
}

template Bodies<float> cloud(std::size_t, std::uint64_t);
template Bodies<double> cloud(std::size_t, std::uint64_t);
template Accelerations<float> computed(Solver&, const Bodies<float>&, const ForceParameters&,
                                       Wanted);
template Accelerations<double> computed(Solver&, const Bodies<double>&, const ForceParameters&,
                                        Wanted);
template double relative_error(const Accelerations<float>&, std::size_t, const Vector3&);
template double relative_error(const Accelerations<double>&, std::size_t, const Vector3&);
template double p99_error(const Accelerations<float>&, const Truth&, std::size_t);
template double p99_error(const Accelerations<double>&, const Truth&, std::size_t);

} // namespace orrery
