// The plot of the scene: in a panel, or large in the right half of the picture, which makes room;
// and the panel of what algorithms cost and how far they err.

#include "app/plot/plot.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/theme.hpp"
#include "app/state/accuracy_trace.hpp"
#include "sim/simulation/checked_settings.hpp"

#include <imgui.h>
#include <imgui_internal.h>
#include <implot.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace orrery {
namespace {

void plot_combo(AppState& app, float width) {
    item_width(width);
    const PlotChoice& chosen = plot_choice(app.view.plot);
    const auto line_of = [&](const PlotChoice& choice) -> MenuLine {
        return {choice.title, &choice == &chosen, choice.tooltip};
    };
    if (const auto* taken = drop_down("##plot", tr(chosen.title), plot_choices(), line_of)) {
        app.actions.run(Command{"plot.show", taken->id});
    }
    tip(chosen.tooltip);
}

void component_combo(AppState& app, float width) {
    const std::vector<Component>& parts = app.catalogue.components;
    if (parts.size() < 2) {
        return;
    }
    ImGui::SameLine();
    item_width(width);
    std::vector<std::string> names{tr_noop("all bodies")};
    for (const Component& part : parts) {
        names.push_back(part.name);
    }
    const std::string shown = std::ranges::find(names, app.view.plot.component) == names.end()
                                  ? names.front()
                                  : app.view.plot.component;
    const auto line_of = [&](const std::string& one) -> MenuLine { return {one, one == shown}; };
    if (const auto* taken = drop_down("##component", tr(shown), names, line_of)) {
        app.actions.run(Command{"plot.component", taken == &names.front() ? "all" : *taken});
    }
    tip("Which bodies are plotted");
}

// Whether equal factors can have equal widths in this plot.
bool has_scales(const PlotView& view) {
    switch (view.kind) {
    case PlotKind::histogram:
        return quantity_info(view.quantity).positive;
    case PlotKind::density:
    case PlotKind::phase_x:
    case PlotKind::power:
    case PlotKind::haloes:
        return false;
    default:
        return true;
    }
}

void control_row(AppState& app) {
    const float width = ImGui::GetContentRegionAvail().x;
    plot_combo(app, std::clamp(0.28F * width, scaled(120), scaled(210)));
    component_combo(app, std::clamp(0.18F * width, scaled(84), scaled(140)));
    if (has_scales(app.view.plot)) {
        ImGui::SameLine();
        either("scales", tr_noop("lin"), tr_noop("log"), app.view.plot.logarithmic, scaled(84));
    }
    ImGui::SameLine();
    action_toggle(app.actions, "plot.large", tr_noop("large"));
    if (app.view.plot.brush) {
        ImGui::SameLine(0, scaled(12));
        action_toggle(app.actions, "plot.hold", tr_noop("lock"));
        ImGui::SameLine();
        app.actions.button("plot.clear", "×");
    } else if (const std::string about = about_words(app); !about.empty()) {
        ImGui::SameLine(0, scaled(12));
        ImGui::AlignTextToFramePadding();
        const bool brushes = brushed_quantities(app.view.plot).across.has_value();
        // The hint where it has room.
        const std::string all = brushes ? tr_format("{}; drag to select", about) : about;
        ImGui::PushFont(nullptr, small_text_height);
        const bool fits = ImGui::CalcTextSize(all.c_str()).x <= ImGui::GetContentRegionAvail().x;
        ImGui::PopFont();
        small_text_to_edge(quiet_colour(), fits ? all : about);
    }
}

constexpr float share = 0.48F; // of the picture's width

OpenPicture frame_of(const AppState& app) {
    const OpenPicture picture = open_picture(app);
    OpenPicture frame = unwritten_picture(app, 0.2F);
    frame.from.x = picture.to.x - share * picture.width();
    return frame;
}

void heading(const AppState& app) {
    strong_text(tr(plot_choice(app.view.plot).title));
    ImGui::SameLine(0, ImGui::GetTextLineHeight());
    const std::string chosen = chosen_words(app);
    const std::string words = chosen.empty() ? about_words(app) : chosen;
    const ImVec4 colour = chosen.empty() ? quiet_colour() : accent_colour();
    if (ImGui::CalcTextSize(words.c_str()).x > ImGui::GetContentRegionAvail().x) {
        ImGui::NewLine();
    }
    ImGui::TextColored(colour, "%s", words.c_str());
}

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

// An axis of whole decades about all points.
void set_up_decades(ImAxis which, const std::vector<AccuracyPoint>& points,
                    double AccuracyPoint::*member, float room) {
    ValueExtent extent;
    for (const AccuracyPoint& point : points) {
        extent.include(point.*member);
    }
    if (extent.empty()) { // an error of nought stands on no such axis
        extent = {0.2, 50};
    }
    const PlotAxis axis{std::pow(10, std::floor(std::log10(extent.low) - 0.05)),
                        std::pow(10, std::ceil(std::log10(extent.high) + 0.05)), true};
    const int most = std::max(static_cast<int>(room / (2.6F * ImGui::GetTextLineHeight())), 2);
    set_up_axis(which, axis.low, axis.high, true);
    set_up_ticks(which, ticks_of(axis, most));
}

// The promised error of each available algorithm whose time per step is known.
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
    set_up_decades(ImAxis_X1, points, &AccuracyPoint::milliseconds, size.x / 2);
    set_up_decades(ImAxis_Y1, points, &AccuracyPoint::error, size.y);
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

// As begin_panel; `raise` brings the panel to the front of its tabs without taking the keyboard,
// but not in a single column of tabs, where it would cover the algorithms.
bool begin_plot_panel(const char* name, bool& raise, PanelRoom room) {
    // A layout that was remembered may be older than the panel.
    const ImGuiWindow* const beside = ImGui::FindWindowByName("Timings");
    if (beside != nullptr && beside->DockId != 0) {
        ImGui::SetNextWindowDockID(beside->DockId, ImGuiCond_FirstUseEver);
    }
    const bool open = begin_panel(name);
    const ImGuiWindow* const window = ImGui::GetCurrentWindowRead();
    if (!raise || window->DockNode == nullptr || window->DockNode->TabBar == nullptr) {
        return open;
    }
    raise = false;
    if (room != PanelRoom::one_column) {
        window->DockNode->TabBar->NextSelectedTabId = window->TabId;
    }
    return open;
}

} // namespace

