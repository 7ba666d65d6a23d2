#pragma once

#include "app/chart/ladder_chart.hpp"
#include "app/state/app_state.hpp"

namespace orrery {

// The algorithms that run here and whose cost is known, measured or estimated.
LadderChart ladder_of(const AppState& app);

// The chart over the picture, where the look asks for it: a full-width bar for each algorithm,
// which fills while it is measured.
void chart_layer(const AppState& app);

} // namespace orrery
