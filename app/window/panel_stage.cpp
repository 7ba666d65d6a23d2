#include "app/window/panel_stage.hpp"

#include "app/panels/panels.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <utility>

namespace orrery {

void draw_panels(AppState& app, float scale) {
    const ImGuiID dockspace = ImHashStr("orrery");
    if (!app.view.show_ui) {
        ImGui::DockSpace(dockspace, {0, 0}, ImGuiDockNodeFlags_KeepAliveOnly);
        return;
    }
    status_line(app);
    const ImVec2 size = ImGui::GetMainViewport()->WorkSize;
    fit_panels(dockspace, {static_cast<int>(size.x), static_cast<int>(size.y)}, scale,
               app.panel_fit, std::exchange(app.wishes.reset_layout, false));
    // The picture shows through the middle, and takes the mouse there.
    ImGui::DockSpaceOverViewport(dockspace, ImGui::GetMainViewport(),
                                 ImGuiDockNodeFlags_PassthruCentralNode |
                                     ImGuiDockNodeFlags_NoDockingOverCentralNode);
    simulation_panel(app);
    algorithm_deck_panel(app);
    timings_panel(app);
    trust_panel(app);
    view_panel(app);
}

void draw_overlays(AppState& app) {
    label_overlay(app);
    if (app.view.show_ui) {
        legend_overlay(app);
        hint_line(app);
    }
    if (app.view.show_help) {
        help_overlay(app);
    }
    if (app.view.show_palette) {
        command_palette(app);
    }
    error_banner(app);
    toast_overlay(app);
}

} // namespace orrery
