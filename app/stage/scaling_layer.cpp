// How the time of a step grows with the bodies, as lines beside those of N, N log N and N².

#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/stage/chart_parts.hpp"
#include "app/stage/stage_layers.hpp"
#include "app/stage/stage_type.hpp"
#include "app/state/measurement_status.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orrery {
namespace {

// The lines and their axes.
struct LinePlaces {
    ChartAxis bodies, milliseconds;
    float left, right, top, bottom;

    ImVec2 at(const ScalingLine::Point& point) const {
        return {width(static_cast<double>(point.bodies)), height(point.milliseconds)};
    }
    float width(double value) const {
        return left + (right - left) * static_cast<float>(bodies.fraction(value));
    }
    float height(double value) const {
        return bottom - (bottom - top) * static_cast<float>(milliseconds.fraction(value));
    }
};

void draw_axes(const LinePlaces& places) {
    const float line = ImGui::GetTextLineHeight();
    std::vector<std::pair<float, std::string>> ticks;
    for (const auto& [value, text] : places.bodies.ticks) {
        ticks.emplace_back(places.width(value), text);
    }
    draw_ticks(ticks, places.top, places.bottom, places.bottom + 0.3F * line);
    float free_above = places.bottom + line;
    for (const auto& [value, text] : places.milliseconds.ticks) {
        const float y = places.height(value);
        ImGui::GetBackgroundDrawList()->AddLine({places.left, y}, {places.right, y},
                                                faded(quiet_colour(), 0.35F));
        if (y + line / 2 <= free_above) {
            write_on_stage({places.left - written_width(text) - scaled(8), y - line / 2},
                           quiet_colour(), text);
            free_above = y - line / 2;
        }
    }
}

// The label of a line: beside the plot, or at its end where it ends before.
struct LineLabel {
    ImVec2 end;
    std::string words;
    ImVec4 colour;
};

// What is drawn in the plot, and what is to be written of it.
struct DrawnLines {
    std::vector<std::pair<ImVec2, ImVec2>> strokes;
    std::vector<LineLabel> labels;

