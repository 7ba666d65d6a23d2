#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>
#include <vector>

namespace orrery {
namespace {

constexpr ImPlotFlags plot_flags =
    ImPlotFlags_NoTitle | ImPlotFlags_NoMouseText | ImPlotFlags_NoBoxSelect | ImPlotFlags_NoMenus;

// One band of the stack: its milliseconds at each of the common moments.
struct Band {
    std::string name;
    std::vector<double> milliseconds;
};

// The last ten seconds, frame by frame: what the newest step spent, and what the window did.
struct Stack {
    std::vector<double> moments; // seconds before now, negative
    std::vector<Band> bands;     // from the bottom up

    Band& band(std::string_view name) {
        const auto found = std::find_if(bands.begin(), bands.end(),
                                        [&](const Band& known) { return known.name == name; });
        if (found != bands.end()) {
            return *found;
        }
        return bands.emplace_back(Band{std::string(name), std::vector<double>(moments.size())});
    }
};

Stack stack_of(const AppState& app) {
    const auto& frames = app.history.frames();
    const auto& steps = app.history.steps();
    Stack stack;
    for (const FrameReport& frame : frames) {
        stack.moments.push_back(frame.at - app.now);
    }
    std::size_t step = 0;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        while (step + 1 < steps.size() && steps[step + 1].at <= frames[i].at) {
            ++step;
        }
        if (step < steps.size() && steps[step].at <= frames[i].at) {
            for (const StepTimings::Phase& phase : steps[step].timings.phases) {
                stack.band(phase.name).milliseconds[i] = phase.milliseconds;
            }
        }
    }
    for (std::size_t i = 0; i < frames.size(); ++i) {
        stack.band("publish").milliseconds[i] = frames[i].publish_milliseconds;
        stack.band("draw").milliseconds[i] = frames[i].draw_milliseconds;
        stack.band("panels").milliseconds[i] = frames[i].ui_milliseconds;
    }
    return stack;
}

// The window's own work in greys, the algorithm's phases in colours.
ImVec4 band_colour(std::string_view name, std::size_t place) {
    if (name == "publish") {
        return {0.72F, 0.74F, 0.80F, 1};
    }
    if (name == "draw") {
        return {0.55F, 0.57F, 0.63F, 1};
    }
    if (name == "panels") {
        return {0.40F, 0.42F, 0.47F, 1};
    }
    static constexpr ImVec4 phases[] = {{0.38F, 0.70F, 0.98F, 1}, {0.96F, 0.70F, 0.35F, 1},
                                        {0.49F, 0.86F, 0.55F, 1}, {0.90F, 0.47F, 0.72F, 1},
                                        {0.70F, 0.62F, 0.98F, 1}, {0.96F, 0.85F, 0.40F, 1}};
    return phases[place % std::size(phases)];
}

void plot_stack(const Stack& stack) {
    std::vector<double> below(stack.moments.size(), 0.0);
    std::vector<double> above = below;
    for (std::size_t place = 0; place < stack.bands.size(); ++place) {
        const Band& band = stack.bands[place];
        for (std::size_t i = 0; i < above.size(); ++i) {
            above[i] = below[i] + band.milliseconds[i];
        }
        ImPlotSpec spec;
        spec.FillColor = spec.LineColor = band_colour(band.name, place);
        spec.FillAlpha = 0.85F;
        ImPlot::PlotShaded(band.name.c_str(), stack.moments.data(), below.data(), above.data(),
                           static_cast<int>(above.size()), spec);
        below = above;
    }
}

// The tallest pile but the few worst, so that one hiccup does not flatten the rest.
double usual_height(const Stack& stack) {
    std::vector<double> heights(stack.moments.size(), 0.0);
    for (const Band& band : stack.bands) {
        for (std::size_t i = 0; i < heights.size(); ++i) {
            heights[i] += band.milliseconds[i];
        }
    }
    if (heights.empty()) {
        return 1;
    }
    const auto rank = static_cast<std::ptrdiff_t>(0.98 * static_cast<double>(heights.size() - 1));
    std::nth_element(heights.begin(), heights.begin() + rank, heights.end());
    return std::max(heights[static_cast<std::size_t>(rank)], 0.1);
}

int format_milliseconds(double value, char* text, int size, void* /*data*/) {
    return std::snprintf(text, static_cast<std::size_t>(size), "%s",
                         value == 0 ? "0" : as_milliseconds(value).c_str());
}

int format_rate(double value, char* text, int size, void* /*data*/) {
    return std::snprintf(text, static_cast<std::size_t>(size), "%s",
                         with_prefix(value, "").c_str());
}

void set_up_time_axis() {
    ImPlot::SetupAxis(ImAxis_X1, nullptr, ImPlotAxisFlags_NoHighlight);
    ImPlot::SetupAxisLimits(ImAxis_X1, -History::seconds_kept, 0, ImPlotCond_Always);
    ImPlot::SetupAxisFormat(ImAxis_X1, "%g s");
}

void milliseconds_plot(const AppState& app, const ImVec2& size) {
    if (!ImPlot::BeginPlot("##milliseconds", size, plot_flags)) {
        return;
    }
    const Stack stack = stack_of(app);
    set_up_time_axis();
    ImPlot::SetupAxis(ImAxis_Y1, nullptr, ImPlotAxisFlags_NoHighlight);
    ImPlot::SetupAxisFormat(ImAxis_Y1, format_milliseconds);
    ImPlot::SetupAxisLimits(ImAxis_Y1, 0, 1.2 * usual_height(stack), ImPlotCond_Always);
    ImPlot::SetupLegend(ImPlotLocation_NorthWest, ImPlotLegendFlags_Horizontal);
    plot_stack(stack);
    ImPlot::EndPlot();
}

struct RateRange {
    double low = 1e6, high = 1e9;
};

RateRange range_of_rates(const AppState& app) {
    RateRange range{1e30, 0};
    for (const StepSample& sample : app.history.steps()) {
        if (sample.interactions_per_second > 0) {
            range.low = std::min(range.low, sample.interactions_per_second);
            range.high = std::max(range.high, sample.interactions_per_second);
        }
    }
    return range.high > 0 ? RateRange{range.low / 3, range.high * 3} : RateRange{};
}

// A line per algorithm: where one ends and the next begins is a switch.
void plot_rates(const AppState& app) {
    const auto& steps = app.history.steps();
    static constexpr ImVec4 colours[] = {{0.62F, 0.64F, 0.70F, 1}, {0.90F, 0.55F, 0.45F, 1},
                                         {0.75F, 0.65F, 0.95F, 1}, {0.38F, 0.70F, 0.98F, 1},
                                         {0.35F, 0.85F, 0.80F, 1}, {1.00F, 0.75F, 0.35F, 1}};
    std::size_t place = 0;
    for (const SolverEntry& entry : solvers()) {
        std::vector<double> moments;
        std::vector<double> rates;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const bool mine = steps[i].algorithm == entry.info.id;
            if (mine && steps[i].interactions_per_second > 0) {
                moments.push_back(steps[i].at - app.now);
                rates.push_back(steps[i].interactions_per_second);
            } else if (!moments.empty()) {
                moments.push_back(steps[i].at - app.now);
                rates.push_back(std::nan(""));
            }
        }
        const ImVec4 colour = colours[place++ % std::size(colours)];
        if (moments.empty()) {
            continue;
        }
        ImPlotSpec spec;
        spec.LineColor = colour;
        spec.LineWeight = scaled(2);
        ImPlot::PlotLine(entry.info.id, moments.data(), rates.data(),
                         static_cast<int>(rates.size()), spec);
        if (rates.size() == 1) { // a single step shows as a dot
            spec.Marker = ImPlotMarker_Circle;
            spec.MarkerFillColor = colour;
            ImPlot::PlotScatter(entry.info.id, moments.data(), rates.data(), 1, spec);
        }
    }
}

