#include "app/panels/roofline.hpp"

#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/plot_marks.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>
#include <imgui_internal.h>
#include <implot.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace orrery {
namespace {

constexpr double seconds_of_trail = 4;

void add_roof(Roofline& line, const MachinePeaks& peaks, const char* name, Space space,
              Precision precision) {
    Roof roof{name, peaks.bytes_per_second(space), peaks.flops(space, precision), 0};
    if (roof.bytes_per_second <= 0 || roof.flops <= 0) {
        return;
    }
    if (precision == Precision::fp32) {
        roof.issue_limit = issue_limit(peaks, space);
    }
    line.roofs.push_back(std::move(roof));
}

void add_dots(Roofline& line, const AppState& app) {
    for (const SolverEntry& entry : solvers()) {
        const SolverInfo& info = entry.info;
        const double rate = app.history.costs().of(info.id).interactions_per_second;
        if (rate > 0) {
            line.dots.push_back({info.id, arithmetic_intensity(info, app.status.settings.precision),
                                 rate * info.flops_per_interaction,
                                 app.status.settings.algorithm == info.id});
        }
    }
}

// One point a tenth of a second is a line; all of them would be a blot.
void add_trail(Roofline& line, const AppState& app) {
    constexpr double seconds_apart = 0.1;
    double last = 0;
    for (const StepSample& step : app.history.steps()) {
        const bool recent = step.at >= app.now - seconds_of_trail;
        if (!recent || step.interactions_per_second <= 0 ||
            (!line.trail.empty() && step.at < last + seconds_apart)) {
            continue;
        }
        last = step.at;
        const SolverInfo& info = find_solver(step.algorithm).info;
        line.trail.push_back({arithmetic_intensity(info, app.status.settings.precision),
                              step.interactions_per_second * info.flops_per_interaction});
    }
}

void fit_limits(Roofline& line) {
    for (const Roof& roof : line.roofs) {
        line.intensities.include(4 * roof.ridge());
        line.flops.include(roof.flops / 1000);
        line.flops.include(12 * roof.flops); // a name above it
    }
    for (const RoofDot& dot : line.dots) {
        line.intensities.include(dot.intensity / 4);
        line.intensities.include(4 * dot.intensity);
        line.flops.include(dot.flops / 3);
        line.flops.include(3 * dot.flops);
    }
}

int format_intensity(double value, char* text, int size, void* /*data*/) {
    return std::snprintf(text, static_cast<std::size_t>(size), "%g", value);
}

void plot_roof(const Roof& roof, const Roofline& line) {
    const ImVec4 colour = quiet_colour();
    const std::array x{line.intensities.low, roof.ridge(), line.intensities.high};
    const std::array y{roof.at(x[0]), roof.flops, roof.flops};
    plot_line(roof.name, x, y, colour, scaled(2));
    if (roof.issue_limit > 0 && roof.issue_limit < roof.flops) {
        const std::array from_to{roof.issue_limit / roof.bytes_per_second, line.intensities.high};
        const std::array limit{roof.issue_limit, roof.issue_limit};
        plot_line(roof.name + " issue", from_to, limit, {colour.x, colour.y, colour.z, 0.5F},
                  scaled(1));
    }
}

// Places that are taken by names already, so that none lies on another.
class Names {
public:
    explicit Names(ImDrawList& draw) : draw_(draw) {}

    // At the left or the right of a dot, a line up or down if need be; not at all where there is no
    // room, unless `always`.
    void write(const ImVec2& dot, const ImVec4& colour, const std::string& text, bool always) {
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        const ImVec2 corner = ImPlot::GetPlotPos();
        const ImVec2 extent = ImPlot::GetPlotSize();
        const ImRect room(corner.x, corner.y, corner.x + extent.x, corner.y + extent.y);
        const float aside = scaled(7);
        for (const float up : {0.0F, -0.8F, 0.8F}) {
            for (const float left : {dot.x + aside, dot.x - aside - size.x}) {
                const float top = dot.y - size.y / 2 + up * size.y;
                const ImRect place(left, top, left + size.x, top + size.y);
                const bool is_free =
                    std::none_of(taken_.begin(), taken_.end(),
                                 [&](const ImRect& other) { return other.Overlaps(place); });
                if (is_free && room.Contains(place)) {
                    put(place, colour, text);
                    return;
                }
            }
        }
        if (always) {
            const float left =
                std::clamp(dot.x + aside, room.Min.x, std::max(room.Min.x, room.Max.x - size.x));
            const float top = dot.y - size.y / 2;
            put({left, top, left + size.x, top + size.y}, colour, text);
        }
    }

private:
    void put(const ImRect& place, const ImVec4& colour, const std::string& text) {
        draw_.AddText(place.Min, faded(colour), text.c_str());
        taken_.push_back(place);
    }

