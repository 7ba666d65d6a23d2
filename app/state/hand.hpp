#pragma once

#include "sim/system.hpp"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace orrery {

// A pull at something that is not let go yet, from where it is to where the mouse is, on the plane
// through it that faces the camera.
struct HandDrag {
    std::optional<BodyNumber> grabbed; // the number of a body that is there; none: a new one
    glm::dvec3 from{0, 0, 0}, to{0, 0, 0};
    glm::vec2 pressed{0, 0}; // the mouse then, in pixels
    bool moved = false;      // far enough to mean a speed
};

// The mouse as a hand in the simulation, instead of on the camera; of the moment, no file keeps it.
struct Hand {
    bool active = false;
    double mass = 0; // of what is thrown; 0: what suits the system
    std::optional<HandDrag> drag = {};
    std::optional<BodyNumber> held = {};       // the number of the body whose card is open
    std::optional<glm::dvec3> held_place = {}; // as drawn
    double held_mass = 0;
    double looked_at = -1; // when that was asked for
    // Of the system, refreshed while the hand is active.
    double speed_a_length = 0; // that a pull of one unit of length gives; 0: not known yet
    double suitable_mass = 0;
    std::vector<glm::dvec3> path = {}; // that what is pulled at would go

    double thrown_mass() const { return mass > 0 ? mass : suitable_mass; }
};

} // namespace orrery
