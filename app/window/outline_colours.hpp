#pragma once

#include "app/window/octree_outline.hpp"
#include "render/body_renderer.hpp"
#include "render/box_renderer.hpp"

#include <span>
#include <vector>

namespace orrery {

// The colour map that tells levels apart, the coarsest at its dark end.
const ColourMap& level_colours();

// sRGB, and how strong its lines are.
std::array<std::uint8_t, 4> role_colour(BoxRole role);

// An outline as it is drawn. Where it shows what a body meets, the tree steps back.
std::vector<LineBox> line_boxes(const OctreeOutline& outline);

} // namespace orrery
