#pragma once

#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/state/history.hpp"

#include <implot.h>

#include <algorithm>
#include <cmath>

namespace orrery {

// The colour of a step's phase or of the window's own work: its own wherever it is drawn.
ImVec4 phase_colour(std::string_view name);

struct LegendEntry {
    std::string text;
    ImVec4 colour;
};

// How wide a legend in small text is, and the legend: a square and a name each, from `corner` on.
float legend_width(std::span<const LegendEntry> entries);
void draw_legend(std::span<const LegendEntry> entries, const ImVec2& corner);

// For names within the ImPlot plot that is begun; and a name at the right or the left of a dot, a
// line up or down if need be: not at all where there is no room, unless `always`.
FreePlaces plot_places();
void write_beside(FreePlaces& places, const ImVec2& dot, const LegendEntry& name, bool always);

// From the least to the most of what is included and can stand on a logarithmic axis.
struct ValueExtent {
    double low = 1e300, high = 0;

    bool empty() const { return !(high > 0); }
    void include(double value) {
        if (value > 0 && std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    void include(std::span<const double> values) {
        for (const double value : values) {
            include(value);
        }
    }
};

// A plot without a frame that shows and takes no input; true: within ImPlot's Begin and End.
bool begin_plot(const char* id, const ImVec2& size, const char* y_title = nullptr,
                ImPlotAxisFlags y_flags = ImPlotAxisFlags_NoHighlight);
// An axis from `low` to `high`, whose numbers `format` writes.
void set_up_axis(ImAxis which, double low, double high, bool logarithmic,
                 std::string (*format)(double) = nullptr);
void plot_line(const std::string& name, std::span<const double> x, std::span<const double> y,
               const ImVec4& colour, float width);

void set_up_ticks(ImAxis which, std::span<const PlotTick> ticks); // none: ImPlot's own

// Round numbers from 0 to `end`, about `most` of them.
void set_up_round_ticks(ImAxis axis, double end, double most);

// Draws into the ImPlot plot that is begun: a line where something else began to compute or to be
// computed, with what it is at its foot. On the horizontal axis stands `place`, less `origin`.
void draw_switch_marks(const std::vector<SwitchMark>& marks, double SwitchMark::*place,
                       double origin = 0);

// For an axis of simulated time: round times from `first` to `last` with as many digits as tell
// them apart: about as many as have room, of usual length, beside each other; fewer where their
// numbers are longer.
std::vector<PlotTick> time_ticks(double first, double last, int room);

} // namespace orrery
