#pragma once

#include "app/panels/plot_marks.hpp"
#include "app/state/app_state.hpp"
#include "app/state/plot_status.hpp"
#include "sim/structure/histogram.hpp"

#include <string>
#include <vector>

namespace orrery {

// Numbers that are round in the unit they are shown in, of which `factor` are one of the axis; at
// most so many.
std::vector<PlotTick> ticks_of(const PlotAxis& axis, int most, double factor = 1);

// The axes of a plot, and what stands at them.
struct PlotAxes {
    PlotAxis x, y;
    std::string x_title, y_title;      // with their units
    double x_factor = 1, y_factor = 1; // of the numbers shown, over those of the axis
};
// Of what was measured. An axis up has room for what stands above the curves.
PlotAxes axes_of(const AppState& app, const PlotReading& reading);

} // namespace orrery
