#pragma once

#include "app/state/app_state.hpp"

namespace orrery {

// What an audience reads over the views of a race: of each racer what it is, what it has of the
// machine, how fast it is and where it has come to.
void race_layer(const AppState& app);

} // namespace orrery
