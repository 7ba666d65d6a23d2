#include "app/plot/scene_panel.hpp"

#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/theme.hpp"
#include "app/plot/plot_drawing.hpp"
#include "app/plot/plot_panel.hpp"
#include "app/state/panel_fit.hpp"
#include "app/state/plot_status.hpp"

#include <imgui.h>

#include <algorithm>

namespace orrery {
namespace {

void plot_combo(AppState& app, float width) {
    item_width(width);
    const PlotChoice& chosen = plot_choice(app.view.plot);
    if (ImGui::BeginCombo("##plot", tr(chosen.title), ImGuiComboFlags_HeightLarge)) {
        for (const PlotChoice& choice : plot_choices()) {
            if (ImGui::Selectable(tr_id(choice.title).c_str(), &choice == &chosen)) {
                app.actions.run(Command{"plot.show", choice.id});
            }
            tip(choice.tooltip);
        }
        ImGui::EndCombo();
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
    const std::string& name = app.view.plot.component;
    const bool here = std::any_of(parts.begin(), parts.end(),
                                  [&](const Component& part) { return part.name == name; });
    if (ImGui::BeginCombo("##component", here ? tr(name.c_str()) : tr("all bodies"),
                          ImGuiComboFlags_HeightLarge)) {
        if (ImGui::Selectable(tr_id("all bodies").c_str(), !here)) {
            app.actions.run(Command{"plot.component", "all"});
        }
        for (const Component& part : parts) {
            if (ImGui::Selectable(tr_id(part.name).c_str(), part.name == name)) {
                app.actions.run(Command{"plot.component", part.name});
            }
        }
        ImGui::EndCombo();
    }
    tip("Which bodies are plotted");
}

// Whether equal factors can have equal widths in this plot.
bool has_scales(const PlotView& view) {
    switch (view.kind) {
    case PlotKind::histogram:
        return quantity_info(view.quantity).positive;
    case PlotKind::rotation:
    case PlotKind::lagrange:
    case PlotKind::phase:
        return true;
    case PlotKind::density:
    case PlotKind::phase_x:
        break;
    }
    return false;
}

void brush_controls(AppState& app) {
    if (!app.view.plot.brush) {
        return;
    }
    ImGui::SameLine(0, scaled(12));
    bool held = app.get<PlotStatus>().held;
    if (toggle("##hold", held)) {
        app.actions.run("plot.hold");
    }
    ImGui::SameLine();
    ImGui::TextUnformatted(tr("lock"));
    tip(tooltip_text(app.actions.find("plot.hold")));
    ImGui::SameLine();
    app.actions.button("plot.clear", "×");
}

void control_row(AppState& app) {
    const float width = ImGui::GetContentRegionAvail().x;
    plot_combo(app, std::clamp(0.28F * width, scaled(120), scaled(210)));
    component_combo(app, std::clamp(0.18F * width, scaled(84), scaled(140)));
    if (has_scales(app.view.plot)) {
        ImGui::SameLine();
        constexpr const char* scales[] = {tr_noop("lin"), tr_noop("log")};
        int logarithmic = app.view.plot.logarithmic ? 1 : 0;
        if (segments("scales", scales, logarithmic, {}, scaled(84))) {
            app.view.plot.logarithmic = logarithmic == 1;
        }
    }
    ImGui::SameLine();
    bool large = app.view.plot.large;
    if (toggle("##large", large)) {
        app.actions.run("plot.large");
    }
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(tr("large"));
    tip(tooltip_text(app.actions.find("plot.large")));
    const PlotReading* const reading = app.get<PlotStatus>().reading.get();
    if (app.view.plot.brush) {
        brush_controls(app);
    } else if (reading != nullptr && reading->load == app.status.load_serial) {
        ImGui::SameLine(0, scaled(12));
        ImGui::AlignTextToFramePadding();
        const bool brushes = brushed_quantities(app.view.plot).across.has_value();
        const std::string about = about_words(*reading);
        // The hint where it has room.
        const std::string all = brushes ? tr_format("{}; drag to select", about) : about;
        ImGui::PushFont(nullptr, small_text_height);
        const bool fits = ImGui::CalcTextSize(all.c_str()).x <= ImGui::GetContentRegionAvail().x;
        ImGui::PopFont();
        small_text_to_edge(quiet_colour(), fits ? all : about);
    }
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

} // namespace orrery
