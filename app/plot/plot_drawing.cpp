#include "app/plot/plot_drawing.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/theme.hpp"
#include "app/plot/plot_axes.hpp"
#include "app/state/plot_status.hpp"

#include <implot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace orrery {
namespace {

void set_up(ImAxis which, const PlotAxis& axis, double factor, float room, const char* title) {
    ImPlot::SetupAxis(which, title, ImPlotAxisFlags_NoHighlight);
    set_up_axis(which, axis.low, axis.high, axis.logarithmic);
    set_up_ticks(which, ticks_of(axis, std::max(static_cast<int>(room), 2), factor));
}

// Upright at the left, where it has room there; else in the plot's corner.
bool fits_upright(const std::string& title, float height) {
    return ImGui::CalcTextSize(title.c_str()).x < height - 1.6F * ImGui::GetTextLineHeight();
}

// Beside the numbers of the axis, so that it takes no line of its own.
void write_below(const std::string& title, const ImVec2& corner, const ImVec2& size) {
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 extent = ImGui::CalcTextSize(title.c_str());
    const ImVec2 at{corner.x + size.x - extent.x, corner.y + size.y + 0.25F * line};
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    ImVec4 ground = ImGui::GetStyle().Colors[ImGuiCol_WindowBg];
    ground.w = 1;
    draw.AddRectFilled({at.x - 0.6F * line, at.y}, {at.x + extent.x + 0.6F * line, at.y + line},
                       faded(ground));
    draw.AddText(at, faded(quiet_colour()), title.c_str());
}

void draw_contents(const AppState& app, const PlotReading& reading) {
    switch (reading.view.kind) {
    case PlotKind::histogram:
        draw_bars(reading, app.view.plot.brush.has_value());
        draw_marks(reading.marks);
        break;
    case PlotKind::density:
    case PlotKind::rotation:
        draw_lines(reading.lines);
        break;
    case PlotKind::lagrange:
        draw_lagrange(app, reading);
        break;
    case PlotKind::phase:
    case PlotKind::phase_x:
        draw_map(reading.phase);
        break;
    }
    draw_brush(app.view.plot);
}

// A place on the plot, as shares of its width and height from its lower left.
ImVec2 share_at(const ImVec2& corner, const ImVec2& size) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    return {std::clamp((mouse.x - corner.x) / size.x, 0.0F, 1.0F),
            std::clamp(1 - (mouse.y - corner.y) / size.y, 0.0F, 1.0F)};
}

BrushRange between(const PlotAxis& axis, float one, float other) {
    const double from = axis.value(static_cast<double>(std::min(one, other)));
    const double to = axis.value(static_cast<double>(std::max(one, other)));
    return {from, to};
}

// A drag chooses bodies; a click none any more.
void take_brush(AppState& app, const PlotAxes& axes, const ImVec2& corner, const ImVec2& size) {
    const BrushedQuantities of = brushed_quantities(app.view.plot);
    ImGui::SetCursorScreenPos(corner);
    ImGui::InvisibleButton("##brush", size);
    if (!of.across) {
        return;
    }
    if (ImGui::IsItemHovered()) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    }
    if (ImGui::IsItemActivated()) {
        const ImVec2 at = share_at(corner, size);
        app.get<PlotStatus>().dragged = {at.x, at.y, at.x, at.y};
    }
    if (!app.get<PlotStatus>().dragged || !(ImGui::IsItemActive() || ImGui::IsItemDeactivated())) {
        return;
    }
    std::array<float, 4>& dragged = *app.get<PlotStatus>().dragged;
    const ImVec2 at = share_at(corner, size);
    dragged[2] = at.x;
    dragged[3] = at.y;
    const float moved = std::max(std::abs(dragged[2] - dragged[0]) * size.x,
                                 of.up ? std::abs(dragged[3] - dragged[1]) * size.y : 0.0F);
    if (moved >= 3) {
        PlotBrush brush{.quantity = *of.across, .range = between(axes.x, dragged[0], dragged[2])};
        if (of.up) {
            brush.other = of.up;
            brush.other_range = between(axes.y, dragged[1], dragged[3]);
        }
        app.view.plot.brush = brush;
        app.get<PlotStatus>().held = false;
    }
    if (ImGui::IsItemDeactivated()) {
        app.get<PlotStatus>().dragged.reset();
        if (moved < 3) {
            app.view.plot.brush.reset();
        }
    }
}

void say_instead(const ImVec2& size, const std::string& words) {
    const float widest = 0.9F * size.x;
    const ImVec2 extent = ImGui::CalcTextSize(words.c_str(), nullptr, false, widest);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddText(
        ImGui::GetFont(), ImGui::GetFontSize(),
        {corner.x + (size.x - extent.x) / 2, corner.y + (size.y - extent.y) / 2},
        faded(quiet_colour()), words.c_str(), nullptr, widest);
    ImGui::Dummy(size);
}

// The plot's place and size on screen.
struct Placed {
    ImVec2 corner, size;
};

// What would lie on the curves of a low plot, and so stands beside it: what is plotted upwards, and
// what the curves are called.
class SideColumn {
public:
    // `title`: "" where it stands elsewhere.
    SideColumn(const std::string& title, const std::vector<CurveName>& names, float most) {
        if (!title.empty()) {
            lines_.push_back({title, quiet_colour()});
        }
        lines_.insert(lines_.end(), names.begin(), names.end());
        for (const CurveName& line : lines_) {
            width_ = std::max(width_, ImGui::CalcTextSize(line.text.c_str()).x);
        }
        width_ = std::min(width_ + 2 * gap(), most);
    }
    float width() const { return width_; }

