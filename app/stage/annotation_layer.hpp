#pragma once

#include "app/panels/open_picture.hpp"
#include "app/state/app_state.hpp"

namespace orrery {

// What a speaker draws with the mouse on the picture in `area`, while that draws instead of moving
// the camera; and where the mouse is.
void take_strokes(AppState& app, const PictureArea& area);

// The field in which words are typed that are to stand on the picture, while they are.
void annotation_field(AppState& app, const PictureArea& area);

// Arrows, lines and words on the picture; the spotlight around the mouse, and the pointer. Of any
// size: a video has them where the window has them.
void annotation_layer(const AppState& app);

} // namespace orrery
