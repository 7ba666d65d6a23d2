#include "app/panels/controls.hpp"
#include "app/panels/overlay_window.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/state/action_table.hpp"

#include <imgui.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery {
namespace {

using KeyRow = std::pair<std::string, std::string>; // key, what it does

struct Section {
    std::string title;
    std::vector<KeyRow> rows;
};

std::vector<Section> sections(const Actions& actions) {
    std::vector<Section> list{{"Mouse", {}}};
    for (const MouseRow& row : mouse_rows()) {
        list.front().rows.emplace_back(row.gesture, row.effect);
    }
    for (const ActionRow& row : action_rows(actions)) {
        if (row.shortcut.empty()) {
            continue;
        }
        if (list.back().title != row.menu) {
            list.push_back({row.menu, {}});
        }
        list.back().rows.emplace_back(row.shortcut, row.label);
    }
    return list;
}

// "Ctrl+1 … 9" and "Right or Shift+drag" are one cap as they stand; what is no key is plain text.
void draw_section(const Section& section, bool keys) {
    const float indent = ImGui::GetCursorPosX() + scaled(keys ? 112.0F : 164.0F);
    ImGui::PushFont(strong_font(), 0);
    ImGui::TextColored(accent_colour(), "%s", section.title.c_str());
    ImGui::PopFont();
    for (const auto& [key, label] : section.rows) {
        if (keys) {
            draw_key(*ImGui::GetWindowDrawList(), ImGui::GetCursorScreenPos(), key);
            ImGui::Dummy({key_width(key), ImGui::GetTextLineHeight()});
        } else {
            ImGui::TextColored(quiet_colour(), "%s", key.c_str());
        }
        ImGui::SameLine();
        ImGui::SetCursorPosX(indent);
        ImGui::PushTextWrapPos(0); // the end of the column
        ImGui::TextUnformatted(label.c_str());
        ImGui::PopTextWrapPos();
    }
    ImGui::Dummy({0, scaled(6)});
}

std::size_t lines_of(const Section& section) {
    return section.rows.size() + 2;
}

// Darkens all that is around the current window, and draws its ground.
void draw_ground() {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    ImVec4 ground = ImGui::GetStyle().Colors[ImGuiCol_PopupBg];
    ground.w = 1;
    const ImVec2 corner = ImGui::GetWindowPos();
    const ImVec2 end{corner.x + ImGui::GetWindowWidth(), corner.y + ImGui::GetWindowHeight()};
    draw.PushClipRectFullScreen();
    draw.AddRectFilled({0, 0}, ImGui::GetIO().DisplaySize, faded({0, 0, 0, 0.6F}));
    draw.AddRectFilled(corner, end, faded(ground), scaled(8));
    draw.PopClipRect();
}

} // namespace

void help_overlay(AppState& app) {
    const std::vector<Section> list = sections(app.actions);
    std::size_t lines = 0;
    for (const Section& section : list) {
        lines += lines_of(section);
    }
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    // As many columns as the height asks for and the width allows.
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const float room = viewport.WorkSize.y - scaled(70);
    const float column_width = scaled(400);
    const int wanted =
        static_cast<int>(static_cast<float>(lines) * line / std::max(room, line)) + 2;
    const int allowed = std::max(1, static_cast<int>(viewport.WorkSize.x * 0.96F / column_width));
    const int columns = std::min(wanted, allowed);
    const float width =
        std::min(column_width * static_cast<float>(columns) + scaled(30), viewport.WorkSize.x);

    ImGui::SetNextWindowPos(viewport.GetWorkCenter(), ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::SetNextWindowSize({width, 0});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {viewport.WorkSize.x, viewport.WorkSize.y});
    ImGui::SetNextWindowBgAlpha(0);
    // Where even one column is higher than the window, it scrolls.
    constexpr ImGuiWindowFlags flags = overlay_flags & ~ImGuiWindowFlags_NoScrollbar;
    ImGui::Begin("##help", nullptr, flags);
    draw_ground();
    if (ImGui::BeginTable("##columns", columns)) {
        const std::size_t per_column = lines / static_cast<std::size_t>(columns) + 1;
        std::size_t filled = 0;
        ImGui::TableNextColumn();
        for (const Section& section : list) {
            const bool last = ImGui::TableGetColumnIndex() == columns - 1;
            if (filled > 0 && filled + lines_of(section) / 2 > per_column && !last) {
                ImGui::TableNextColumn();
                filled = 0;
            }
            draw_section(section, &section != &list.front());
            filled += lines_of(section);
        }
        ImGui::EndTable();
    }
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ImGui::IsWindowHovered()) {
        app.view.show_help = false;
    }
    ImGui::End();
}

} // namespace orrery
