#pragma once

#include "app/state/app_state.hpp"

#include <string>
#include <string_view>

namespace orrery {

// The look that shows what a scene is about: colours, sizes, exposure, paths. What belongs to the
// room and the user, such as panels, theme and names, stays; of a file, and where looks do not come
// with scenes, all does.
void take_scene_look(Look& look, std::string_view source);

// That look, and whether the camera stays with what happens there.
void show_scene(AppState& app, std::string_view source);

// Another scene or file, as choose_source has it, with the look that it brings.
void choose_scene(AppState& app, const std::string& source);

} // namespace orrery
