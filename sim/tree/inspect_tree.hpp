#pragma once

#include "sim/inspection.hpp"
#include "sim/tree/prepared_tree.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace orrery {

// The cells of a tree and the interactions of a body in it; nothing of no bodies, or where a
// position or mass is no finite number.
template <class Real>
Inspection inspect_tree(const PreparedTree<Real>& prepared, const InspectRequest& request);

// ---- what an inspection is made of, wherever the tree is ----

// A node of a tree, by its index.
template <class Real>
InspectedCell inspected(const Tree<Real>& tree, std::size_t index);

using CellsOnLevel = std::array<std::size_t, finest_level + 1>;

// The coarsest and the finest level that have cells; some have.
LevelRange levels_of(const CellsOnLevel& on_level);
// The levels from wanted.from on that are told: whole ones, while there is room.
LevelRange levels_with_room(const CellsOnLevel& on_level, const LevelRange& wanted,
                            const LevelRange& found, std::size_t max_cells);
void sort_by_level(std::vector<InspectedCell>& cells);

} // namespace orrery
