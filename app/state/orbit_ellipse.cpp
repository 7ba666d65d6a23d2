#include "app/state/orbit_ellipse.hpp"

#include <glm/geometric.hpp>

#include <cmath>

namespace orrery {

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

} // namespace orrery
