#include "app/stage/scaling_layer.hpp"

#include "app/language/tr.hpp"
#include "app/panels/theme.hpp"

#include <algorithm>
#include <vector>

namespace orrery {
namespace {

void write(const ImVec2& at, const ImVec4& colour, const std::string& text) {
    ImGui::GetBackgroundDrawList()->AddText(at, faded(colour), text.c_str());
}

float text_width(const std::string& text) {
    return ImGui::CalcTextSize(text.c_str()).x;
}

// The lines and their axes.
struct Places {
    LogarithmicAxis bodies, milliseconds;
    float left, right, top, bottom;

    ImVec2 at(const ScalingLine::Point& point) const {
        const auto x = static_cast<float>(bodies.fraction(static_cast<double>(point.bodies)));
        return {left + (right - left) * x, height(point.milliseconds)};
    }
    float height(double value) const {
        return bottom - (bottom - top) * static_cast<float>(milliseconds.fraction(value));
    }
};

void draw_axes(const Places& places) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const ImU32 grid = faded(quiet_colour(), 0.35F);
    const float line = ImGui::GetTextLineHeight();
    float free_from = 0;
    for (const auto& [value, text] : places.bodies.ticks) {
        const float x = places.left + (places.right - places.left) *
                                          static_cast<float>(places.bodies.fraction(value));
        draw.AddLine({x, places.top}, {x, places.bottom}, grid);
        const float left = x - text_width(text) / 2;
        if (left > free_from) {
            write({left, places.bottom + 0.3F * line}, quiet_colour(), text);
            free_from = left + text_width(text) + scaled(8);
        }
    }
    float free_above = places.bottom + line;
    for (const auto& [value, text] : places.milliseconds.ticks) {
        const float y = places.height(value);
        draw.AddLine({places.left, y}, {places.right, y}, grid);
        if (y + line / 2 <= free_above) {
            write({places.left - text_width(text) - scaled(8), y - line / 2}, quiet_colour(), text);
            free_above = y - line / 2;
        }
    }
}

// The label beside the plot of a line that ends there.
struct LineLabel {
    ImVec2 end;
    std::string words;
    ImVec4 colour;
};

// Dashed.
void draw_guides(const ScalingChart& chart, const Places& places, std::vector<LineLabel>& labels) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const float line = ImGui::GetTextLineHeight();
    for (const GuideLine& guide : guide_lines(chart)) {
        std::vector<ImVec2> at;
        for (const auto& [bodies, milliseconds] : guide.points) {
            at.push_back(places.at({static_cast<std::size_t>(bodies), milliseconds}));
        }
        for (std::size_t i = 1; i < at.size(); i += 2) {
            draw.AddLine(at[i - 1], at[i], faded(quiet_colour(), 0.8F), scaled(1.5F));
        }
        if (!at.empty() && guide.reaches_top) {
            write({at.back().x - text_width(guide.text) - 1.3F * line, at.back().y}, quiet_colour(),
                  guide.text);
        } else if (!at.empty()) {
            labels.push_back({at.back(), guide.text, quiet_colour()});
        }
    }
}

void draw_line(const ScalingLine& line, const Places& places, std::vector<LineLabel>& labels) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const ImVec4 colour = algorithm_colour(line.algorithm);
    ImVec2 before = places.at(line.points.front());
    for (const ScalingLine::Point& point : line.points) {
        const ImVec2 at = places.at(point);
        draw.AddLine(before, at, faded(colour), scaled(2.5F));
        draw.AddCircleFilled(at, scaled(3.5F), faded(colour));
        before = at;
    }
    labels.push_back({before, line_text(line), colour});
}

void draw_labels_of(const std::vector<LineLabel>& labels, const Places& places) {
    const float line = ImGui::GetTextLineHeight();
    std::vector<double> wanted;
    for (const LineLabel& label : labels) {
        wanted.push_back(label.end.y - line / 2);
    }
    const std::vector<double> heights =
        spread_labels(wanted, line, places.top - line, places.bottom - line / 2);
    const float x = places.right + scaled(10);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const auto top = static_cast<float>(heights[i]);
        ImGui::GetBackgroundDrawList()->AddLine(labels[i].end, {x, top + line / 2},
                                                faded(labels[i].colour, 0.5F));
        write({x + scaled(4), top}, labels[i].colour, labels[i].words);
    }
}

} // namespace

void scaling_layer(const ScalingChart& chart, const ImVec2& from, const ImVec2& to,
                   const std::string& doing) {
    const float line = ImGui::GetTextLineHeight();
    const float pad = 0.6F * line;
    write({from.x + pad, from.y + pad / 2}, ImGui::GetStyle().Colors[ImGuiCol_Text],
          doing.empty() ? tr("Time per step vs. number of bodies")
                        : tr_format("Measuring {}", doing));
    Places places{bodies_axis(chart),   milliseconds_axis(chart), 0, 0,
                  from.y + 2.2F * line, to.y - 1.7F * line};
    float times = 0;
    for (const auto& tick : places.milliseconds.ticks) {
        times = std::max(times, text_width(tick.text));
    }
    std::vector<const ScalingLine*> lines;
    float labels = 0;
    for (const ScalingLine& each : chart.lines) {
        if (!each.points.empty()) {
            lines.push_back(&each);
            labels = std::max(labels, text_width(line_text(each)));
        }
    }
    places.left = from.x + pad + times + scaled(8);
    places.right = to.x - pad - labels - scaled(14);
    if (lines.empty() || places.right <= places.left || places.bottom <= places.top) {
        return;
    }
    draw_axes(places);
    std::vector<LineLabel> ends;
    draw_guides(chart, places, ends);
    for (const ScalingLine* const each : lines) {
        draw_line(*each, places, ends);
    }
    draw_labels_of(ends, places);
}

} // namespace orrery
