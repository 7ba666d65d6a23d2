// Lines that come and go at the foot of the picture, the newest lowest: those for the speaker among
// the panels, those for everyone also above what the stage says, in its type.

#include "app/language/tr.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/state/time_view.hpp"
#include "app/state/window_requests.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace orrery {
namespace {

constexpr double seconds_of_fading = 0.3;
constexpr double seconds_of_coming = 0.15;
constexpr float notice_type = 0.04F; // of an audience, as a share of the height

float opacity(const Toast& toast, double now) {
    const double left = (toast.until - now) / seconds_of_fading;
    const double come = (seconds_of_toast - (toast.until - now)) / seconds_of_coming;
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

// Draws one with its lower edge at `bottom`, in the present type; returns its height.
float draw_toast(ImDrawList& draw, const Toast& toast, double now, const OpenPicture& picture,
                 float bottom) {
    const float alpha = opacity(toast, now);
    const float type = ImGui::GetTextLineHeight();
    const float padding_x = 0.9F * type;
    const float padding_y = 0.5F * type;
    const float widest =
        std::min(36 * type, ImGui::GetIO().DisplaySize.x - 1.5F * type) - 2 * padding_x;
    const ImVec2 extent = ImGui::CalcTextSize(toast.text.c_str(), nullptr, false, widest);
    const ImVec2 size{extent.x + 2 * padding_x, extent.y + 2 * padding_y};
    const ImVec2 from =
        placed_in_window(picture.centre(), size.x, bottom - size.y + 0.4F * type * (1 - alpha));
    const ImVec2 to{from.x + size.x, from.y + size.y};
    draw.AddRectFilled(from, to, faded(ground_colour(), alpha), 0.4F * type);
    const ImVec4 mark = toast.is_error ? danger_colour() : accent_colour();
    draw.AddRect(from, to, faded(mark, 0.55F * alpha), 0.4F * type, type / 16);
    const ImVec4 colour = toast.is_error ? danger_colour() : text_colour();
    draw.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {from.x + padding_x, from.y + padding_y},
                 faded(colour, alpha), toast.text.c_str(), nullptr, widest);
    return size.y;
}

// As many as there is room for; the oldest wait.
void draw_toasts(ImDrawList& draw, const AppState& app, Addressee reader,
                 const OpenPicture& picture, float bottom) {
    for (auto toast = app.toasts.rbegin(); toast != app.toasts.rend(); ++toast) {
        if (reader == Addressee::everyone && toast->addressee != reader) {
            continue;
        }
        if (bottom < picture.from.y + scaled(60)) {
            return;
        }
        bottom -= draw_toast(draw, *toast, app.now, picture, bottom) + scaled(6);
    }
}

std::string words_of(const RecordingStatus& recording) {
    if (recording.finishing) { // the encoder does not say how far it is with the last ones
        const int percent = static_cast<int>(100 * recording.share_written);
        return percent < 100 ? tr_format("Finishing the video … {} %", percent)
                             : tr("Finishing the video …");
    }
    char text[64];
    const auto seconds = static_cast<unsigned>(recording.seconds);
    std::snprintf(text, sizeof text, tr("%u:%02u   %zu frames"), seconds / 60, seconds % 60,
                  recording.frames);
    return text;
}

} // namespace

void toast_overlay(const AppState& app) {
    if (app.view.layer != Layer::panels) {
        return;
    }
    const OpenPicture picture = open_picture(app);
    const float raised = app.race.under_way ? above_race(picture) : above_legend(app, picture);
    draw_toasts(drawing(), app, Addressee::speaker, picture, picture.to.y - scaled(18) - raised);
}

void stage_notices(const AppState& app) {
    const OpenPicture picture = open_picture(app);
    const float edge = 0.03F * picture.height();
    const float raised = app.race.under_way ? above_race(picture) : app.get<TimeView>().stage_foot;
    ImGui::PushFont(nullptr,
                    notice_type * ImGui::GetIO().DisplaySize.y / ImGui::GetStyle().FontScaleMain);
    draw_toasts(*ImGui::GetBackgroundDrawList(), app, Addressee::everyone, picture,
                picture.to.y - edge - raised);
    ImGui::PopFont();
}

// At the right, where nothing else is: under the stage's badge, else at the foot of the picture.
// The video has none.
void recording_mark(AppState& app) {
    if (!app.get<RecordingStatus>().under_way && !app.get<RecordingStatus>().finishing) {
        return;
    }
    const OpenPicture picture = open_picture(app);
    const bool stage = app.view.layer == Layer::stage;
    // Half as large as what an audience reads.
    const float type =
        stage ? std::max(0.02F * picture.height(), scaled(text_height)) : scaled(text_height);
    ImGui::PushFont(number_font(), type / ImGui::GetStyle().FontScaleMain);
    const std::string text = words_of(app.get<RecordingStatus>());
    const ImVec2 extent = ImGui::CalcTextSize(text.c_str());
    const float radius = 0.3F * type;
    const float pad = 0.45F * type;
    const float width = 2 * radius + pad + extent.x + 2 * pad;
    const float height = extent.y + pad;
    const float edge = 0.015F * picture.height();
    const ImVec2 from{picture.to.x - edge - width,
                      stage ? picture.from.y + 0.105F * picture.height()
                            : picture.to.y - std::max(edge, scaled(10)) - height};
    const ImVec2 to{from.x + width, from.y + height};
    ImDrawList& draw = *ImGui::GetForegroundDrawList();
    ImVec4 ground = ground_colour();
    ground.w = 0.86F;
    draw.AddRectFilled(from, to, faded(ground), (to.y - from.y) / 2);
    const float middle = (from.y + to.y) / 2;
    draw.AddCircleFilled({from.x + pad + radius, middle}, radius,
                         app.get<RecordingStatus>().finishing ? faded(quiet_colour())
                                                              : IM_COL32(240, 60, 50, 255));
    draw.AddText({from.x + 2 * pad + 2 * radius, middle - extent.y / 2}, faded(text_colour()),
                 text.c_str());
    ImGui::PopFont();
}

} // namespace orrery
