#pragma once

#include <glm/vec3.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace orrery {

// What the camera stays with while it moves.
enum class Following { nothing, body, core };

// What is known of a body that is followed.
struct FollowedFigures {
    double mass = 0, speed = 0, acceleration = 0;
    std::string puller = {};  // the named or heavy body that pulls most
    double share_of_pull = 0; // its part of the acceleration
};

struct Followed {
    Following what = Following::nothing;
    std::string wish = {};                // a name, while no bodies are there that could have it
    std::size_t body = 0;                 // in original order
    std::optional<glm::dvec3> place = {}; // as drawn
    std::optional<glm::dvec3> core = {};  // where the newest estimate has it
    std::optional<FollowedFigures> figures = {};
};

} // namespace orrery
