#pragma once

#include "app/state/app_state.hpp"
#include "render/colour_maps.hpp"

#include <glm/vec3.hpp>
#include <imgui.h>

#include <string>

namespace orrery {

// Rows of a panel for fields of the look, by their ids: name, tooltip, range and values are those
// of the table (app/state/look_properties.hpp).
void look_number_row(AppState& app, const char* id);
// The control alone, called `name`, in a row that is begun.
void look_number(AppState& app, const char* id, const char* name);
// Few values side by side.
void look_choice_row(AppState& app, const char* id);
// A flag and its name, in a row that is begun.
void look_flag(AppState& app, const char* id, const char* name);

// The slice through the scene, and width and error of the densities in the picture.
void density_rows(AppState& app);

// "density, 10^10 Msun/kpc³", of something that is called so.
std::string density_name(const AppState& app, const std::string& noun);

// The rows of the view panel about the octree on screen.
void tree_rows(AppState& app);

// Light as ImGui wants it.
ImVec4 as_seen(const glm::vec3& light);

// A colour map as what it looks like, dark at the left.
void draw_colour_scale(ImDrawList& draw, const ColourMap& map, const ImVec2& from,
                       const ImVec2& to);

} // namespace orrery
