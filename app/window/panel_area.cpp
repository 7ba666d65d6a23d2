#include "app/window/panel_area.hpp"
#include "app/panels/layout.hpp"
#include "app/state/app_state.hpp"
#include "app/state/hand.hpp"
#include "app/state/temporarily.hpp"
#include "app/state/tour_status.hpp"
#include "app/state/window_requests.hpp"

#include "app/features/hand/hand.hpp"
#include "app/features/time/time_layer.hpp"
#include "app/panels/panels.hpp"
#include "app/plot/plot.hpp"
#include "app/stage/stage_layers.hpp"

#include <imgui.h>
#include <imgui_internal.h>

namespace orrery {

ClearArea lay_out_docks(ImGuiID dockspace) {
    ImGui::DockSpaceOverViewport(dockspace, ImGui::GetMainViewport(),
                                 ImGuiDockNodeFlags_PassthruCentralNode |
                                     ImGuiDockNodeFlags_NoDockingOverCentralNode);
    const ImGuiDockNode* const node = ImGui::DockBuilderGetCentralNode(dockspace);
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    constexpr float smallest_share = 0.1F; // a window nearly all panels still shows something
    if (node == nullptr || node->Size.x < smallest_share * window.x ||
        node->Size.y < smallest_share * window.y) {
        return {};
    }
    const glm::dvec2 whole(window.x, window.y);
    const glm::dvec2 size(node->Size.x, node->Size.y);
    const glm::dvec2 middle = glm::dvec2(node->Pos.x, node->Pos.y) + size / 2.0;
    const glm::dvec2 place = middle / whole * 2.0 - 1.0;
    return {{place.x, -place.y}, size / whole};
}

void draw_panels(AppState& app, float scale) {
    const ImGuiID dockspace = ImHashStr("orrery");
    if (app.view.layer != Layer::panels) {
        ImGui::DockSpace(dockspace, {0, 0}, ImGuiDockNodeFlags_KeepAliveOnly);
        app.camera.open = {};
        return;
    }
    status_line(app);
    const ImVec2 size = ImGui::GetMainViewport()->WorkSize;
    fit_panels(dockspace, {static_cast<int>(size.x), static_cast<int>(size.y)}, scale,
               app.get<PanelFit>(), app.requests.take<ResetLayout>().has_value());
    app.camera.open = lay_out_docks(dockspace);
    draw_control_panels(app);
}

namespace {

void draw_over_picture(AppState& app) {
    plot_layer(app);
    if (app.camera.veil() > 0) { // that stands for a flight
        ImGui::GetBackgroundDrawList()->AddRectFilled(
            {0, 0}, ImGui::GetIO().DisplaySize,
            IM_COL32(0, 0, 0, static_cast<int>(255 * app.camera.veil())));
    }
    const ClearArea of_bodies = beside_code(app, app.camera.open);
    { // what is written beside bodies is where they are drawn
        const Temporarily open(app.camera.open, of_bodies);
        label_overlay(app);
        guide_overlay(app);
        hand_layer(app);
    }
    if (app.view.layer == Layer::stage) {
        stage_layer(app); // before those that stand on its foot
    }
    code_layer(app);
    kernel_layer(app);
    chart_layer(app);
    card_layer(app);
    time_layer(app);
    if (app.view.layer != Layer::nothing && !shows_card(app)) {
        scale_bar_overlay(app);
    }
    if (app.view.layer == Layer::stage) {
        stage_badge(app);
    }
    if (app.view.layer == Layer::panels) {
        legend_overlay(app);
        if (!app.get<Hand>().active) { // its card is there
            hint_line(app);
        }
        tour_offer(app);
    }
    app.camera.open = of_bodies;
}

} // namespace

void draw_stage(AppState& app) {
    const bool kept = app.view.frozen && app.picture_kept;
    if (!kept) {
        if (app.race.under_way) {
            app.camera.open = below_title(app, app.camera.open);
            race_layer(app);
        } else {
            draw_over_picture(app);
        }
        if (app.view.layer == Layer::stage) {
            stage_notices(app);
        }
    }
    // The stage's own words say so, and a speaker's window.
    if (kept && app.view.layer == Layer::panels && !app.get<SpeakerStatus>().open) {
        frozen_line(app);
    }
    if (app.view.frozen == kept) { // what is drawn on the picture is no part of it
        annotation_layer(app);
    }
}

void draw_messages(AppState& app) {
    hand_card(app);
    if (app.view.show_help) {
        help_overlay(app);
    }
    command_palette(app);
    recording_mark(app);
    lost_session_offer(app);
    error_banner(app);
    toast_overlay(app);
}

void draw_control_panels(AppState& app) {
    simulation_panel(app);
    algorithm_deck_panel(app);
    timings_panel(app);
    scene_panel(app);
    accuracy_panel(app);
    trust_panel(app);
    machine_panel(app);
    view_panel(app);
    if (app.get<TourStatus>().given) {
        tour_panel(app);
    }
}

} // namespace orrery