    void draw(const ImVec2& from, const ImVec2& to, ImU32 colour, float thickness) {
        ImGui::GetBackgroundDrawList()->AddLine(from, to, colour, thickness);
        strokes.emplace_back(from, to);
    }
    bool cross(const ImVec2& corner, const ImVec2& extent) const {
        return std::ranges::any_of(strokes, [&](const auto& stroke) {
            const float length =
                std::hypot(stroke.second.x - stroke.first.x, stroke.second.y - stroke.first.y);
            const int parts = 1 + static_cast<int>(2 * length / extent.y);
            for (int k = 0; k <= parts; ++k) {
                const float share = static_cast<float>(k) / static_cast<float>(parts);
                const float x = stroke.first.x + share * (stroke.second.x - stroke.first.x);
                const float y = stroke.first.y + share * (stroke.second.y - stroke.first.y);
                if (x > corner.x && x < corner.x + extent.x && y > corner.y &&
                    y < corner.y + extent.y) {
                    return true;
                }
            }
            return false;
        });
    }
};

// Where a label has room at its line's end, below or above it.
std::optional<ImVec2> place_at_end(const LineLabel& label, const DrawnLines& drawn,
                                   FreePlaces& plot) {
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 extent{written_width(label.words) + line / 2, line};
    for (const float top : {label.end.y, label.end.y - line}) {
        const ImVec2 corner{label.end.x + line / 2, top};
        const auto at = drawn.cross(corner, extent) ? std::nullopt : plot.take({corner}, extent);
        if (at) {
            return at;
        }
    }
    return std::nullopt;
}

// Dashed.
void draw_guides(const ScalingChart& chart, const LinePlaces& places, DrawnLines& drawn) {
    const float line = ImGui::GetTextLineHeight();
    float free_from = places.left + 0.3F * line; // right of the labels above that are written
    std::vector<GuideLine> guides = guide_lines(chart);
    std::ranges::reverse(guides); // the steepest ends first, farthest to the left
    for (const GuideLine& guide : guides) {
        std::vector<ImVec2> at;
        for (const auto& [bodies, milliseconds] : guide.points) {
            at.push_back(places.at({static_cast<std::size_t>(bodies), milliseconds}));
        }
        for (std::size_t i = 1; i < at.size(); i += 2) {
            drawn.draw(at[i - 1], at[i], faded(quiet_colour(), 0.8F), scaled(1.5F));
        }
        if (!at.empty() && guide.reaches_top) {
            const float wanted = at.back().x - written_width(guide.text) - 1.3F * line;
            const float left = std::max(wanted, free_from);
            write_on_stage({left, at.back().y}, quiet_colour(), guide.text);
            free_from = left + written_width(guide.text) + 0.6F * line;
        } else if (!at.empty()) {
            drawn.labels.push_back({at.back(), guide.text, quiet_colour()});
        }
    }
}

// As far as it has grown: to a place between two points, while it is on its way to the newer one.
void draw_line(AppState& app, const ScalingLine& line, const LinePlaces& places, float thickness,
               DrawnLines& drawn) {
    const ImVec4 colour = algorithm_colour(line.algorithm);
    const auto points = static_cast<float>(line.points.size());
    const float grown = moved(app, "line " + line.algorithm, points);
    ImVec2 before = places.at(line.points.front());
    for (std::size_t i = 0; i < line.points.size() && static_cast<float>(i) < grown; ++i) {
        const float share = std::min(grown - static_cast<float>(i), 1.0F);
        const ImVec2 to = places.at(line.points[i]);
        const ImVec2 at{before.x + share * (to.x - before.x), before.y + share * (to.y - before.y)};
        drawn.draw(before, at, faded(colour), thickness);
        ImGui::GetBackgroundDrawList()->AddCircleFilled(at, 1.4F * thickness, faded(colour));
        before = at;
    }
    drawn.labels.push_back({before, line_text(line), colour});
}

// Dotted, unlike what is measured.
void lead_to(const ImVec2& from, const ImVec2& to) {
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    const float dot = scaled(1.5F);
    for (float at = 2 * dot; at < length; at += 4 * dot) {
        const float share = at / length;
        const ImVec2 place{from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
        ImGui::GetBackgroundDrawList()->AddRectFilled({place.x - dot / 2, place.y - dot / 2},
                                                      {place.x + dot / 2, place.y + dot / 2},
                                                      faded(quiet_colour(), 0.7F));
    }
}

void draw_labels_of(const DrawnLines& drawn, const LinePlaces& places) {
    const float line = ImGui::GetTextLineHeight();
    std::vector<double> wanted;
    std::vector<LineLabel> labels; // that have none
    FreePlaces plot{{places.left, places.top, places.right, places.bottom}};
    for (const LineLabel& label : drawn.labels) {
        if (const auto at = place_at_end(label, drawn, plot)) {
            write_on_stage(*at, label.colour, label.words);
        } else {
            labels.push_back(label);
            wanted.push_back(label.end.y - line / 2);
        }
    }
    const std::vector<double> heights =
        spread_labels(wanted, line, places.top - line, places.bottom - line / 2);
    const float x = places.right + scaled(10);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const auto top = static_cast<float>(heights[i]);
        lead_to(labels[i].end, {x, top + line / 2});
        write_on_stage({x + scaled(4), top}, labels[i].colour, labels[i].words);
    }
}

} // namespace

void draw_scaling(AppState& app, const ChartFrame& frame) {
    const ScalingStatus& status = app.get<ScalingStatus>();
    const ScalingChart chart = scaling_of(app);
    const auto& [from, to] = frame.at;
    const auto rows = static_cast<float>(chart.lines.size());
    const float height = frame.at.height();
    const Typeface face(nullptr, frame.small ? frame.type
                                             : std::min({0.8F * height / (rows + 7), 0.05F * height,
                                                         0.036F * frame.at.width()}));
    const float line = ImGui::GetTextLineHeight();
    const float pad = 0.6F * line;
    write_heading(frame, text_colour(),
                  status.under_way && !status.doing.empty()
                      ? tr_format("Measuring {}", status.doing)
                      : tr("Time per step vs. number of bodies"));
    LinePlaces places{bodies_axis(chart),   milliseconds_axis(chart), 0, 0,
                      from.y + 2.2F * line, to.y - 1.7F * line};
    float times = 0;
    for (const auto& tick : places.milliseconds.ticks) {
        times = std::max(times, written_width(tick.text));
    }
    std::vector<const ScalingLine*> lines;
    float labels = 0;
    for (const ScalingLine& each : chart.lines) {
        if (!each.points.empty()) {
            lines.push_back(&each);
            labels = std::max(labels, written_width(line_text(each)));
        }
    }
    places.left = from.x + pad + times + scaled(8);
    places.right = to.x - pad - labels - scaled(14);
    if (lines.empty() || places.right <= places.left || places.bottom <= places.top) {
        return;
    }
    draw_axes(places);
    DrawnLines drawn;
    draw_guides(chart, places, drawn);
    const float thickness = frame.small ? 0.12F * line : scaled(2.5F);
    for (const ScalingLine* const each : lines) {
        draw_line(app, *each, places, thickness, drawn);
    }
    draw_labels_of(drawn, places);
}

} // namespace orrery
