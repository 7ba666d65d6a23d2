#pragma once

#include "app/state/app_state.hpp"

namespace orrery {

// The rows of the view panel about the octree on screen.
void tree_rows(AppState& app);

} // namespace orrery
