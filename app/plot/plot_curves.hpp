#pragma once

#include "app/plot/plot_axes.hpp"
#include "app/state/app_state.hpp"

#include <imgui.h>

#include <string>
#include <vector>

namespace orrery {

// What stands in a plot, between its axes; within ImPlot's Begin and End.
void draw_bars(const PlotReading& reading, bool chosen);
void draw_map(const PhaseMap& map);
void draw_marks(const std::vector<PlotMark>& marks);
void draw_lines(const std::vector<PlotLine>& lines, bool falling);
void draw_lagrange(const AppState& app, const PlotReading& reading);
// What is chosen by this plot, as a band or a frame.
void draw_brush(const PlotView& view);

} // namespace orrery
