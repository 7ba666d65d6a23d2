#pragma once

#include "app/state/app_state.hpp"
#include "app/state/shown_state.hpp"
#include "render/png_file.hpp"

#include <string>

namespace orrery {

// What the window shows now, to be come back to.
ShownState shown_state_of(const AppState& app);

// The same, as a picture says it of itself.
PngText picture_text(const AppState& app);

// What is asked of the window: its system from the initial conditions up to its time, its look and
// its view.
struct ComeBackTo {
    ShownState state;
};

// From now on these hold, and the camera begins as the look says.
void take_settings_and_look(AppState& app, Settings settings, const Look& look);

// The call of the program that begins with this scene, these settings and this look; the view is
// the scene's own.
std::string command_line_of(const AppState& app);

} // namespace orrery
