#pragma once

#include <imgui.h>
#include <implot.h>

#include <span>
#include <string>
#include <string_view>

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

// What ImPlot writes at an axis of milliseconds.
int millisecond_tick(double value, char* text, int size, void* data);

// The next 1, 2 or 5 times a power of ten.
double round_step(double least);

// Round numbers from 0 to `high`, no more apart than `room` of them need.
void set_up_millisecond_ticks(ImAxis axis, double high, float room);

} // namespace orrery
