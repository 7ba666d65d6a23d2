#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/icons.hpp"
#include "app/panels/theme.hpp"
#include "app/plot/plot_drawing.hpp"
#include "app/plot/scene_panel.hpp"
#include "app/state/accuracy_trace.hpp"
#include "app/state/panel_fit.hpp"
#include "sim/simulation/checked_settings.hpp"

#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace orrery {
namespace {

void trace_row(AppState& app) {
    const AccuracyTrace& trace = app.get<AccuracyTrace>();
    action_toggle(app.actions, "accuracy.trace", tr_noop("trace"));
    ImGui::SameLine();
    app.actions.button("simulation.verify", "Measure now");
    ImGui::SameLine();
    app.actions.button("accuracy.clear", "Clear");
    ImGui::SameLine(0, scaled(12));
    ImGui::AlignTextToFramePadding();
    if (app.status.verifying) {
        small_text(quiet_colour(), "measuring against the direct sum");
    } else if (!trace.works().empty()) {
        const bool several = trace.works().size() > 1;
        const std::string& work = trace.works().back();
        small_text_to_edge(quiet_colour(), several ? tr_format("{}; faint: earlier", work) : work);
    } else {
        small_text_to_edge(quiet_colour(), "rings: promised errors; dots: measured ones");
    }
}

// Whole decades about all points.
PlotAxis decades_about(const std::vector<AccuracyPoint>& points, double AccuracyPoint::*member) {
    ValueExtent extent;
    for (const AccuracyPoint& point : points) {
        extent.include(point.*member);
    }
    if (extent.empty()) {
        return {0.1, 100, true};
    }
    return {std::pow(10, std::floor(std::log10(extent.low) - 0.05)),
            std::pow(10, std::ceil(std::log10(extent.high) + 0.05)), true};
}

void set_up_decades(ImAxis which, const PlotAxis& axis, float room) {
    const int most = std::max(static_cast<int>(room / (2.6F * ImGui::GetTextLineHeight())), 2);
    set_up_axis(which, axis.low, axis.high, true);
    set_up_ticks(which, ticks_of(axis, most));
}

// What each algorithm promises, where what a step of it takes is known, too.
std::vector<AccuracyPoint> promises(const AppState& app) {
    const Settings& settings = app.status.settings;
    std::vector<AccuracyPoint> points;
    for (const SolverEntry& entry : solvers()) {
        const SolverInfo& info = entry.info;
        const StepCost cost = app.history.costs().of(info.id);
        if (cost.milliseconds > 0 && entry.unavailable().empty()) {
            const ResolvedOptions options(info, options_of(settings, info.id));
            points.push_back({.algorithm = info.id,
                              .milliseconds = cost.milliseconds,
                              .error = info.promised_error(settings.precision, options)});
        }
    }
    return points;
}

bool is_under_mouse(const ImVec2& at) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    return ImGui::IsWindowHovered() && std::hypot(at.x - mouse.x, at.y - mouse.y) < scaled(7);
}

void draw_promises(const std::vector<AccuracyPoint>& points) {
    for (const AccuracyPoint& point : points) {
        const ImVec2 at = ImPlot::PlotToPixels(point.milliseconds, point.error);
        ImPlot::GetPlotDrawList()->AddCircle(
            at, scaled(4), faded(algorithm_colour(point.algorithm)), 0, scaled(1.5F));
        if (is_under_mouse(at)) {
            const std::string figures =
                tr_format("{} a step, promises an error below {}",
                          as_milliseconds(point.milliseconds), with_exponent(point.error));
            ImGui::SetTooltip("%s\n%s", point.algorithm.c_str(), figures.c_str());
        }
    }
}