    // Beside the plot, as many lines as have room.
    void draw(const ImVec2& corner, float height) const {
        ImDrawList& draw = *ImGui::GetWindowDrawList();
        const float line = ImGui::GetTextLineHeight();
        float y = corner.y;
        for (const CurveName& one : lines_) {
            if (y + line > corner.y + height) {
                break;
            }
            line_in(draw, {corner.x + gap(), y}, corner.x + width_, one.colour, one.text);
            y += line;
        }
    }

private:
    static float gap() { return 0.5F * ImGui::GetTextLineHeight(); }

    std::vector<CurveName> lines_;
    float width_ = 0;
};

// "12 bodies chosen", in the plot's corner.
void draw_chosen_words(const std::string& words, const Placed& placed, bool below_marks) {
    const float line = ImGui::GetTextLineHeight();
    const float width = ImGui::CalcTextSize(words.c_str()).x;
    const ImVec2 at{placed.corner.x + placed.size.x - width - 0.5F * line,
                    placed.corner.y + (below_marks ? 1.1F : 0.1F) * line};
    ImDrawList& draw = *ImPlot::GetPlotDrawList();
    draw.AddRectFilled({at.x - 0.3F * line, at.y}, {at.x + width + 0.3F * line, at.y + line},
                       faded(ground_colour(), 0.85F));
    draw.AddText(at, faded(accent_colour()), words.c_str());
}

Placed draw_between_axes(const AppState& app, const PlotReading& reading, const PlotAxes& axes,
                         const ImVec2& size, bool spacious) {
    const std::vector<CurveName> names = curve_names(reading.lines);
    const bool upright = fits_upright(axes.y_title, size.y);
    const float line = ImGui::GetTextLineHeight();
    // In a plot so low the names would lie on the curves.
    const float of_names = line * static_cast<float>(names.size());
    const bool low = !spacious && of_names > 0 && size.y < 2.5F * of_names + 2 * line;
    std::optional<SideColumn> side;
    if (!upright || low) {
        side.emplace(upright ? "" : axes.y_title, names, 0.4F * size.x);
    }
    const float width = size.x - (side ? side->width() : 0);
    const ImVec2 top = ImGui::GetCursorScreenPos();
    if (!begin_plot("##scene", {width, size.y})) {
        return {};
    }
    set_up(ImAxis_X1, axes.x, axes.x_factor, width / (4.5F * line),
           spacious ? axes.x_title.c_str() : nullptr);
    set_up(ImAxis_Y1, axes.y, axes.y_factor, size.y / (2.4F * line),
           upright ? axes.y_title.c_str() : nullptr);
    ImPlot::SetupFinish();
    ImPlot::PushPlotClipRect();
    draw_contents(app, reading);
    const Placed placed{ImPlot::GetPlotPos(), ImPlot::GetPlotSize()};
    if (!side) {
        name_curves(names, reading.view.kind == PlotKind::density);
    }
    if (const std::string words = chosen_words(app); !spacious && !words.empty()) {
        draw_chosen_words(words, placed, !reading.marks.empty());
    }
    ImPlot::PopPlotClipRect();
    ImPlot::EndPlot();
    if (!spacious) {
        write_below(axes.x_title, placed.corner, placed.size);
    }
    if (side) {
        side->draw({top.x + width, top.y}, size.y);
    }
    return placed;
}

} // namespace

std::string chosen_words(const AppState& app) {
    const PlotReading* const reading = app.get<PlotStatus>().reading.get();
    if (!app.view.plot.brush || reading == nullptr || reading->chosen_bodies == nullptr) {
        return "";
    }
    const Marked& chosen = reading->of_chosen;
    const std::string bodies = counted(chosen.bodies, "body", "bodies");
    const std::string percent = briefly(100 * chosen.mass_share);
    return app.get<PlotStatus>().held ? tr_format("{} locked, {} % of the mass", bodies, percent)
                                      : tr_format("{} selected, {} % of the mass", bodies, percent);
}

std::string about_words(const PlotReading& reading) {
    return reading.about.empty() ? "" : tr_format("centre: {}", tr(reading.about));
}

void draw_scene_plot(AppState& app, const ImVec2& size, bool spacious) {
    app.get<PlotStatus>().shown = true;
    const std::shared_ptr<const PlotReading> reading = app.get<PlotStatus>().reading;
    const bool fits = reading != nullptr && reading->load == app.status.load_serial &&
                      reading->view.kind == app.view.plot.kind &&
                      reading->view.quantity == app.view.plot.quantity;
    if (!fits || size.x < 40 || size.y < 40) {
        say_instead(size, app.status.loaded ? tr("Measuring") : tr("Nothing loaded yet"));
        return;
    }
    if (!reading->problem.empty()) {
        say_instead(size, tr(reading->problem));
        return;
    }
    const PlotAxes axes = axes_of(app, *reading);
    const Placed placed = draw_between_axes(app, *reading, axes, size, spacious);
    if (placed.size.x > 0) {
        take_brush(app, axes, placed.corner, placed.size);
    }
}

} // namespace orrery
