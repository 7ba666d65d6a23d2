#pragma once

#include "app/state/app_state.hpp"

namespace orrery {

// What the chosen algorithm is, and what of it the user may turn.
void algorithm_details(AppState& app);

} // namespace orrery