// The curves of the algorithms: each in the order in which its points came.
void draw_points(const AccuracyTrace& trace, const std::string& running) {
    const std::vector<AccuracyPoint>& points = trace.points();
    const std::size_t newest = trace.works().size() - 1; // where there are points
    ImDrawList& draw = *ImPlot::GetPlotDrawList();
    std::map<std::string, ImVec2> ends; // of the newest curves
    std::map<std::pair<std::string, std::size_t>, ImVec2> before;
    for (const AccuracyPoint& point : points) {
        const ImVec2 at = ImPlot::PlotToPixels(point.milliseconds, point.error);
        const ImVec4 colour = algorithm_colour(point.algorithm);
        const float strength = point.work == newest ? 1.0F : 0.35F;
        const auto key = std::pair(point.algorithm, point.work);
        if (const auto found = before.find(key); found != before.end()) {
            draw.AddLine(found->second, at, faded(colour, 0.6F * strength), scaled(1.5F));
        }
        before[key] = at;
        if (point.work == newest) {
            ends[point.algorithm] = at;
        }
        draw.AddCircleFilled(at, scaled(3.5F), faded(colour, strength));
        if (is_under_mouse(at)) {
            const std::string figures =
                tr_format("{} a step, 99 % of errors below {}", as_milliseconds(point.milliseconds),
                          with_exponent(point.error));
            ImGui::SetTooltip("%s\n%s\n%s\n%s", point.algorithm.c_str(), point.options.c_str(),
                              figures.c_str(), trace.works()[point.work].c_str());
        }
    }
    FreePlaces names = plot_places();
    for (const auto& [algorithm, at] : ends) {
        if (algorithm == running) {
            draw.AddCircle(at, scaled(7), faded(accent_colour()), 0, scaled(1.5F));
        }
        write_beside(names, at, {algorithm, algorithm_colour(algorithm)}, true);
    }
}

void accuracy_plot(const AppState& app, const ImVec2& size) {
    const std::vector<AccuracyPoint> promised = promises(app);
    std::vector<AccuracyPoint> points = app.get<AccuracyTrace>().points();
    points.insert(points.end(), promised.begin(), promised.end());
    if (points.empty()) {
        ImGui::TextColored(quiet_colour(), "%s",
                           tr("Each algorithm whose forces were measured gets a point; with "
                              "\"trace\" on,\nmoving its sliders draws a curve."));
        return;
    }
    const bool upright = size.y > 10 * ImGui::GetTextLineHeight();
    const char* const title = upright ? tr("Force error, 99 % below") : tr("Error");
    if (!begin_plot("##accuracy", size, title)) {
        return;
    }
    set_up_decades(ImAxis_X1, decades_about(points, &AccuracyPoint::milliseconds), size.x / 2);
    set_up_decades(ImAxis_Y1, decades_about(points, &AccuracyPoint::error), size.y);
    ImPlot::SetupFinish();
    ImPlot::PushPlotClipRect();
    draw_promises(promised);
    draw_points(app.get<AccuracyTrace>(), app.status.settings.algorithm);
    const char* const across = tr("ms a step");
    const ImVec2 extent = ImGui::CalcTextSize(across);
    const ImVec2 corner = ImPlot::GetPlotPos();
    const ImVec2 room = ImPlot::GetPlotSize();
    ImPlot::GetPlotDrawList()->AddText(
        {corner.x + room.x - extent.x - scaled(6), corner.y + room.y - extent.y - scaled(2)},
        faded(quiet_colour()), across);
    ImPlot::PopPlotClipRect();
    ImPlot::EndPlot();
}

} // namespace

void accuracy_panel(AppState& app) {
    if (begin_plot_panel("Accuracy", app.get<AccuracyTrace>().raise, app.get<PanelFit>().room)) {
        trace_row(app);
        ImGui::PushFont(nullptr, small_text_height);
        const ImVec2 room = ImGui::GetContentRegionAvail();
        accuracy_plot(app, {room.x, std::max(room.y, scaled(60))});
        ImGui::PopFont();
    }
    ImGui::End();
}

} // namespace orrery
