#pragma once

#include "app/state/app_state.hpp"

namespace orrery {

// Draws the status line and every panel around the picture. With another layer over the picture it
// draws none of them but keeps their places. The standard layout is made when there is none yet, or
// on wish.
void draw_panels(AppState& app, float scale);

// The panels alone, wherever they are docked.
void draw_control_panels(AppState& app);

// The panels lie around a dockspace's middle, where the picture shows through and takes the mouse.
// That part.
ClearArea lay_out_docks(unsigned int dockspace);

// What lies over the picture: names, chart, what an audience reads, what is drawn on it.
void draw_stage(AppState& app);

// What is for the speaker alone: help, palette, marks, messages.
void draw_messages(AppState& app);

} // namespace orrery
