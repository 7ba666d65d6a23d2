#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/state/actions.hpp"

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
    std::vector<Section> list{{tr("Mouse"), {}}};
    for (const MouseRow& row : mouse_rows()) {
        list.front().rows.emplace_back(tr(row.gesture), tr(row.effect));
    }
    for (const ActionRow& row : action_rows(actions)) {
        if (row.shortcut.empty()) {
            continue;
        }
        const std::string menu = tr(row.menu);
        if (list.back().title != menu) {
            list.push_back({menu, {}});
        }
        list.back().rows.emplace_back(row.shortcut, tr(row.label));
    }
    return list;
}

constexpr float column_width_at_scale_1 = 305;

// "Ctrl+1 … 9" and "Right or Shift+drag" are one cap as they stand; what is no key is plain text.
void draw_row(const KeyRow& row, bool keys) {
    const auto& [key, label] = row;
    const float indent = ImGui::GetCursorPosX() + scaled(keys ? 108.0F : 130.0F);
    if (keys) {
        draw_key(*ImGui::GetWindowDrawList(), ImGui::GetCursorScreenPos(), key);
        ImGui::Dummy({key_width(key), ImGui::GetTextLineHeight()});
    } else {
        ImGui::PushTextWrapPos(indent - scaled(8));
        ImGui::TextColored(quiet_colour(), "%s", key.c_str());
        ImGui::PopTextWrapPos();
    }
    ImGui::SameLine();
    ImGui::SetCursorPosX(indent);
    ImGui::PushTextWrapPos(0); // the end of the column
    ImGui::TextUnformatted(label.c_str());
    ImGui::PopTextWrapPos();
}

void draw_title(const std::string& title) {
    strong_text(title, accent_colour());
}

// What gestures do takes several lines.
std::size_t lines_of(const KeyRow& row, bool keys) {
    constexpr std::size_t letters_a_line = 22;
    return keys ? 1 : row.second.size() / letters_a_line + 1;
}

constexpr std::size_t lines_of_title = 2; // with the room in front of it

std::size_t lines_of(const std::vector<Section>& list) {
    std::size_t lines = 0;
    for (const Section& section : list) {
        lines += lines_of_title;
        for (const KeyRow& row : section.rows) {
            lines += lines_of(row, &section != &list.front());
        }
    }
    return lines;
}

// Columns of that many lines; a section goes on in the next one.
void draw_columns(const std::vector<Section>& list, std::size_t lines_a_column) {
    constexpr std::size_t min_behind_title = 2;
    std::size_t filled = 0;
    const auto make_room = [&](std::size_t lines) {
        if (filled + lines > lines_a_column) {
            ImGui::TableNextColumn();
            filled = 0;
        }
    };
    ImGui::TableNextColumn();
    for (const Section& section : list) {
        const bool keys = &section != &list.front();
        make_room(lines_of_title + min_behind_title);
        if (filled > 0) {
            ImGui::Dummy({0, scaled(6)});
        }
        draw_title(section.title);
        filled += lines_of_title;
        for (const KeyRow& row : section.rows) {
            make_room(lines_of(row, keys));
            draw_row(row, keys);
            filled += lines_of(row, keys);
        }
    }
}

// Darkens all that is around the current window, and draws its ground.
void draw_ground() {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    ImVec4 ground = ground_colour();
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
    const std::size_t lines = lines_of(list);
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    // As many columns as the height asks for and the width allows.
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const float room = viewport.WorkSize.y - scaled(70);
    const float column_width = scaled(column_width_at_scale_1);
    const int wanted =
        static_cast<int>(static_cast<float>(lines) * line / std::max(room, line)) + 2;
    const int allowed = std::max(1, static_cast<int>(viewport.WorkSize.x * 0.97F / column_width));
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
        constexpr std::size_t lines_lost_at_ends = 2;
        draw_columns(list, lines / static_cast<std::size_t>(columns) + lines_lost_at_ends);
        ImGui::EndTable();
    }
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ImGui::IsWindowHovered()) {
        app.view.show_help = false;
    }
    ImGui::End();
}

} // namespace orrery
