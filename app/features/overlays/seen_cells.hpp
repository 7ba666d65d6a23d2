#pragma once

#include "render/camera.hpp"
#include "sim/inspection.hpp"

#include <glm/vec3.hpp>

namespace orrery {

// Where the camera looks, and how much it sees there, roughly: it changes by steps.
struct SeenPart {
    glm::dvec3 centre{0, 0, 0};
    double height = 0;
    bool operator==(const SeenPart&) const = default;
};
SeenPart seen_part(const Camera& camera);

// Leaves of the cells those that can be told apart in there: the larger ones are lines across the
// picture, the smaller ones dots.
void keep_seen_cells(Inspection& inspection, const SeenPart& seen);

} // namespace orrery
