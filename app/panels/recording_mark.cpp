// A red dot with time and frames, while a video is recorded.

#include "app/panels/open_picture.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>

#include <cstdio>
#include <string>

namespace orrery {
namespace {

std::string words_of(const RecordingStatus& recording) {
    char text[64];
    const auto seconds = static_cast<unsigned>(recording.seconds);
    std::snprintf(text, sizeof text, "%u:%02u   %zu frames", seconds / 60, seconds % 60,
                  recording.frames);
    return text;
}

} // namespace

// At the upper edge of the picture, between the stage's title and its badge. The video has none.
void recording_mark(AppState& app) {
    if (!app.recording.under_way) {
        return;
    }
    const OpenPicture picture = open_picture(app);
    ImGui::PushFont(number_font(), 0);
    const std::string text = words_of(app.recording);
    const ImVec2 extent = ImGui::CalcTextSize(text.c_str());
    const float radius = scaled(5);
    const float pad = scaled(8);
    const float width = 2 * radius + pad + extent.x + 2 * pad;
    const ImVec2 from{picture.centre() - width / 2, picture.from.y + pad};
    const ImVec2 to{from.x + width, from.y + extent.y + pad};
    ImDrawList& draw = *ImGui::GetForegroundDrawList();
    ImVec4 ground = ImGui::GetStyle().Colors[ImGuiCol_PopupBg];
    ground.w = 0.86F;
    draw.AddRectFilled(from, to, faded(ground), (to.y - from.y) / 2);
    const float middle = (from.y + to.y) / 2;
    draw.AddCircleFilled({from.x + pad + radius, middle}, radius, IM_COL32(240, 60, 50, 255));
    draw.AddText({from.x + 2 * pad + 2 * radius, middle - extent.y / 2},
                 faded(ImGui::GetStyle().Colors[ImGuiCol_Text]), text.c_str());
    ImGui::PopFont();
}

} // namespace orrery
