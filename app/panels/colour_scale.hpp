#pragma once

#include "render/colour_maps.hpp"

#include <glm/vec3.hpp>
#include <imgui.h>

#include <string>

namespace orrery {

// nullptr for an id that no map has.
const ColourMap* find_colour_map(const std::string& id);

// Light as ImGui wants it.
ImVec4 as_seen(const glm::vec3& light);

// A colour map as what it looks like, dark at the left.
void draw_colour_scale(ImDrawList& draw, const ColourMap& map, const ImVec2& from,
                       const ImVec2& to);

} // namespace orrery