void scene_panel(AppState& app) {
    const bool open =
        begin_plot_panel("Scene", app.get<PlotStatus>().raise, app.get<PanelFit>().room);
    if (open) {
        control_row(app);
        ImGui::PushFont(nullptr, small_text_height);
        const ImVec2 room = ImGui::GetContentRegionAvail();
        draw_scene_plot(app, {room.x, std::max(room.y, scaled(60))}, room.y > scaled(260));
        ImGui::PopFont();
    }
    ImGui::End();
}

// The picture's middle goes to the middle of what is left of it.
ClearArea beside_plot(const AppState& app, const ClearArea& open) {
    if (!app.view.plot.large || app.view.show_chart || app.race.under_way) {
        return open;
    }
    const double left = open.centre.x - open.share.x;
    const double width = 2 * open.share.x * (1 - static_cast<double>(share));
    ClearArea rest = open;
    rest.centre.x = left + width / 2;
    rest.share.x = width / 2;
    return rest;
}

void plot_layer(AppState& app) {
    const OpenPicture frame = frame_of(app);
    const ImVec2 size{frame.to.x - frame.from.x, frame.to.y - frame.from.y};
    if (!app.view.plot.large || app.view.show_chart || size.x < scaled(160) ||
        size.y < scaled(120)) {
        return;
    }
    app.camera.open = beside_plot(app, app.camera.open);
    // As the stage's type, where the plot is wide enough for it.
    const float type = std::min(0.04F * ImGui::GetIO().DisplaySize.y, size.x / 18);
    ImGui::SetNextWindowPos(frame.from);
    ImGui::SetNextWindowSize(size);
    ImGui::SetNextWindowBgAlpha(0.9F);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.5F * type, 0.4F * type));
    const bool open =
        ImGui::Begin(plot_window, nullptr, message_flags | ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::PopStyleVar();
    if (open) {
        ImGui::PushFont(nullptr, type / ImGui::GetStyle().FontScaleMain);
        heading(app);
        draw_scene_plot(app, ImGui::GetContentRegionAvail(), true);
        ImGui::PopFont();
    }
    ImGui::End();
}

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
