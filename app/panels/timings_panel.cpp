#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/phase_stack.hpp"
#include "app/panels/rate_runs.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string_view>
#include <vector>

namespace orrery {
namespace {

constexpr ImPlotFlags plot_flags =
    ImPlotFlags_CanvasOnly | ImPlotFlags_NoInputs | ImPlotFlags_NoFrame;

// The window's own work in greys, the step's phases in colours: those that all algorithms have in
// fixed ones, the others by their names, so that a phase keeps its colour.
ImVec4 band_colour(std::string_view name) {
    struct Known {
        std::string_view name;
        ImVec4 colour;
    };
    static const std::array known{
        Known{"forces", {0.33F, 0.62F, 0.95F, 1}}, Known{"integrate", {0.40F, 0.84F, 0.72F, 1}},
        Known{"layout", {0.95F, 0.70F, 0.38F, 1}}, Known{"publish", {0.74F, 0.76F, 0.82F, 1}},
        Known{"draw", {0.54F, 0.56F, 0.62F, 1}},   Known{"panels", {0.37F, 0.39F, 0.44F, 1}}};
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

void plot_stack(const PhaseStack& stack) {
    std::vector<double> below(stack.moments.size(), 0.0);
    std::vector<double> above = below;
    for (const PhaseBand& band : stack.bands) {
        for (std::size_t i = 0; i < above.size(); ++i) {
            above[i] = below[i] + band.milliseconds[i];
        }
        ImPlotSpec spec;
        spec.FillColor = spec.LineColor = band_colour(band.name);
        spec.FillAlpha = 0.9F;
        ImPlot::PlotShaded(band.name.c_str(), stack.moments.data(), below.data(), above.data(),
                           static_cast<int>(above.size()), spec);
        below = above;
    }
}

int format_milliseconds(double value, char* text, int size, void* /*data*/) {
    return std::snprintf(text, static_cast<std::size_t>(size), "%s",
                         value == 0 ? "0" : as_milliseconds(value).c_str());
}

int format_rate(double value, char* text, int size, void* /*data*/) {
    return std::snprintf(text, static_cast<std::size_t>(size), "%s",
                         with_prefix(value, "").c_str());
}

void set_up_axes(double low, double high, ImPlotFormatter format) {
    constexpr ImPlotAxisFlags flags = ImPlotAxisFlags_NoHighlight;
    ImPlot::SetupAxes(nullptr, nullptr, flags, flags);
    ImPlot::SetupAxisLimits(ImAxis_X1, -History::seconds_kept, 0, ImPlotCond_Always);
    ImPlot::SetupAxisFormat(ImAxis_X1, "%g s");
    ImPlot::SetupAxisLimits(ImAxis_Y1, low, high, ImPlotCond_Always);
    ImPlot::SetupAxisFormat(ImAxis_Y1, format);
}

struct LegendEntry {
    std::string text;
    ImVec4 colour;
};

// The bands that did something lately, with their milliseconds; in `room` without those.
std::vector<LegendEntry> legend_of(const PhaseStack& stack, float room, float other_width) {
    for (const bool with_numbers : {true, false}) {
        std::vector<LegendEntry> entries;
        float width = 0;
        for (const PhaseBand& band : stack.bands) {
            if (is_window_work(band.name) || band.lately > 0) {
                const std::string number = " " + as_milliseconds(band.lately);
                entries.push_back(
                    {band.name + (with_numbers ? number : ""), band_colour(band.name)});
                width += other_width + ImGui::CalcTextSize(entries.back().text.c_str()).x;
            }
        }
        if (width <= room) {
            return entries;
        }
    }
    return {};
}

// The plot's name and, where there is room for them, its bands: a square and a name each.
void stack_heading(const PhaseStack& stack, float width) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::PushFont(strong_font(), 0);
    ImGui::TextUnformatted("Milliseconds");
    ImGui::PopFont();
    tip("What the newest step spent, phase by phase, and on top in grey what the window does for "
        "one picture. The step runs beside the window, on threads of its own.");
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    ImGui::PushFont(nullptr, small_text_height);
    const float square = scaled(9);
    const float gap = scaled(5);
    float x = ImGui::GetItemRectMax().x + scaled(14);
    const float top = corner.y + scaled(1.5F);
    for (const LegendEntry& entry :
         legend_of(stack, corner.x + width - x, square + gap + scaled(12))) {
        draw.AddRectFilled({x, top + scaled(4)}, {x + square, top + scaled(4) + square},
                           faded(entry.colour), scaled(2));
        draw.AddText({x + square + gap, top}, faded(quiet_colour()), entry.text.c_str());
        x += square + gap + scaled(12) + ImGui::CalcTextSize(entry.text.c_str()).x;
    }
    ImGui::PopFont();
}

// The next 1, 2 or 5 times a power of ten.
double round_up(double value) {
    const double power = std::pow(10, std::floor(std::log10(value)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (value <= factor * power) {
            return factor * power;
        }
    }
    return 10 * power;
}

// Round numbers, as many as have room above each other.
void set_up_millisecond_ticks(double high, float height) {
    const double room = std::max(std::floor(double{height / scaled(34)}), 2.0);
    const double distance = round_up(high / room);
    std::vector<double> ticks;
    for (int i = 0; i * distance <= high; ++i) {
        ticks.push_back(i * distance);
    }
    ImPlot::SetupAxisTicks(ImAxis_Y1, ticks.data(), static_cast<int>(ticks.size()));
}

void milliseconds_plot(const AppState& app, const ImVec2& size) {
    const PhaseStack stack = phase_stack(app.history, app.now);
    stack_heading(stack, size.x);
    if (ImPlot::BeginPlot("##milliseconds", size, plot_flags)) {
        const double high = 1.15 * stack.usual_height();
        set_up_axes(0, high, format_milliseconds);
        set_up_millisecond_ticks(high, size.y);
        plot_stack(stack);
        ImPlot::EndPlot();
    }
}

struct RateRange {
    double low = 1e6, high = 1e10;
};

RateRange range_of(const std::vector<RateRun>& runs) {
    if (runs.empty()) {
        return {};
    }
    RateRange range{1e300, 0};
    for (const RateRun& run : runs) {
        const auto [low, high] = std::minmax_element(run.rates.begin(), run.rates.end());
        range.low = std::min(range.low, *low);
        range.high = std::max(range.high, *high);
    }
    return {range.low / 2.5, range.high * 6}; // room for the names above the lines
}

// Each run's algorithm over its line, where no other name stands already.
void name_runs(const std::vector<RateRun>& runs) {
    ImDrawList& draw = *ImPlot::GetPlotDrawList();
    const ImVec2 corner = ImPlot::GetPlotPos();
    const ImVec2 size = ImPlot::GetPlotSize();
    ImPlot::PushPlotClipRect();
    ImGui::PushFont(nullptr, small_text_height);
    float free_until = corner.x + size.x - scaled(4);
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        const float width = ImGui::CalcTextSize(run->algorithm.c_str()).x;
        const ImVec2 begin = ImPlot::PlotToPixels(run->moments.front(), run->rates.front());
        const ImVec2 end = ImPlot::PlotToPixels(run->moments.back(), run->rates.back());
        const float middle = (std::max(begin.x, corner.x) + end.x) / 2;
        const float left = std::min(middle - width / 2, free_until - width);
        if (left < corner.x + scaled(2) || left + width < begin.x) {
            continue;
        }
        const double highest = *std::max_element(run->rates.begin(), run->rates.end());
        const float line = ImPlot::PlotToPixels(run->moments.front(), highest).y;
        const float top =
            std::max(line - ImGui::GetTextLineHeight() - scaled(3), corner.y + scaled(1));
        draw.AddText({left, top}, faded(algorithm_colour(run->algorithm)), run->algorithm.c_str());
        free_until = left - scaled(10);
    }
    ImGui::PopFont();
    ImPlot::PopPlotClipRect();
}

void rates_plot(const AppState& app, const ImVec2& size) {
    ImGui::PushFont(strong_font(), 0);
    ImGui::TextUnformatted("Interactions per second");
    ImGui::PopFont();
    tip("Ordered pairs of bodies evaluated per second of computing, on a logarithmic scale; a "
        "switch of the algorithm is a jump");
    const std::vector<RateRun> runs = rate_runs(app.history, app.now);
    if (!ImPlot::BeginPlot("##rates", size, plot_flags)) {
        return;
    }
    const RateRange range = range_of(runs);
    set_up_axes(range.low, range.high, format_rate);
    ImPlot::SetupAxisScale(ImAxis_Y1, ImPlotScale_Log10);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        ImPlotSpec spec;
        spec.LineColor = algorithm_colour(runs[i].algorithm);
        spec.LineWeight = scaled(2.5F);
        ImPlot::PlotLine(std::to_string(i).c_str(), runs[i].moments.data(), runs[i].rates.data(),
                         static_cast<int>(runs[i].rates.size()), spec);
    }
    name_runs(runs);
    ImPlot::EndPlot();
}

} // namespace

void timings_panel(AppState& app) {
    if (begin_panel("Timings")) {
        const ImVec2 room = ImGui::GetContentRegionAvail();
        const float gap = scaled(18);
        const float heading = ImGui::GetTextLineHeightWithSpacing();
        const bool beside = room.x > scaled(520);
        const ImVec2 plot = beside
                                ? ImVec2((room.x - gap) / 2, std::max(room.y - heading, scaled(40)))
                                : ImVec2(room.x, std::max(room.y / 2 - heading, scaled(80)));
        ImGui::BeginGroup();
        milliseconds_plot(app, plot);
        ImGui::EndGroup();
        if (beside) {
            ImGui::SameLine(0, gap);
        }
        ImGui::BeginGroup();
        rates_plot(app, plot);
        ImGui::EndGroup();
    }
    ImGui::End();
}

} // namespace orrery
