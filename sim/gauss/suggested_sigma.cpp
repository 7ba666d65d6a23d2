#include "sim/gauss/gauss_method.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace orrery {
namespace {

// The distance from one body to its `rank`-th nearest, 1 being the nearest.
double neighbour_distance(const PointsView<double>& bodies, std::size_t body, std::size_t rank) {
    std::vector<double> nearest; // squared, as a heap: the farthest of them in front
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const double x = bodies.x[i] - bodies.x[body];
        const double y = bodies.y[i] - bodies.y[body];
        const double z = bodies.z[i] - bodies.z[body];
        const double square = x * x + y * y + z * z;
        if (i == body || (nearest.size() == rank && square >= nearest.front())) {
            continue;
        }
        if (nearest.size() == rank) {
            std::pop_heap(nearest.begin(), nearest.end());
            nearest.pop_back();
        }
        nearest.push_back(square);
        std::push_heap(nearest.begin(), nearest.end());
    }
    return nearest.empty() ? 0 : std::sqrt(nearest.front());
}

} // namespace

double suggested_sigma(const PointsView<double>& bodies, Workers& workers) {
    constexpr std::size_t max_samples = 128;
    constexpr std::size_t neighbours = 32;
    const std::size_t samples = std::min(bodies.size(), max_samples);
    if (samples == 0) {
        return 0;
    }
    std::vector<double> distances(samples);
    workers.for_ranges(samples, 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            distances[i] = neighbour_distance(bodies, i * bodies.size() / samples, neighbours);
        }
    });
    // The median of the densest half.
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(samples / 4);
    std::nth_element(distances.begin(), middle, distances.end());
    const double counted =
        static_cast<double>(std::min(neighbours, std::max<std::size_t>(bodies.size() - 1, 1)));
    const double mean_distance = *middle * std::cbrt(4 * std::numbers::pi / 3 / counted);
    constexpr double distances_to_sigma = 1.5;
    return distances_to_sigma * mean_distance;
}

double suggested_sigma_in(const PeriodicBox& box, std::size_t bodies) {
    const double volume = box.lengths[0] * box.lengths[1] * box.lengths[2];
    return bodies == 0 ? 0 : std::cbrt(volume / static_cast<double>(bodies)) / 2;
}

} // namespace orrery
