#pragma once

#include "app/state/app_state.hpp"

namespace orrery {

// The chosen algorithm: what a step takes, what it is (`brief`: left to a tooltip), and what of it
// the user may turn.
void algorithm_details(AppState& app, bool brief);

} // namespace orrery
