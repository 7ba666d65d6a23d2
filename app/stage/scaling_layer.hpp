#pragma once

#include "app/chart/charts.hpp"

#include <imgui.h>

#include <string>

namespace orrery {

// Draws the chart into the rectangle, in the type that is set: a line for each algorithm with its
// name and the power of N that it grows with at its end, N, N log N and N^2 beside them, below a
// heading. `doing`: what is being measured; "":
// nothing.
void scaling_layer(const ScalingChart& chart, const ImVec2& from, const ImVec2& to,
                   const std::string& doing);

} // namespace orrery
