#pragma once

#include <glm/vec3.hpp>

#include <optional>

namespace orrery {

// The ellipse on which a body goes about another, and where on it the body is.
struct OrbitEllipse {
    glm::dvec3 centre;       // relative to what it goes about
    glm::dvec3 major, minor; // half axes: centre + cos E major + sin E minor
    double anomaly;          // E of the body, the eccentric anomaly
};

// From place and velocity relative to what it goes about, and G times both masses. None where it is
// not bound or falls straight down.
std::optional<OrbitEllipse> orbit_ellipse(const glm::dvec3& place, const glm::dvec3& velocity,
                                          double attraction);

} // namespace orrery
