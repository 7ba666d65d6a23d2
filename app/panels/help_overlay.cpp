#include "app/panels/controls.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"

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

// Nine keys that do the same to nine places are one line.
bool is_further_bookmark(const Action& action) {
    const bool bookmark =
        action.id.starts_with("camera.view_") || action.id.starts_with("camera.store_");
    return bookmark && !action.id.ends_with("_1");
}

KeyRow row_of(const Action& action) {
    if (action.id == "camera.view_1") {
        return {"1 … 9", "Go to a stored view"};
    }
    if (action.id == "camera.store_1") {
        return {"Ctrl+1 … 9", "Store this view"};
    }
    return {action.shortcut, action.label};
}

std::vector<Section> sections(const Actions& actions) {
    std::vector<Section> list{{"Mouse",
                               {{"Drag", "Orbit; while flying: look"},
                                {"Right or Shift+drag", "Move sideways"},
                                {"Wheel", "Closer, farther"},
                                {"Double click", "Centre on a body"},
                                {"W A S D Q E", "Fly (V); Shift: faster"}}}};
    for (const Action& action : actions.all()) {
        if (action.shortcut.empty() || is_further_bookmark(action)) {
            continue;
        }
        auto section = std::find_if(list.begin(), list.end(), [&](const Section& known) {
            return known.title == action.menu;
        });
        if (section == list.end()) {
            section = list.insert(list.end(), {action.menu, {}});
        }
        section->rows.push_back(row_of(action));
    }
    return list;
}

void draw_section(const Section& section) {
    ImGui::PushFont(strong_font(), 0);
    ImGui::TextColored(accent_colour(), "%s", section.title.c_str());
    ImGui::PopFont();
    for (const auto& [key, label] : section.rows) {
        number_text(key);
        ImGui::SameLine(scaled(168));
        ImGui::TextUnformatted(label.c_str());
    }
    ImGui::Dummy({0, scaled(6)});
}

std::size_t lines_of(const Section& section) {
    return section.rows.size() + 2;
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
    ImGui::SetNextWindowBgAlpha(0.95F);
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoDocking |
                                       ImGuiWindowFlags_NoSavedSettings;
    if (ImGui::Begin("##help", nullptr, flags) && ImGui::BeginTable("##columns", columns)) {
        const std::size_t per_column = lines / static_cast<std::size_t>(columns) + 1;
        std::size_t filled = 0;
        ImGui::TableNextColumn();
        for (const Section& section : list) {
            const bool last = ImGui::TableGetColumnIndex() == columns - 1;
            if (filled > 0 && filled + lines_of(section) / 2 > per_column && !last) {
                ImGui::TableNextColumn();
                filled = 0;
            }
            draw_section(section);
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
