#pragma once

#include "app/state/tree_overlay_boxes.hpp"
#include "render/box_renderer.hpp"
#include "render/colour_maps.hpp"

#include <span>
#include <vector>

namespace orrery {

// The colour map that tells levels apart, the coarsest at its dark end.
const ColourMap& level_colours();

// sRGB, and how strong its lines are.
std::array<std::uint8_t, 4> role_colour(BoxRole role);

// An overlay as it is drawn. Where it shows what a body meets, the tree steps back.
std::vector<LineBox> line_boxes(const OverlayBoxes& overlay);

} // namespace orrery
