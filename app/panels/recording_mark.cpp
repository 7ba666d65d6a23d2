// A red dot with time and frames, while a video is recorded; what is left to do, while it is
// finished.

#include "app/language/tr.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/state/recording_status.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace orrery {
namespace {

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
    ImVec4 ground = ImGui::GetStyle().Colors[ImGuiCol_PopupBg];
    ground.w = 0.86F;
    draw.AddRectFilled(from, to, faded(ground), (to.y - from.y) / 2);
    const float middle = (from.y + to.y) / 2;
    draw.AddCircleFilled({from.x + pad + radius, middle}, radius,
                         app.get<RecordingStatus>().finishing ? faded(quiet_colour())
                                                              : IM_COL32(240, 60, 50, 255));
    draw.AddText({from.x + 2 * pad + 2 * radius, middle - extent.y / 2},
                 faded(ImGui::GetStyle().Colors[ImGuiCol_Text]), text.c_str());
    ImGui::PopFont();
}

} // namespace orrery
