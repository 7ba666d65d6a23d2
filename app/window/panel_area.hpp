#pragma once

#include "app/state/app_state.hpp"

namespace orrery {

// Draws the status line and every panel around the picture. With another layer over the picture it
// draws none of them but keeps their places. The standard layout is made when there is none yet, or
// on wish.
void draw_panels(AppState& app, float scale);

// What lies over the picture, with or without panels: names, colour scale, help, palette, messages.
void draw_overlays(AppState& app);

} // namespace orrery
