#include "app/plot/plot.hpp"

#include "app/language/tr.hpp"
#include "app/panels/theme.hpp"

#include <implot.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace orrery {
namespace {

// As the picture lights chosen bodies up.
constexpr ImVec4 chosen_colour{1.00F, 0.72F, 0.30F, 1};

// Of curves that stand together; the first is that of what is measured.
const std::array curve_colours{ImVec4{0.42F, 0.74F, 1.00F, 1}, ImVec4{0.50F, 0.88F, 0.60F, 1},
                               ImVec4{0.98F, 0.80F, 0.42F, 1}, ImVec4{0.86F, 0.60F, 1.00F, 1},
                               ImVec4{1.00F, 0.58F, 0.50F, 1}, ImVec4{0.55F, 0.90F, 0.92F, 1}};

ImVec4 theory_colour() {
    ImVec4 colour = text_colour();
    colour.w *= 0.85F;
    return colour;
}

float line_width() {
    return std::max(ImGui::GetFontSize() / 8, 1.5F);
}

// Pixels that a curve goes through; breaks where it has no number.
std::vector<ImVec2> on_plot(const std::vector<double>& x, const std::vector<double>& y) {
    std::vector<ImVec2> points;
    for (std::size_t k = 0; k < x.size(); ++k) {
        if (std::isfinite(y[k]) && y[k] > 0) {
            points.push_back(ImPlot::PlotToPixels(x[k], y[k]));
        }
    }
    return points;
}

void solid(const std::vector<ImVec2>& points, const ImVec4& colour, float width) {
    ImDrawList& draw = *ImPlot::GetPlotDrawList();
    draw.AddPolyline(points.data(), static_cast<int>(points.size()), faded(colour), width);
}

// Dashes of one length along the curve, whatever the pieces that it is made of.
void dashed(const std::vector<ImVec2>& points, const ImVec4& colour, float width) {
    constexpr float farthest = 1e5F; // in pixels: such a piece is outside of the plot
    const float dash = 4 * width;
    float along = 0; // of the curve, where a piece begins
    for (std::size_t k = 1; k < points.size(); ++k) {
        const ImVec2& from = points[k - 1];
        const ImVec2 way{points[k].x - from.x, points[k].y - from.y};
        const float length = std::hypot(way.x, way.y);
        if (!(length < farthest)) {
            along = 0;
            continue;
        }
        const auto at = [&](float pixels) {
            return ImVec2{from.x + pixels / length * way.x, from.y + pixels / length * way.y};
        };
        float begin = -std::fmod(along, 2 * dash); // of a dash; as much of nothing follows
        for (; begin < length; begin += 2 * dash) {
            const float end = std::min(begin + dash, length);
            if (end > 0) {
                ImPlot::GetPlotDrawList()->AddLine(at(std::max(begin, 0.0F)), at(end),
                                                   faded(colour), width);
            }
        }
        along += length;
    }
}

// "mean rotation, disk"
std::string name_of(const PlotLine& line) {
    return line.of.empty() ? tr(line.name) : tr(line.name) + ", " + tr(line.of);
}

} // namespace

void draw_bars(const PlotReading& reading, bool chosen) {
    ImDrawList& draw = *ImPlot::GetPlotDrawList();
    const Histogram& all = reading.histogram;
    const auto draw_all = [&](const Histogram& histogram, const ImVec4& colour) {
        for (std::size_t k = 0; k < histogram.bodies.size(); ++k) {
            if (histogram.bodies[k] == 0) {
                continue;
            }
            const ImVec2 from = ImPlot::PlotToPixels(histogram.low_end(k),
                                                     static_cast<double>(histogram.bodies[k]));
            const ImVec2 to = ImPlot::PlotToPixels(histogram.low_end(k + 1), 0);
            const float gap = to.x - from.x > 4 ? 1.0F : 0.0F;
            draw.AddRectFilled(from, {to.x - gap, to.y}, faded(colour));
        }
    };
    ImVec4 usual = curve_colours.front();
    usual.w = chosen ? 0.42F : 0.9F;
    draw_all(all, on_ground(usual));
    if (chosen && reading.chosen.bodies.size() == all.bodies.size()) {
        draw_all(reading.chosen, on_ground(chosen_colour));
    }
}