    ImDrawList& draw_;
    std::vector<ImRect> taken_;
};

void draw_trail(ImDrawList& draw, const Roofline& line) {
    for (std::size_t i = 1; i < line.trail.size(); ++i) {
        const RoofPoint& a = line.trail[i - 1];
        const RoofPoint& b = line.trail[i];
        const float age = static_cast<float>(i) / static_cast<float>(line.trail.size());
        draw.AddLine(ImPlot::PlotToPixels(a.intensity, a.flops),
                     ImPlot::PlotToPixels(b.intensity, b.flops), faded(accent_colour(), 0.5F * age),
                     scaled(1.5F));
    }
}

void draw_dots(ImDrawList& draw, const Roofline& line) {
    Names names(draw);
    ImGui::PushFont(nullptr, small_text_height);
    for (const bool live : {true, false}) { // the live one gets its name first
        for (const RoofDot& dot : line.dots) {
            if (dot.live != live) {
                continue;
            }
            const ImVec2 place = ImPlot::PlotToPixels(dot.intensity, dot.flops);
            const ImVec4 colour = algorithm_colour(dot.algorithm);
            draw.AddCircleFilled(place, scaled(live ? 5.0F : 3.5F), faded(colour));
            if (live) {
                draw.AddCircle(place, scaled(8), faded(accent_colour()), 0, scaled(1.5F));
            }
            names.write(place, colour, dot.algorithm, live);
        }
    }
    // What the roofs are; the limit of issue needs no name where there is no room.
    for (const Roof& roof : line.roofs) {
        const ImVec2 end = ImPlot::PlotToPixels(line.intensities.high, roof.flops);
        names.write({end.x, end.y - ImGui::GetTextLineHeight() * 0.7F}, quiet_colour(),
                    roof.name + " " + with_prefix(roof.flops, "FLOP/s"), false);
    }
    ImGui::PopFont();
}

} // namespace

double Roof::at(double intensity) const {
    return std::min(intensity * bytes_per_second, flops);
}

double Roof::ridge() const {
    return flops / bytes_per_second;
}

Roofline roofline(const AppState& app) {
    Roofline line;
    const Precision precision = app.status.settings.precision;
    add_roof(line, *app.peaks, "CPU", Space::host, precision);
    add_roof(line, *app.peaks, "GPU", Space::device, precision);
    add_dots(line, app);
    add_trail(line, app);
    fit_limits(line);
    return line;
}

void roofline_plot(const AppState& app, float height) {
    heading("Roofline: FLOP/s over FLOP/byte");
    tip("Horizontal: operations per byte that the algorithm asks of memory. Vertical: operations "
        "per second, 20 per interaction. No one-sided sum exceeds the measured roof: the slope is "
        "memory bandwidth, the ceiling multiply-adds. The thin line is the limit for a direct sum, "
        "whose instructions are not all multiply-adds. A dot above the slope lives on its caches.");
    if (!begin_plot("##roofline", {-1, height})) {
        return;
    }
    const Roofline line = roofline(app);
    set_up_axis(ImAxis_X1, line.intensities.low, line.intensities.high, true, format_intensity);
    set_up_axis(ImAxis_Y1, line.flops.low, line.flops.high, true, prefix_tick);
    for (const Roof& roof : line.roofs) {
        plot_roof(roof, line);
    }
    ImDrawList& draw = *ImPlot::GetPlotDrawList();
    ImPlot::PushPlotClipRect();
    draw_trail(draw, line);
    draw_dots(draw, line);
    ImPlot::PopPlotClipRect();
    ImPlot::EndPlot();
}

} // namespace orrery
