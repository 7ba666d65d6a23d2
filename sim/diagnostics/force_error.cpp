#include "sim/diagnostics/diagnostics.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace orrery {
namespace {

double relative_error(const Vector3& computed, const Vector3& truth) {
    const double error = length(computed - truth);
    if (error == 0) {
        return 0;
    }
    const double scale = length(truth);
    return scale > 0 ? error / scale : std::numeric_limits<double>::infinity();
}

double nearest_rank(const std::vector<double>& sorted, double fraction) {
    const auto rank = static_cast<std::size_t>(std::ceil(fraction * double(sorted.size())));
    return sorted[std::max<std::size_t>(rank, 1) - 1];
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

ForceError force_error(std::span<const Vector3> computed, std::span<const Vector3> truth) {
    assert(computed.size() == truth.size());
    std::vector<double> errors(truth.size());
    for (std::size_t i = 0; i < truth.size(); ++i) {
        errors[i] = relative_error(computed[i], truth[i]);
    }
    if (errors.empty()) {
        return {};
    }
    std::sort(errors.begin(), errors.end());
    return {errors.size(), nearest_rank(errors, 0.5), nearest_rank(errors, 0.99), errors.back()};
}

} // namespace orrery