void draw_map(const PhaseMap& map) {
    ImDrawList& draw = *ImPlot::GetPlotDrawList();
    const double fullest = std::log1p(static_cast<double>(map.largest()));
    const auto columns = static_cast<double>(map.columns);
    const auto rows = static_cast<double>(map.rows);
    const ImVec4 colour = on_ground(curve_colours.front());
    for (std::size_t row = 0; row < map.rows; ++row) {
        for (std::size_t column = 0; column < map.columns; ++column) {
            const std::uint32_t bodies = map.bodies[row * map.columns + column];
            if (bodies == 0) {
                continue;
            }
            const auto x = static_cast<double>(column);
            const auto y = static_cast<double>(row);
            const ImVec2 from =
                ImPlot::PlotToPixels(map.x.value(x / columns), map.y.value((y + 1) / rows));
            const ImVec2 to =
                ImPlot::PlotToPixels(map.x.value((x + 1) / columns), map.y.value(y / rows));
            const double share = std::log1p(static_cast<double>(bodies)) / fullest;
            draw.AddRectFilled(from, to, faded(colour, static_cast<float>(0.12 + 0.88 * share)));
        }
    }
}

void draw_marks(const std::vector<PlotTick>& marks) {
    ImDrawList& draw = *ImPlot::GetPlotDrawList();
    const ImVec2 corner = ImPlot::GetPlotPos();
    const ImVec2 size = ImPlot::GetPlotSize();
    const ImVec4 colour = accent_colour();
    const float height = ImGui::GetTextLineHeight();
    // Names in the first row that has room for them; below them all, the lines.
    constexpr std::size_t most_rows = 3;
    std::vector<float> free_from;
    std::vector<float> places;
    for (const PlotTick& mark : marks) {
        const float x = ImPlot::PlotToPixels(mark.value, 0).x;
        if (x < corner.x || x > corner.x + size.x) {
            continue;
        }
        places.push_back(x);
        const char* const name = tr(mark.text.c_str());
        const float width = ImGui::CalcTextSize(name).x;
        const float left = std::clamp(x - width / 2, corner.x, corner.x + size.x - width);
        auto row = std::ranges::find_if(free_from, [&](float from) { return left >= from; });
        if (row == free_from.end() && free_from.size() < most_rows) {
            row = free_from.insert(free_from.end(), corner.x);
        }
        if (row != free_from.end()) {
            const auto rows = static_cast<float>(row - free_from.begin());
            write_on_ground({left, corner.y + rows * height}, {name, colour});
            *row = left + width + height / 5;
        }
    }
    const float top = corner.y + static_cast<float>(free_from.size()) * height;
    for (const float x : places) {
        draw.AddLine({x, top}, {x, corner.y + size.y}, faded(colour, 0.8F), line_width() / 2);
    }
}

std::vector<LegendEntry> curve_names(const std::vector<PlotLine>& lines) {
    std::vector<LegendEntry> names;
    std::size_t measured = 0;
    std::size_t theories = 0;
    for (const PlotLine& line : lines) {
        if (line.theory) {
            ImVec4 colour = theory_colour();
            colour.w *= theories++ == 0 ? 1.0F : 0.55F;
            names.push_back({name_of(line) + " - -", colour});
        } else {
            names.push_back(
                {name_of(line), on_ground(curve_colours[measured++ % curve_colours.size()])});
        }
    }
    return names;
}

void draw_lines(const std::vector<PlotLine>& lines) {
    const std::vector<LegendEntry> names = curve_names(lines);
    for (std::size_t k = 0; k < lines.size(); ++k) {
        const std::vector<ImVec2> points = on_plot(lines[k].x, lines[k].y);
        if (lines[k].theory) {
            dashed(points, names[k].colour, line_width());
            continue;
        }
        solid(points, names[k].colour, line_width());
        ImDrawList& draw = *ImPlot::GetPlotDrawList();
        for (const ImVec2& point : points) {
            draw.AddCircleFilled(point, 1.1F * line_width(), faded(names[k].colour));
        }
        for (std::size_t i = 0; i < lines[k].error.size(); ++i) {
            const double low = lines[k].y[i] - lines[k].error[i];
            const double high = lines[k].y[i] + lines[k].error[i];
            // An error as large as the value itself goes down to the foot.
            const double foot = ImPlot::GetPlotLimits().Y.Min;
            draw.AddLine(ImPlot::PlotToPixels(lines[k].x[i], std::max(low, foot)),
                         ImPlot::PlotToPixels(lines[k].x[i], high), faded(names[k].colour, 0.6F),
                         line_width() / 2);
        }
    }
}

