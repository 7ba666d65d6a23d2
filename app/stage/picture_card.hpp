#pragma once

#include "app/state/app_state.hpp"

#include <glm/vec4.hpp>
#include <imgui.h>

#include <string>
#include <vector>

namespace orrery {

// The height of words in the picture, in pixels; larger on the stage, whose audience sits farther
// away.
float picture_type_size(const AppState& app);

// A card beside what a ring of that radius is around: a name and lines about it, all of it within
// the picture. Returns where it lies: left, top, right, below.
glm::vec4 draw_picture_card(const AppState& app, const ImVec2& at, float ring,
                            const std::string& name, const std::vector<std::string>& lines);

} // namespace orrery
