#pragma once

#include "app/state/look.hpp"

#include <glm/vec3.hpp>

#include <cstddef>
#include <map>
#include <vector>

namespace orrery {

struct AppState;

// What the camera stays with while it moves.
enum class Following { nothing, body, core, halo };

// What is known of a body that is followed.
struct FollowedFigures {
    double mass = 0, speed = 0, acceleration = 0;
    std::string puller = {};  // the named or heavy body that pulls most
    double share_of_pull = 0; // its part of the acceleration
};

struct Followed {
    Following what = Following::nothing;
    std::string wish = {};                // a name, while no bodies are there that could have it
    std::size_t body = 0;                 // in original order; of a halo its number
    std::optional<BodyNumber> lost = {};  // a body that was followed, until it is back
    std::optional<glm::dvec3> place = {}; // as drawn
    std::optional<glm::dvec3> core = {};  // where the newest estimate has it
    std::optional<FollowedFigures> figures = {};
    bool flies = false; // the camera, there first
};

// What can be asked of the camera.
struct GoHome {};      // to the scene's own viewpoint
struct FrameBodies {}; // to where all bodies are seen
struct BeginAt {       // here, when the next system is loaded, and from there along a path
    CameraPose pose;
    std::vector<CameraFlight> path = {};
};

// The views of a scene that the user made, and the last one.
struct MadeViews {
    decltype(Look::stored_views) stored = {};
    decltype(Look::keyframes) keyframes = {};
    CameraPose last = {};
};

// Where the camera was, and the views of scenes and files that are not shown now.
struct ViewMemory {
    struct Place {
        CameraPose pose;
        Followed followed;
    };
    std::optional<Place> before; // the last jump
    std::string source = {};     // that the views of the look belong to
    std::map<std::string, MadeViews> elsewhere = {};
};

// Before the camera jumps: from where.
void remember_view(AppState& app);

// When another source may have been chosen: the stored views of the one that was shown are kept for
// it, and those of the new one are there. Before a look is taken that brings its own.
void take_views_of_source(AppState& app);

} // namespace orrery
