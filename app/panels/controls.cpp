#include "app/panels/controls.hpp"

#include "app/language/tr.hpp"
#include "app/panels/theme.hpp"
#include "app/state/actions.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <array>

namespace orrery {

bool begin_panel(const char* title, const char* id) {
    const std::string name = id == nullptr ? tr_id(title) : std::string(tr(title)) + "###" + id;
    return ImGui::Begin(name.c_str(), nullptr, ImGuiWindowFlags_NoFocusOnAppearing);
}

void row(const char* name, const std::string& tooltip, float column) {
    ImGui::AlignTextToFramePadding();
    const float left = ImGui::GetCursorPosX();
    ImGui::TextColored(quiet_colour(), "%s", tr(name));
    tip(tooltip);
    ImGui::SameLine();
    const float behind_name = ImGui::GetCursorPosX();
    ImGui::SetCursorPosX(std::max(left + scaled(column), behind_name));
    fill_line();
}

void item_width(float pixels) {
    ImGui::SetNextItemWidth(std::max(pixels, ImGui::GetFrameHeight()));
}

void fill_line(float space_after) {
    item_width(ImGui::GetContentRegionAvail().x - space_after);
}

void number_text(const std::string& text) {
    number_text(text_colour(), text);
}

void number_text(const ImVec4& colour, const std::string& text) {
    ImGui::PushFont(number_font(), 0);
    ImGui::TextColored(colour, "%s", text.c_str());
    ImGui::PopFont();
}

void strong_text(const std::string& text, const ImVec4& colour) {
    ImGui::PushFont(strong_font(), 0);
    ImGui::TextColored(colour, "%s", text.c_str());
    ImGui::PopFont();
}

void heading(const char* text) {
    ImGui::Dummy({0, scaled(2)});
    strong_text(tr(text));
}

void small_text(const ImVec4& colour, const std::string& text) {
    ImGui::PushFont(nullptr, small_text_height);
    ImGui::TextColored(colour, "%s", tr(text).c_str());
    ImGui::PopFont();
}

void small_paragraph(const ImVec4& colour, const std::string& text) {
    ImGui::PushTextWrapPos(0);
    small_text(colour, text);
    ImGui::PopTextWrapPos();
}

void small_text_to_edge(const ImVec4& colour, const std::string& text) {
    const std::string words = tr(text);
    ImGui::PushFont(nullptr, small_text_height);
    const ImVec2 size = ImGui::CalcTextSize(words.c_str());
    const float room = ImGui::GetContentRegionAvail().x;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float down = ImGui::GetCurrentWindow()->DC.CurrLineTextBaseOffset;
    ImGui::Dummy({std::max(std::min(size.x, room), 1.0F), size.y + down});
    line_in(*ImGui::GetWindowDrawList(), {corner.x, corner.y + down}, corner.x + room, colour,
            words);
    ImGui::PopFont();
    if (size.x > room) {
        tip(words);
    }
}

void line_in(ImDrawList& draw, const ImVec2& from, float right, const ImVec4& colour,
             const std::string& text) {
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    const ImVec2 end{right, from.y + ImGui::GetTextLineHeight()};
    ImGui::RenderTextEllipsis(&draw, from, end, right, text.c_str(), nullptr, nullptr);
    ImGui::PopStyleColor();
}

std::optional<ImVec2> FreePlaces::take(std::initializer_list<ImVec2> corners, const ImVec2& extent,
                                       float apart) {
    for (const ImVec2& corner : corners) {
        const glm::vec4 place(corner.x, corner.y, corner.x + extent.x, corner.y + extent.y);
        const bool inside =
            place.x >= room.x && place.y >= room.y && place.z <= room.z && place.w <= room.w;
        const auto meets = [&](const glm::vec4& other) {
            return other.x < place.z + apart && other.z > place.x - apart &&
                   other.y < place.w + apart && other.w > place.y - apart;
        };
        if (inside && std::none_of(taken.begin(), taken.end(), meets)) {
            taken.push_back(place);
            return corner;
        }
    }
    return std::nullopt;
}

bool segments(const char* id, std::span<const std::string> names, std::size_t& chosen,
              std::span<const std::string> reasons, float width) {
    ImGui::PushID(id);
    ImGui::BeginGroup();
    const float whole = width > 0 ? width : ImGui::GetContentRegionAvail().x;
    const float part = whole / static_cast<float>(names.size());
    const float height = ImGui::GetFrameHeight();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const float rounding = ImGui::GetStyle().FrameRounding;
    draw.AddRectFilled(corner, {corner.x + whole, corner.y + height},
                       ImGui::GetColorU32(ImGuiCol_FrameBg), rounding);
    const std::size_t before = chosen;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string reason = i < reasons.size() ? reasons[i] : std::string();
        ImGui::BeginDisabled(!reason.empty());
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::InvisibleButton(names[i].c_str(), {part, height})) {
            chosen = i;
        }
        tip(reason);
        const ImVec2 from = ImGui::GetItemRectMin();
        const ImVec2 to = ImGui::GetItemRectMax();
        const float lit = animated("lit", i == chosen ? 1.0F : 0.0F);
        if (ImGui::IsItemHovered() && i != chosen) {
            draw.AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_FrameBgHovered), rounding);
        }
        draw.AddRectFilled(from, to, faded(accent_colour(), 0.26F * lit), rounding);
        const std::string name = tr(names[i]);
        const ImVec2 extent = ImGui::CalcTextSize(name.c_str());
        const ImVec4 colour = i == chosen ? text_colour() : quiet_colour();
        line_in(draw,
                {std::max(from.x + (part - extent.x) / 2, from.x + scaled(3)),
                 from.y + (height - extent.y) / 2},
                to.x - scaled(1), colour, name);
        ImGui::PopID();
        ImGui::EndDisabled();
        if (i + 1 < names.size()) {
            ImGui::SameLine(0, 0);
        }
    }
    ImGui::EndGroup();
    ImGui::PopID();
    return chosen != before;
}

