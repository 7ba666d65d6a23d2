#include "app/panels/phase_marks.hpp"

#include "app/numbers.hpp"
#include "app/panels/theme.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

namespace orrery {
namespace {

constexpr float square = 9, gap = 5, space = 12; // at scale 1

float entry_width(const LegendEntry& entry) {
    return scaled(square + gap + space) + ImGui::CalcTextSize(entry.text.c_str()).x;
}

} // namespace

// The window's own work in greys, the step's phases in colours: those that all algorithms have in
// fixed ones, the others by their names, so that a phase keeps its colour.
ImVec4 phase_colour(std::string_view name) {
    struct Known {
        std::string_view name;
        ImVec4 colour;
    };
    static const std::array known{
        Known{"forces", {0.33F, 0.62F, 0.95F, 1}},  Known{"integrate", {0.40F, 0.84F, 0.72F, 1}},
        Known{"layout", {0.95F, 0.70F, 0.38F, 1}},  Known{"exchange", {0.90F, 0.50F, 0.76F, 1}},
        Known{"publish", {0.74F, 0.76F, 0.82F, 1}}, Known{"draw", {0.54F, 0.56F, 0.62F, 1}},
        Known{"panels", {0.37F, 0.39F, 0.44F, 1}}};
    static constexpr std::array others{
        ImVec4{0.90F, 0.50F, 0.76F, 1}, ImVec4{0.70F, 0.62F, 1, 1}, ImVec4{0.95F, 0.86F, 0.44F, 1},
        ImVec4{0.96F, 0.50F, 0.42F, 1}, ImVec4{0.62F, 0.86F, 0.42F, 1}};
    for (const Known& one : known) {
        if (one.name == name) {
            return one.colour;
        }
    }
    return others[std::hash<std::string_view>{}(name) % others.size()];
}

float legend_width(std::span<const LegendEntry> entries) {
    ImGui::PushFont(nullptr, small_text_height);
    float width = -scaled(space); // none behind the last
    for (const LegendEntry& entry : entries) {
        width += entry_width(entry);
    }
    ImGui::PopFont();
    return width;
}

void draw_legend(std::span<const LegendEntry> entries, const ImVec2& corner) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    ImGui::PushFont(nullptr, small_text_height);
    const float side = scaled(square);
    float x = corner.x;
    for (const LegendEntry& entry : entries) {
        const float top = corner.y + scaled(4);
        draw.AddRectFilled({x, top}, {x + side, top + side}, faded(entry.colour), scaled(2));
        draw.AddText({x + side + scaled(gap), corner.y}, faded(quiet_colour()), entry.text.c_str());
        x += entry_width(entry);
    }
    ImGui::PopFont();
}

int millisecond_tick(double value, char* text, int size, void* /*data*/) {
    return std::snprintf(text, static_cast<std::size_t>(size), "%s",
                         value == 0 ? "0" : as_milliseconds(value).c_str());
}

double round_step(double least) {
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (least <= factor * power) {
            return factor * power;
        }
    }
    return 10 * power;
}

void set_up_millisecond_ticks(ImAxis axis, double high, float room) {
    const double distance = round_step(high / std::max(std::floor(double{room}), 2.0));
    std::vector<double> ticks;
    for (int i = 0; i * distance <= high; ++i) {
        ticks.push_back(i * distance);
    }
    ImPlot::SetupAxisTicks(axis, ticks.data(), static_cast<int>(ticks.size()));
}

} // namespace orrery
