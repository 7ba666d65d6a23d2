#pragma once

#include "app/race/race_figures.hpp"
#include "app/state/app_state.hpp"
#include "render/camera.hpp"

#include <glm/vec3.hpp>

#include <cstddef>
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

// Where a racer is seen, in shares of the window's width and height from its upper left.
struct RaceView {
    double left = 0, top = 0, right = 1, bottom = 1;
    // Heights of the letters and of what stands above and below the bodies, in shares of its own.
    double type = 0, above = 0, below = 0;
    Camera camera = {}; // the bodies stand clear of what is written
    double width() const { return right - left; }
    double height() const { return bottom - top; }
};

// Two or three side by side, four in two rows, within what no panel covers of what `eye` sees; two
// or three in a window that is not wide one above the other. `aspect`: of the window, width over
// height.
std::vector<RaceView> race_views(std::size_t count, const Camera& eye, double aspect);

} // namespace orrery
