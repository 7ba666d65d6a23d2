#pragma once

#include "render/body_light.hpp"
#include "render/over_picture.hpp"
#include "sim/bodies.hpp"
#include "sim/state/state_reading.hpp"

#include <glm/vec3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

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

// Kepler's solution: the ellipses of two bodies about their common centre of mass, whatever an
// integrator makes of them. `two`: place, velocity and mass of each. None where they are not bound,
// or where that centre moves, so that no orbit closes.
std::vector<OrbitEllipse> exact_orbits(const BodyValues& two, double gravity);

// Dashed, in a colour of no body.
void add_dashed(std::vector<LinePoint>& lines, const std::vector<OrbitEllipse>& orbits);

inline glm::dvec3 at(const VectorArray<double>& vectors, std::size_t i) {
    return {vectors.x[i], vectors.y[i], vectors.z[i]};
}

// Of the lines that belong to a body: its own colour, of no strength yet.
std::array<std::uint8_t, 4> line_colour(const std::vector<BodyLight>& lights, std::size_t body);

LinePoint point_at(const glm::dvec3& place, std::array<std::uint8_t, 4> colour, double strength);

} // namespace orrery
