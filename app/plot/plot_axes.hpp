#pragma once

#include "app/state/app_state.hpp"
#include "sim/structure/plot_axis.hpp"

#include <string>
#include <vector>

namespace orrery {

// Where an axis has a number.
struct PlotTick {
    double value = 0;
    std::string text;
};

// Round numbers, at most so many.
std::vector<PlotTick> ticks_of(const PlotAxis& axis, int most);

// The axes of a plot, and what stands at them.
struct PlotAxes {
    PlotAxis x, y;
    std::string x_title, y_title; // with their units
};
// Of what was measured. An axis up has room for what stands above the curves.
PlotAxes axes_of(const AppState& app, const PlotReading& reading);

} // namespace orrery
