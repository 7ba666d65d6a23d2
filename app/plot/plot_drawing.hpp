#pragma once

#include "app/panels/plot_marks.hpp"
#include "app/state/app_state.hpp"
#include "app/state/plot_status.hpp"

#include <imgui.h>

#include <string>
#include <vector>

namespace orrery {

// At most `most` numbers that are round in the shown unit, of which `factor` are one of the axis.
std::vector<PlotTick> ticks_of(const PlotAxis& axis, int most, double factor = 1);

// The axes of a plot, and what stands at them.
struct TitledAxis : PlotAxis {
    std::string title; // with its unit
    double factor = 1; // of the numbers shown, over those of the axis
};
struct PlotAxes {
    TitledAxis x, y;
};
// The axes of `reading`. The vertical one has room for what stands above the curves.
PlotAxes axes_of(const AppState& app, const PlotReading& reading);

// The plot of the scene in the current window, in the current type; a range that is dragged in it
// chooses bodies. `spacious`: its axes' titles stand outside of it.
void draw_scene_plot(AppState& app, const ImVec2& size, bool spacious);

// "1,204 bodies chosen, 12.3 % of the mass"; empty: none are.
std::string chosen_words(const AppState& app);

// "about Sun"; empty where that is not known.
std::string about_words(const AppState& app);

// What stands in a plot, between its axes; within ImPlot's Begin and End.
void draw_bars(const PlotReading& reading, bool chosen);
void draw_map(const PhaseMap& map);
void draw_marks(const std::vector<PlotMark>& marks);
void draw_lines(const std::vector<PlotLine>& lines);
// What the curves are called, in their colours; and these names on the plot, at the right: above,
// where curves fall, else below.
std::vector<LegendEntry> curve_names(const std::vector<PlotLine>& lines);
void name_curves(const std::vector<LegendEntry>& names, bool above);
// Words on a ground of their own, so that they are read over curves.
void write_on_ground(const ImVec2& at, const LegendEntry& words, float opacity = 0.72F);
void draw_lagrange(const AppState& app, const PlotReading& reading);
// What is chosen by this plot, as a band or a frame.
void draw_brush(const PlotView& view);

} // namespace orrery
