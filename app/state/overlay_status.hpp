#pragma once

#include "sim/inspection.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace orrery {

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
    LevelRange found = {}; // levels that the tree has
    LevelRange drawn = {}; // those that there was room for
    std::optional<InteractionCounts> interactions = {};
};

} // namespace orrery