void name_curves(const std::vector<LegendEntry>& names, NameCorner where) {
    const ImVec2 corner = ImPlot::GetPlotPos();
    const ImVec2 size = ImPlot::GetPlotSize();
    const float line = ImGui::GetTextLineHeight();
    const float left = corner.x + 0.4F * line;
    float y = where == NameCorner::above
                  ? corner.y + 0.3F * line
                  : corner.y + size.y - 0.3F * line - line * static_cast<float>(names.size());
    for (const LegendEntry& name : names) {
        const float width = ImGui::CalcTextSize(name.text.c_str()).x;
        const bool at_left = where == NameCorner::left_below;
        write_on_ground({at_left ? left : corner.x + size.x - width - 0.4F * line, y}, name);
        y += line;
    }
}

void draw_lagrange(const AppState& app, const PlotReading& reading) {
    const std::vector<LagrangeRadii>& all = app.get<PlotStatus>().lagrange;
    if (all.empty()) {
        return;
    }
    const ReferenceScene scene{app.status.settings.source,
                               app.status.settings.gravity.value_or(app.units.gravity),
                               reading.mass};
    const auto theory = lagrange_reference(scene, all.front().time, ImPlot::GetPlotLimits().X.Max);
    for (const PlotLine& line : theory) {
        dashed(on_plot(line.x, line.y), theory_colour(), line_width() / 1.5F);
    }
    const ImVec2 corner = ImPlot::GetPlotPos();
    const float right = corner.x + ImPlot::GetPlotSize().x;
    const float height = ImGui::GetTextLineHeight();
    float lowest = corner.y + ImPlot::GetPlotSize().y;
    for (std::size_t k = 0; k < std::size(lagrange_shares); ++k) {
        std::vector<double> times, radii;
        for (const LagrangeRadii& each : all) {
            times.push_back(each.time);
            radii.push_back(each.radii[k]);
        }
        const ImVec4 colour = on_ground(curve_colours[k]);
        const std::vector<ImVec2> points = on_plot(times, radii);
        solid(points, colour, line_width());
        if (points.empty()) {
            continue;
        }
        const auto percent = static_cast<int>(std::lround(100 * lagrange_shares[k]));
        const std::string name = std::to_string(percent) + " %";
        const float left = std::min(points.back().x + 0.3F * height,
                                    right - ImGui::CalcTextSize(name.c_str()).x - 0.3F * height);
        // None on the one before, whose radius is smaller.
        const float top =
            std::max(std::min(points.back().y - height / 2, lowest - height), corner.y);
        write_on_ground({left, top}, {name, colour});
        lowest = top;
    }
    if (!theory.empty()) {
        name_curves({{name_of(theory.front()) + " - -", theory_colour()}}, NameCorner::above);
    }
}

void draw_brush(const PlotView& view) {
    const BrushedQuantities of = brushed_quantities(view);
    if (!view.brush || of.across != view.brush->quantity) {
        return;
    }
    const ImPlotRect limits = ImPlot::GetPlotLimits();
    const BrushRange& across = view.brush->range;
    const BrushRange up = of.up && of.up == view.brush->other
                              ? view.brush->other_range
                              : BrushRange{limits.Y.Min, limits.Y.Max};
    const ImVec2 from = ImPlot::PlotToPixels(limits.Clamp(across.low, up.high));
    const ImVec2 to = ImPlot::PlotToPixels(limits.Clamp(across.high, up.low));
    ImDrawList& draw = *ImPlot::GetPlotDrawList();
    draw.AddRectFilled(from, to, faded(chosen_colour, 0.16F));
    draw.AddRect(from, to, faded(chosen_colour, 0.9F), 0, line_width() / 2);
}

} // namespace orrery
