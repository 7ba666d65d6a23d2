// The plot of the scene: in a panel, or large in the right half of the picture, which makes room.

#include "app/plot/scene_panel.hpp"

#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/icons.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/theme.hpp"
#include "app/plot/plot_drawing.hpp"
#include "app/state/panel_fit.hpp"
#include "app/state/plot_status.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

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
    return view.kind == PlotKind::histogram
               ? quantity_info(view.quantity).positive
               : view.kind != PlotKind::density && view.kind != PlotKind::phase_x;
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

} // namespace

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
    ImGui::SetNextWindowBgAlpha(0.8F);
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

} // namespace orrery
