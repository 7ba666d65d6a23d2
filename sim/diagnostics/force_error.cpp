#include "sim/diagnostics/diagnostics.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace orrery {
namespace {

double magnitude(const Vector3& vector) {
    return length(vector);
}
double magnitude(double number) {
    return std::abs(number);
}

template <class Number>
double root_mean_square(std::span<const Number> numbers) {
    double sum = 0;
    for (const Number& number : numbers) {
        sum += magnitude(number) * magnitude(number);
    }
    return std::sqrt(sum / static_cast<double>(numbers.size()));
}

double nearest_rank(const std::vector<double>& sorted, double fraction) {
    const auto rank = static_cast<std::size_t>(std::ceil(fraction * double(sorted.size())));
    return sorted[std::max<std::size_t>(rank, 1) - 1];
}

// Relative to no less than `least`.
template <class Number>
double relative_error(const Number& computed, const Number& truth, double least) {
    const double error = magnitude(computed - truth);
    if (error == 0) {
        return 0;
    }
    const double relative = error / std::max(magnitude(truth), least);
    return std::isnan(relative) ? std::numeric_limits<double>::infinity() : relative;
}

template <class Number>
ForceError distribution(std::span<const Number> computed, std::span<const Number> truth,
                        const PeriodicBox& box) {
    assert(computed.size() == truth.size());
    const double least = box.is_periodic() ? root_mean_square(truth) : 0;
    std::vector<double> errors(truth.size());
    for (std::size_t i = 0; i < truth.size(); ++i) {
        errors[i] = relative_error(computed[i], truth[i], least);
    }
    if (errors.empty()) {
        return {};
    }
    std::sort(errors.begin(), errors.end());
    return {errors.size(), nearest_rank(errors, 0.5), nearest_rank(errors, 0.99), errors.back()};
}

// Whether single precision holds all that forces follow from.
bool are_floats(const BodiesView<double>& bodies) {
    for (const double* numbers : {bodies.x, bodies.y, bodies.z, bodies.mass}) {
        const bool floats = std::all_of(numbers, numbers + bodies.count, [](double number) {
            return static_cast<double>(static_cast<float>(number)) == number;
        });
        if (!floats) {
            return false;
        }
    }
    return true;
}

} // namespace

// One from each of `count` equal stretches of the bodies, so that every component of a system is
// met. The generator's numbers are the same on every machine; the standard distributions' are not.
std::vector<std::size_t> sample_bodies(std::size_t bodies, std::size_t count, std::uint64_t seed) {
    if (count >= bodies) {
        std::vector<std::size_t> all(bodies);
        std::iota(all.begin(), all.end(), std::size_t{0});
        return all;
    }
    std::mt19937_64 random(seed);
    std::vector<std::size_t> sample(count);
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t first = k * bodies / count;
        const std::size_t end = (k + 1) * bodies / count;
        sample[k] = first + static_cast<std::size_t>(random() % (end - first));
    }
    return sample;
}

ForceError force_error(std::span<const Vector3> computed, std::span<const Vector3> truth,
                       const PeriodicBox& box) {
    return distribution(computed, truth, box);
}

ForceError potential_error(std::span<const double> computed, std::span<const double> truth,
                           const PeriodicBox& box) {
    return distribution(computed, truth, box);
}

double promise_factor(const SolverInfo& info, Precision precision, const Masses& masses) {
    constexpr double beside_one = 100;
    const bool rounds = info.is_direct && precision == Precision::fp32;
    return rounds && masses.heaviest > 0.5 * masses.all ? beside_one : 1;
}

double promised_potential_error(const SolverInfo& info, Precision precision,
                                const ResolvedOptions& options, const PeriodicBox& box) {
    return (info.is_direct ? 1 : 2) * info.promised_error(precision, options, box);
}

ForceError sampled_rounding_error(const BodiesView<double>& bodies, double softening,
                                  Workers& workers, std::stop_token stop) {
    if (bodies.count == 0 || are_floats(bodies)) {
        return {};
    }
    constexpr std::size_t fewest = 8, most = 200, interactions = 20'000'000;
    const std::size_t samples = std::clamp(interactions / bodies.count, fewest, most);
    const std::vector<std::size_t> targets = sample_bodies(bodies.count, samples, 1);
    const ReferenceForces truth = reference_forces(bodies, targets, 1, softening, workers, stop);
    const ReferenceForces rounded =
        reference_forces(bodies, targets, 1, softening, workers, stop, Precision::fp32);
    return stop.stop_requested() ? ForceError{}
                                 : force_error(rounded.acceleration, truth.acceleration);
}

} // namespace orrery