void rates_plot(const AppState& app, const ImVec2& size) {
    if (!ImPlot::BeginPlot("##rates", size, plot_flags)) {
        return;
    }
    const RateRange range = range_of_rates(app);
    set_up_time_axis();
    ImPlot::SetupAxis(ImAxis_Y1, nullptr, ImPlotAxisFlags_NoHighlight);
    ImPlot::SetupAxisScale(ImAxis_Y1, ImPlotScale_Log10);
    ImPlot::SetupAxisFormat(ImAxis_Y1, format_rate);
    ImPlot::SetupAxisLimits(ImAxis_Y1, range.low, range.high, ImPlotCond_Always);
    ImPlot::SetupLegend(ImPlotLocation_SouthWest, ImPlotLegendFlags_Horizontal);
    plot_rates(app);
    ImPlot::EndPlot();
}

void title(const char* text, const char* tooltip) {
    ImGui::TextColored(quiet_colour(), "%s", text);
    tip(tooltip);
}

} // namespace

void timings_panel(AppState& app) {
    if (begin_panel("Timings")) {
        const float width =
            (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
        const float height = ImGui::GetContentRegionAvail().y;
        const ImVec2 plot{width, std::max(height - ImGui::GetTextLineHeightWithSpacing(), 1.0F)};
        ImGui::BeginGroup();
        title(
            "Milliseconds: the newest step by phase, and what the window adds",
            "A step runs beside the window, on threads of its own; the grey bands are the window's "
            "work for one picture");
        milliseconds_plot(app, plot);
        ImGui::EndGroup();
        ImGui::SameLine();
        ImGui::BeginGroup();
        title("Interactions per second",
              "Ordered pairs of bodies evaluated per second of computing, on a logarithmic scale");
        rates_plot(app, plot);
        ImGui::EndGroup();
    }
    ImGui::End();
}

} // namespace orrery
