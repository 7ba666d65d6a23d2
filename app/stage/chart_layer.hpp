#pragma once

#include "app/chart/charts.hpp"
#include "app/state/app_state.hpp"

#include <string>

namespace orrery {

// Whether the chart has room for it: a step of a tour may want only some.
bool is_charted(const AppState& app, const std::string& algorithm);

// The algorithms that run here and whose cost is known, measured or estimated.
LadderChart ladder_of(const AppState& app);

// How costs grow with the bodies, as far as it was measured.
ScalingChart scaling_of(const AppState& app);

// The chart over the picture, where the look asks for it: a full-width bar for each algorithm,
// which fills while it is measured; and beside them the cost over the number of bodies, once that
// is measured or while it is.
void chart_layer(const AppState& app);

} // namespace orrery
