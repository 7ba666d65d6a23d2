#pragma once

#include "app/state/app_state.hpp"

namespace orrery {

// What an audience reads over the picture, in type of 4 to 5 % of the picture's height: the scene
// and what it is, the algorithm with its figures, and why the picture stands where it does.
void stage_layer(AppState& app);

// Black or white over everything, while the speaker wants it.
void curtain(const AppState& app);

} // namespace orrery