bool either(const char* id, const char* off_name, const char* on_name, bool& on, float width) {
    std::size_t chosen = on ? 1 : 0;
    const bool changed =
        segments(id, std::array<std::string, 2>{off_name, on_name}, chosen, {}, width);
    on = chosen == 1;
    return changed;
}

bool menu_line(const MenuLine& line) {
    ImGui::BeginDisabled(!line.reason.empty());
    const bool taken = ImGui::Selectable(tr_id(line.name).c_str(), line.chosen);
    ImGui::EndDisabled();
    tip(line.reason.empty() ? line.tooltip : line.reason);
    return taken;
}

bool toggle(const char* id, bool& value) {
    const float height = ImGui::GetFrameHeight();
    const ImVec2 size{scaled(36), height};
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const bool changed = ImGui::InvisibleButton(id, size);
    if (changed) {
        value = !value;
    }
    ImGui::PushID(id);
    const float on = animated("on", value ? 1.0F : 0.0F);
    ImGui::PopID();
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const float half = scaled(9);
    const float middle = corner.y + height / 2;
    const ImVec2 from{corner.x, middle - half};
    const ImVec2 to{corner.x + size.x, middle + half};
    draw.AddRectFilled(from, to,
                       ImGui::GetColorU32(ImGui::IsItemHovered() ? ImGuiCol_FrameBgActive
                                                                 : ImGuiCol_FrameBgHovered),
                       half);
    draw.AddRectFilled(from, to, faded(accent_colour(), 0.85F * on), half);
    draw.AddCircleFilled({corner.x + half + on * (size.x - 2 * half), middle}, half - scaled(2.5F),
                         ImGui::GetColorU32({0.93F, 0.94F, 0.96F, 1}));
    return changed;
}

float key_width(const std::string& shortcut) {
    const std::string key = spoken_keys(shortcut);
    ImGui::PushFont(number_font(), small_text_height);
    const float width = ImGui::CalcTextSize(key.c_str()).x + scaled(12);
    ImGui::PopFont();
    return std::max(width, scaled(22));
}

float draw_key(ImDrawList& draw, const ImVec2& from, const std::string& shortcut, float alpha) {
    const float width = key_width(shortcut);
    const std::string key = spoken_keys(shortcut);
    const float height = ImGui::GetTextLineHeight() + scaled(2);
    const ImVec2 to{from.x + width, from.y + height};
    draw.AddRectFilled(from, to, ImGui::GetColorU32({0.17F, 0.18F, 0.21F, 0.95F * alpha}),
                       scaled(4));
    draw.AddRect(from, to, ImGui::GetColorU32({0.34F, 0.36F, 0.41F, 0.9F * alpha}), scaled(4));
    ImGui::PushFont(number_font(), small_text_height);
    const ImVec2 extent = ImGui::CalcTextSize(key.c_str());
    draw.AddText({from.x + (width - extent.x) / 2, from.y + (height - extent.y) / 2},
                 ImGui::GetColorU32({0.93F, 0.94F, 0.96F, alpha}), key.c_str());
    ImGui::PopFont();
    return width;
}

} // namespace orrery
