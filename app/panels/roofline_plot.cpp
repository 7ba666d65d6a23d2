#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/machine_plots.hpp"
#include "app/panels/roofline.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace orrery {
namespace {

int format_flops(double value, char* text, int size, void* /*data*/) {
    return std::snprintf(text, static_cast<std::size_t>(size), "%s",
                         with_prefix(value, "").c_str());
}

int format_intensity(double value, char* text, int size, void* /*data*/) {
    return std::snprintf(text, static_cast<std::size_t>(size), "%g", value);
}

void set_up_axes(const Roofline& line) {
    constexpr ImPlotAxisFlags flags = ImPlotAxisFlags_NoHighlight;
    ImPlot::SetupAxes(nullptr, nullptr, flags, flags);
    ImPlot::SetupAxisScale(ImAxis_X1, ImPlotScale_Log10);
    ImPlot::SetupAxisScale(ImAxis_Y1, ImPlotScale_Log10);
    ImPlot::SetupAxisFormat(ImAxis_X1, format_intensity);
    ImPlot::SetupAxisFormat(ImAxis_Y1, format_flops);
    ImPlot::SetupAxisLimits(ImAxis_X1, line.lowest_intensity, line.highest_intensity,
                            ImPlotCond_Always);
    ImPlot::SetupAxisLimits(ImAxis_Y1, line.lowest_flops, line.highest_flops, ImPlotCond_Always);
}

void plot_roof(const Roof& roof, const Roofline& line) {
    const ImVec4 colour = quiet_colour();
    const std::array x{line.lowest_intensity, roof.ridge(), line.highest_intensity};
    const std::array y{roof.at(x[0]), roof.flops, roof.flops};
    ImPlotSpec spec;
    spec.LineColor = colour;
    spec.LineWeight = scaled(2);
    ImPlot::PlotLine(roof.name.c_str(), x.data(), y.data(), static_cast<int>(x.size()), spec);
    if (roof.issue_limit > 0 && roof.issue_limit < roof.flops) {
        const std::array from_to{roof.issue_limit / roof.bytes_per_second, line.highest_intensity};
        const std::array limit{roof.issue_limit, roof.issue_limit};
        spec.LineColor.w = 0.5F;
        spec.LineWeight = scaled(1);
        ImPlot::PlotLine((roof.name + " issue").c_str(), from_to.data(), limit.data(), 2, spec);
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
        const ImVec2 room = ImPlot::GetPlotSize();
        const float aside = scaled(7);
        for (const float up : {0.0F, -0.8F, 0.8F}) {
            for (const float left : {dot.x + aside, dot.x - aside - size.x}) {
                const float top = dot.y - size.y / 2 + up * size.y;
                const bool inside = left >= corner.x && left + size.x <= corner.x + room.x &&
                                    top >= corner.y && top + size.y <= corner.y + room.y;
                if (inside && is_free(left, top, size)) {
                    put({left, top}, size, colour, text);
                    return;
                }
            }
        }
        if (always) {
            const float left =
                std::clamp(dot.x + aside, corner.x, std::max(corner.x, corner.x + room.x - size.x));
            put({left, dot.y - size.y / 2}, size, colour, text);
        }
    }

private:
    struct Box {
        ImVec2 low, high;
    };

    bool is_free(float left, float top, const ImVec2& size) const {
        return std::none_of(taken_.begin(), taken_.end(), [&](const Box& box) {
            return left < box.high.x && left + size.x > box.low.x && top < box.high.y &&
                   top + size.y > box.low.y;
        });
    }

    void put(const ImVec2& place, const ImVec2& size, const ImVec4& colour,
             const std::string& text) {
        draw_.AddText(place, faded(colour), text.c_str());
        taken_.push_back({place, {place.x + size.x, place.y + size.y}});
    }

    ImDrawList& draw_;
    std::vector<Box> taken_;
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
        const ImVec2 end = ImPlot::PlotToPixels(line.highest_intensity, roof.flops);
        names.write({end.x, end.y - ImGui::GetTextLineHeight() * 0.7F}, quiet_colour(),
                    roof.name + " " + with_prefix(roof.flops, "FLOP/s"), false);
    }
    ImGui::PopFont();
}

} // namespace

void roofline_plot(const AppState& app, float height) {
    heading("Roofline: FLOP/s over FLOP/byte");
    tip("Horizontal: operations per byte that the algorithm asks of memory. Vertical: operations "
        "per second, 20 per interaction. No one-sided sum exceeds the measured roof: the slope is "
        "memory bandwidth, the ceiling multiply-adds. The thin line is the limit for a direct sum, "
        "whose instructions are not all multiply-adds. A dot above the slope lives on its caches.");
    constexpr ImPlotFlags flags =
        ImPlotFlags_CanvasOnly | ImPlotFlags_NoInputs | ImPlotFlags_NoFrame;
    if (!ImPlot::BeginPlot("##roofline", {-1, height}, flags)) {
        return;
    }
    const Roofline line = roofline(app);
    set_up_axes(line);
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
