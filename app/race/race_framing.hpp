#pragma once

#include "app/race/race_figures.hpp"
#include "app/state/app_state.hpp"
#include "render/camera.hpp"

#include <glm/vec3.hpp>

#include <span>
#include <vector>

namespace orrery {

// How many times as far off an eye that looks through `camera`, the camera of a racer's view whose
// open part is so many times as wide as high, must be to see a place; 1 at least.
double reach_for(const Camera& camera, double open_aspect, const glm::dvec3& place);

// Once a frame: in a race of few bodies the eyes of all views draw back from what leaves them,
// within reason; what goes farther is let go. Not after a hand has chosen a distance.
void hold_in_frame(AppState& app, std::span<const Rival> rivals, double seconds);

// The camera that views are seen by, before each is fitted to its part of the window.
Camera race_eye(const AppState& app);

} // namespace orrery
