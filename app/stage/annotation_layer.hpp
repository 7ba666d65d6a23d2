#pragma once

#include "app/state/app_state.hpp"

namespace orrery {

// What a speaker draws with the mouse, while that draws instead of moving the camera.
void take_strokes(AppState& app);

// Arrows, lines and words on the picture; the spotlight around the mouse, and the pointer.
void annotation_layer(AppState& app);

} // namespace orrery
