#pragma once

#include "render/body_light.hpp"
#include "render/over_picture.hpp"

#include <glm/vec3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery {

// Of the lines that belong to a body: its own colour, of no strength yet.
std::array<std::uint8_t, 4> line_colour(const std::vector<BodyLight>& lights, std::size_t body);

LinePoint point_at(const glm::dvec3& place, std::array<std::uint8_t, 4> colour, double strength);

} // namespace orrery
