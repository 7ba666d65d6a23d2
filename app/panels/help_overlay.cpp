#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/state/actions.hpp"

#include <imgui.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

namespace orrery {
namespace {

struct Line {
    enum class Kind { title, gesture, key };
    Kind kind;
    std::string text;     // what it does
    std::string key = {}; // "Ctrl+1 … 9", "Right or Shift+drag"

    std::size_t height() const { // in lines of text
        constexpr std::size_t letters_a_line = 22;
        return kind == Kind::title     ? 2 // with the room in front of it
               : kind == Kind::gesture ? text.size() / letters_a_line + 1
                                       : 1;
    }
};

std::vector<Line> help_lines(const Actions& actions) {
    std::vector<Line> lines{{Line::Kind::title, tr("Mouse")}};
    for (const MouseRow& row : mouse_rows()) {
        lines.push_back({Line::Kind::gesture, tr(row.effect), tr(row.gesture)});
    }
    std::string menu;
    for (const ActionRow& row : action_rows(actions)) {
        if (row.shortcut.empty()) {
            continue;
        }
        if (row.menu != menu) {
            menu = row.menu;
            lines.push_back({Line::Kind::title, tr(menu)});
        }
        lines.push_back({Line::Kind::key, tr(row.label), row.shortcut});
    }
    return lines;
}

constexpr float column_width_at_scale_1 = 305;

// Keys are one cap as they stand; what is no key is plain text.
void draw_row(const Line& line) {
    const bool is_key = line.kind == Line::Kind::key;
    const float indent = ImGui::GetCursorPosX() + scaled(is_key ? 108.0F : 130.0F);
    if (is_key) {
        draw_key(*ImGui::GetWindowDrawList(), ImGui::GetCursorScreenPos(), line.key);
        ImGui::Dummy({key_width(line.key), ImGui::GetTextLineHeight()});
    } else {
        ImGui::PushTextWrapPos(indent - scaled(8));
        ImGui::TextColored(quiet_colour(), "%s", line.key.c_str());
        ImGui::PopTextWrapPos();
    }
    ImGui::SameLine();
    ImGui::SetCursorPosX(indent);
    ImGui::PushTextWrapPos(0); // the end of the column
    ImGui::TextUnformatted(line.text.c_str());
    ImGui::PopTextWrapPos();
}

// Columns of that many lines; a section goes on in the next one.
void draw_columns(const std::vector<Line>& lines, std::size_t lines_a_column) {
    constexpr std::size_t min_behind_title = 2;
    std::size_t filled = 0;
    ImGui::TableNextColumn();
    for (const Line& line : lines) {
        const bool title = line.kind == Line::Kind::title;
        if (filled + line.height() + (title ? min_behind_title : 0) > lines_a_column) {
            ImGui::TableNextColumn();
            filled = 0;
        }
        if (!title) {
            draw_row(line);
        } else {
            if (filled > 0) {
                ImGui::Dummy({0, scaled(6)});
            }
            strong_text(line.text, accent_colour());
        }
        filled += line.height();
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
    const std::vector<Line> list = help_lines(app.actions);
    const std::size_t lines = std::transform_reduce(list.begin(), list.end(), std::size_t{0},
                                                    std::plus(), std::mem_fn(&Line::height));
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
