// The plot of the scene in the right half of the picture, which makes room for it.

#include "app/language/tr.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/overlay_window.hpp"
#include "app/panels/theme.hpp"
#include "app/plot/plot_drawing.hpp"
#include "app/plot/scene_panel.hpp"
#include "app/state/plot_status.hpp"

#include <imgui.h>

#include <algorithm>

namespace orrery {
namespace {

constexpr float share = 0.48F; // of the picture's width

OpenPicture frame_of(const AppState& app) {
    const OpenPicture picture = open_picture(app);
    OpenPicture frame = unwritten_picture(app, 0.2F);
    frame.from.x = picture.to.x - share * picture.width();
    return frame;
}

void heading(const AppState& app) {
    const PlotReading* const reading = app.get<PlotStatus>().reading.get();
    ImGui::PushFont(strong_font(), 0);
    ImGui::TextUnformatted(tr(plot_choice(app.view.plot).title));
    ImGui::PopFont();
    const std::string chosen = chosen_words(app);
    const bool about = reading != nullptr && reading->load == app.status.load_serial;
    ImGui::SameLine(0, ImGui::GetTextLineHeight());
    const std::string words = !chosen.empty() ? chosen : about ? about_words(*reading) : "";
    const ImVec4 colour = chosen.empty() ? quiet_colour() : accent_colour();
    if (ImGui::CalcTextSize(words.c_str()).x > ImGui::GetContentRegionAvail().x) {
        ImGui::NewLine();
    }
    ImGui::TextColored(colour, "%s", words.c_str());
}

} // namespace

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
