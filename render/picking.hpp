#pragma once

#include "render/body_buffer.hpp"
#include "render/camera.hpp"
#include "render/graphics_context.hpp"

#include <cstddef>
#include <optional>

namespace orrery {

// The camera's ray through a pixel picks the body nearest to it; nullopt when none is within
// `pixels`. Reads the positions back: for clicks, not for every frame.
std::optional<std::size_t> pick_body(const BodyBuffer& bodies, const Camera& camera, Extent size,
                                     glm::dvec2 pixel, double pixels);

// The position of a body that was picked. Reads it back, like picking.
glm::dvec3 body_position(const BodyBuffer& bodies, std::size_t body);

// Centre and radius of a sphere that holds that share of the bodies. Samples the buffer: for "frame
// all".
struct Sphere {
    glm::dvec3 centre{0, 0, 0};
    double radius = 1;
};
std::optional<Sphere> bounding_sphere(const BodyBuffer& bodies, double share = 0.95);

} // namespace orrery
