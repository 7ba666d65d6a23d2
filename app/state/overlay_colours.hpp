#pragma once

#include "render/colour_maps.hpp"
#include "render/over_picture.hpp"
#include "sim/inspection.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace orrery {

// Why a cell is drawn: for its place in the tree, or for how it pulls on a body's group.
enum class BoxRole : std::uint8_t { cell, local, multipole, monopole, leaf, group };

// The colour map that tells levels apart, the coarsest at its dark end.
const ColourMap& level_colours();

// sRGB, and how strong its lines are.
std::array<std::uint8_t, 4> role_colour(BoxRole role);

// A tree as it is drawn, a body's interactions and its group last. Where they are shown, the tree
// steps back.
std::vector<LineBox> line_boxes(const Inspection& inspection);

} // namespace orrery
