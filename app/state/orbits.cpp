#include "app/state/orbits.hpp"

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

OrbitEllipse scaled(const OrbitEllipse& orbit, double factor, const glm::dvec3& about) {
    return {about + factor * orbit.centre, factor * orbit.major, factor * orbit.minor,
            orbit.anomaly};
}

std::uint8_t encoded(float light) {
    const float shown =
        light <= 0.0031308F ? 12.92F * light : 1.055F * std::pow(light, 1 / 2.4F) - 0.055F;
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(shown, 0.0F, 1.0F)));
}

} // namespace

std::optional<OrbitEllipse> orbit_ellipse(const glm::dvec3& place, const glm::dvec3& velocity,
                                          double attraction) {
    const double distance = glm::length(place);
    if (!(distance > 0) || !(attraction > 0)) {
        return std::nullopt;
    }
    const double energy = glm::dot(velocity, velocity) / 2 - attraction / distance;
    const glm::dvec3 spin = glm::cross(place, velocity);
    const glm::dvec3 laplace = glm::cross(velocity, spin) / attraction - place / distance;
    const double eccentricity = glm::length(laplace);
    if (!(energy < 0) || !(eccentricity < 0.999) || !(glm::length(spin) > 0)) {
        return std::nullopt;
    }
    const double half = -attraction / (2 * energy);
    const glm::dvec3 towards = eccentricity > 1e-9 ? laplace / eccentricity : place / distance;
    const glm::dvec3 aside = glm::normalize(glm::cross(spin, towards));
    OrbitEllipse ellipse;
    ellipse.centre = -half * eccentricity * towards;
    ellipse.major = half * towards;
    ellipse.minor = half * std::sqrt(1 - eccentricity * eccentricity) * aside;
    const glm::dvec3 from_centre = place - ellipse.centre;
    ellipse.anomaly =
        std::atan2(glm::dot(from_centre, ellipse.minor) / glm::dot(ellipse.minor, ellipse.minor),
                   glm::dot(from_centre, ellipse.major) / glm::dot(ellipse.major, ellipse.major));
    return ellipse;
}

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

std::array<std::uint8_t, 4> line_colour(const std::vector<BodyLight>& lights, std::size_t body) {
    const auto light =
        std::ranges::find_if(lights, [&](const BodyLight& each) { return body < each.end; });
    const glm::vec3 colour = light == lights.end() ? glm::vec3(0.7F) : light->colour;
    return {encoded(colour.r), encoded(colour.g), encoded(colour.b), 0};
}

LinePoint point_at(const glm::dvec3& place, std::array<std::uint8_t, 4> colour, double strength) {
    colour[3] = static_cast<std::uint8_t>(std::lround(255 * std::clamp(strength, 0.0, 1.0)));
    return {{static_cast<float>(place.x), static_cast<float>(place.y), static_cast<float>(place.z)},
            colour};
}

} // namespace orrery
