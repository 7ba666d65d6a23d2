// Lines that come and go at the foot of the picture, above what the stage says, the newest lowest.

#include "app/panels/open_picture.hpp"
#include "app/panels/overlay_window.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

namespace orrery {
namespace {

constexpr double seconds_shown = 4;
constexpr double seconds_of_fading = 0.3;
constexpr double seconds_of_coming = 0.15;

float opacity(const Toast& toast, double now) {
    const double left = (toast.until - now) / seconds_of_fading;
    const double come = (seconds_shown - (toast.until - now)) / seconds_of_coming;
    return static_cast<float>(std::clamp(std::min(left, come), 0.0, 1.0));
}

// How much higher they begin where they would cover the colour scale: that may be what they speak
// of.
float above_legend(const AppState& app, const OpenPicture& picture) {
    constexpr float legend_width = 230, legend_height = 80, usual_toast = 420; // at scale 1
    const bool legend = app.view.show_legend && app.view.layer == Layer::panels;
    const bool meet =
        picture.centre() - scaled(usual_toast / 2) < picture.from.x + scaled(legend_width);
    return legend && meet ? scaled(legend_height) : 0;
}

// The same for the figures of a race.
float above_race(const OpenPicture& picture) {
    constexpr float figures = 0.19F; // of the picture's height
    return figures * picture.height();
}

// Behind a dialog, which wants to be read first.
ImDrawList& drawing() {
    return ImGui::GetTopMostPopupModal() != nullptr ? *ImGui::GetBackgroundDrawList()
                                                    : *ImGui::GetForegroundDrawList();
}

// Draws one with its lower edge at `bottom`; returns its height.
float draw_toast(const Toast& toast, double now, const OpenPicture& picture, float bottom,
                 bool quiet) {
    const float alpha = (quiet ? 0.7F : 1.0F) * opacity(toast, now);
    ImGui::PushFont(nullptr, quiet ? small_text_height : 0);
    const float padding_x = scaled(quiet ? 9 : 14);
    const float padding_y = scaled(quiet ? 4 : 8);
    const float widest =
        std::min(scaled(560), ImGui::GetIO().DisplaySize.x - scaled(24)) - 2 * padding_x;
    const ImVec2 extent = ImGui::CalcTextSize(toast.text.c_str(), nullptr, false, widest);
    const ImVec2 size{extent.x + 2 * padding_x, extent.y + 2 * padding_y};
    const ImVec2 from =
        placed_in_window(picture.centre(), size.x, bottom - size.y + scaled(6) * (1 - alpha));
    const ImVec2 to{from.x + size.x, from.y + size.y};
    ImDrawList& draw = drawing();
    draw.AddRectFilled(from, to, faded(ImGui::GetStyle().Colors[ImGuiCol_PopupBg], alpha),
                       scaled(6));
    const ImVec4 mark = toast.is_error ? danger_colour() : accent_colour();
    if (!quiet) {
        draw.AddRect(from, to, faded(mark, 0.55F * alpha), scaled(6), scaled(1));
    }
    const ImVec4 colour =
        toast.is_error ? danger_colour() : ImGui::GetStyle().Colors[ImGuiCol_Text];
    draw.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {from.x + padding_x, from.y + padding_y},
                 faded(colour, alpha), toast.text.c_str(), nullptr, widest);
    ImGui::PopFont();
    return size.y;
}

} // namespace

void toast_overlay(AppState& app) {
    const OpenPicture picture = open_picture(app);
    const bool on_stage = app.view.layer == Layer::stage;
    const float stage = on_stage ? app.time.stage_foot : 0;
    float bottom = picture.to.y - stage - scaled(18) -
                   (app.race.under_way ? above_race(picture) : above_legend(app, picture));
    for (auto toast = app.toasts.rbegin(); toast != app.toasts.rend(); ++toast) {
        if (bottom < picture.from.y + scaled(60)) {
            return; // the oldest wait until there is room
        }
        bottom -=
            draw_toast(*toast, app.now, picture, bottom, on_stage && toast->quiet) + scaled(6);
    }
}

} // namespace orrery
