#pragma once

#include "render/colour_maps.hpp"
#include "render/over_picture.hpp"
#include "sim/inspection.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
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

// What pulls on the picked body's group, in numbers.
struct InteractionCounts {
    bool of_cells = false; // by a fast multipole method: the group is a leaf
    std::size_t locals = 0, multipoles = 0, monopoles = 0, leaves = 0; // cells
    std::size_t in_leaves = 0, in_group = 0;                           // bodies
};

// What the panels say of the octree's overlay.
struct OverlayStatus {
    std::string notice = {}; // why there is none
    std::string owner = {};  // whose tree it is
    std::size_t cells = 0;
    std::shared_ptr<const std::vector<LineBox>> boxes = {}; // that are drawn of it
    LevelRange found = {};                                  // levels that the tree has
    LevelRange drawn = {};                                  // those that there was room for
    std::optional<InteractionCounts> interactions = {};
};

} // namespace orrery
