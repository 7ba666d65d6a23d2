#include "app/state/exact_orbit.hpp"

#include "app/state/line_colours.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

namespace orrery {
namespace {

constexpr double max_shift = 0.01; // of the centre in a period, relative to the half axis
constexpr std::array<std::uint8_t, 4> colour{205, 210, 220, 0};
constexpr double strength = 0.5;
constexpr double most_dashes = 72, fewest_dashes = 20; // of an ellipse
constexpr int points_a_dash = 6;

glm::dvec3 at(const VectorArray<double>& vectors, std::size_t i) {
    return {vectors.x[i], vectors.y[i], vectors.z[i]};
}

OrbitEllipse scaled(const OrbitEllipse& orbit, double factor, const glm::dvec3& about) {
    return {about + factor * orbit.centre, factor * orbit.major, factor * orbit.minor,
            orbit.anomaly};
}

} // namespace

std::vector<OrbitEllipse> exact_orbits(const BodyValues& two, double gravity) {
    if (two.mass.size() != 2 || two.position.size() != 2 || two.velocity.size() != 2) {
        return {};
    }
    const double all = two.mass[0] + two.mass[1];
    const std::optional<OrbitEllipse> apart =
        orbit_ellipse(at(two.position, 1) - at(two.position, 0),
                      at(two.velocity, 1) - at(two.velocity, 0), gravity * all);
    if (!apart) {
        return {};
    }
    const auto mean = [&](const VectorArray<double>& vectors) {
        return (two.mass[0] * at(vectors, 0) + two.mass[1] * at(vectors, 1)) / all;
    };
    const double half_axis = glm::length(apart->major);
    const double period =
        2 * std::numbers::pi * std::sqrt(half_axis * half_axis * half_axis / (gravity * all));
    if (glm::length(mean(two.velocity)) * period > max_shift * half_axis) {
        return {};
    }
    const glm::dvec3 centre = mean(two.position);
    return {scaled(*apart, -two.mass[1] / all, centre), scaled(*apart, two.mass[0] / all, centre)};
}

void add_dashed(std::vector<LinePoint>& lines, const std::vector<OrbitEllipse>& orbits) {
    double largest = 0;
    for (const OrbitEllipse& orbit : orbits) {
        largest = std::max(largest, glm::length(orbit.major));
    }
    for (const OrbitEllipse& orbit : orbits) {
        const auto dashes = static_cast<int>(
            std::max(fewest_dashes, most_dashes * glm::length(orbit.major) / largest));
        for (int dash = 0; dash < dashes; ++dash) {
            for (int i = 0; i < points_a_dash; ++i) {
                const double share = 0.5 * i / (points_a_dash - 1); // the other half is a gap
                const double anomaly = 2 * std::numbers::pi * (dash + share) / dashes;
                const glm::dvec3 place = orbit.centre + std::cos(anomaly) * orbit.major +
                                         std::sin(anomaly) * orbit.minor;
                if (i == 0) { // where the dash before ends
                    lines.push_back(point_at(place, colour, 0));
                }
                lines.push_back(point_at(place, colour, strength));
            }
        }
    }
}

} // namespace orrery
