#include "app/panels/controls.hpp"

#include "app/language/tr.hpp"
#include "app/state/app_state.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace orrery {
namespace {

constexpr float pi = std::numbers::pi_v<float>;

// Points in a square from -1 to 1: of a stroke that is so wide, or (0) of what is filled.
struct Shape {
    float stroke;
    std::vector<ImVec2> points;
};

Shape triangle(float left, float right) { // with its tip at `right`
    return {0, {{left, -0.85F}, {right, 0}, {left, 0.85F}}};
}

Shape bar(float left, float right) {
    return {0, {{left, -0.85F}, {right, -0.85F}, {right, 0.85F}, {left, 0.85F}}};
}

Shape arc(float from, float to) {
    constexpr int pieces = 24;
    Shape shape{0.26F, {}};
    for (int i = 0; i <= pieces; ++i) {
        const float angle = from + (to - from) * static_cast<float>(i) / pieces;
        shape.points.push_back({0.72F * std::cos(angle), 0.72F * std::sin(angle)});
    }
    return shape;
}

const std::vector<Shape>& shapes_of(Icon icon) {
    static const std::vector<std::vector<Shape>> shapes{
        {triangle(-0.6F, 0.85F)},
        {bar(-0.7F, -0.2F), bar(0.2F, 0.7F)},
        // The bar behind the triangle: before it, it would be the sign for the end.
        {bar(-0.8F, -0.5F), triangle(-0.35F, 0.85F)},
        {bar(0.5F, 0.8F), triangle(0.35F, -0.85F)},
        {triangle(0.05F, -0.95F), triangle(0.95F, -0.05F)},
        {arc(-0.35F * pi, 1.25F * pi), {0, {{-0.05F, -1.1F}, {-0.05F, -0.1F}, {-0.85F, -0.75F}}}},
        {{0.2F, {{-0.8F, -0.6F}, {0.8F, -0.6F}}},
         {0.2F, {{-0.8F, 0}, {0.8F, 0}}},
         {0.2F, {{-0.8F, 0.6F}, {0.8F, 0.6F}}}},
        {{0.25F, {{-0.6F, -0.3F}, {0, 0.35F}, {0.6F, -0.3F}}}},
        {{0.28F, {{-0.7F, 0.05F}, {-0.2F, 0.6F}, {0.75F, -0.6F}}}},
        {{0.28F, {{-0.6F, -0.6F}, {0.6F, 0.6F}}}, {0.28F, {{-0.6F, 0.6F}, {0.6F, -0.6F}}}}};
    return shapes[static_cast<std::size_t>(icon)];
}

} // namespace

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

void text_in(ImFont* font, float height, const ImVec4& colour, const std::string& text) {
    const FontScope scope(font, height);
    ImGui::TextColored(colour, "%s", text.c_str());
}

void wrapped(ImFont* font, float height, const ImVec4& colour, const std::string& text) {
    ImGui::PushTextWrapPos(0);
    text_in(font, height, colour, text);
    ImGui::PopTextWrapPos();
}

void number_text(const std::string& text) {
    number_text(text_colour(), text);
}

void number_text(const ImVec4& colour, const std::string& text) {
    text_in(number_font(), 0, colour, text);
}

void strong_text(const std::string& text, const ImVec4& colour) {
    text_in(strong_font(), 0, colour, text);
}

void heading(const char* text) {
    ImGui::Dummy({0, scaled(2)});
    strong_text(tr(text));
}

void small_text(const ImVec4& colour, const std::string& text) {
    text_in(nullptr, small_text_height, colour, tr(text));
}

void small_paragraph(const ImVec4& colour, const std::string& text) {
    wrapped(nullptr, small_text_height, colour, tr(text));
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
    const FontScope scope(number_font(), small_text_height);
    return std::max(ImGui::CalcTextSize(key.c_str()).x + scaled(12), scaled(22));
}

float draw_key(ImDrawList& draw, const ImVec2& from, const std::string& shortcut, float alpha) {
    const float width = key_width(shortcut);
    const std::string key = spoken_keys(shortcut);
    const float height = ImGui::GetTextLineHeight() + scaled(2);
    const ImVec2 to{from.x + width, from.y + height};
    draw.AddRectFilled(from, to, ImGui::GetColorU32({0.17F, 0.18F, 0.21F, 0.95F * alpha}),
                       scaled(4));
    draw.AddRect(from, to, ImGui::GetColorU32({0.34F, 0.36F, 0.41F, 0.9F * alpha}), scaled(4));
    const FontScope scope(number_font(), small_text_height);
    const ImVec2 extent = ImGui::CalcTextSize(key.c_str());
    draw.AddText({from.x + (width - extent.x) / 2, from.y + (height - extent.y) / 2},
                 ImGui::GetColorU32({0.93F, 0.94F, 0.96F, alpha}), key.c_str());
    return width;
}

void draw_icon(ImDrawList& draw, Icon icon, const ImVec2& centre, float size, ImU32 colour) {
    for (const Shape& shape : shapes_of(icon)) {
        for (const ImVec2& point : shape.points) {
            draw.PathLineTo({centre.x + size / 2 * point.x, centre.y + size / 2 * point.y});
        }
        if (shape.stroke > 0) {
            draw.PathStroke(colour, shape.stroke * size / 2);
        } else {
            draw.PathFillConvex(colour);
        }
    }
}

void icon_item(Icon icon, const ImVec4& colour) {
    const float side = ImGui::GetTextLineHeight();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::Dummy({side, side});
    draw_icon(*ImGui::GetWindowDrawList(), icon, {corner.x + side / 2, corner.y + side / 2},
              0.75F * side, ImGui::GetColorU32(colour));
}

namespace {

void icon_button(const Actions& actions, std::string_view id, Icon icon) {
    const Action& action = actions.find(id);
    const ImVec4 colour = action.is_checked() ? accent_colour() : text_colour();
    ImGui::BeginDisabled(!action.is_enabled());
    const bool pressed = plain_icon_button(action.id.c_str(), icon, colour);
    ImGui::EndDisabled();
    tip(tooltip_text(action));
    if (pressed) {
        action.run();
    }
}

} // namespace

void transport_buttons(const AppState& app, float gap) {
    icon_button(app.actions, "simulation.step_back", Icon::step_back);
    ImGui::SameLine();
    icon_button(app.actions, "simulation.pause", app.settings.running ? Icon::pause : Icon::play);
    ImGui::SameLine();
    icon_button(app.actions, "simulation.step", Icon::step);
    ImGui::SameLine(0, gap);
    icon_button(app.actions, "simulation.reverse", Icon::backwards);
    ImGui::SameLine();
    icon_button(app.actions, "simulation.reset", Icon::reset);
    if (app.status.loading || (!app.status.loaded && !app.status.error)) {
        ImGui::SameLine(0, gap);
        ImGui::AlignTextToFramePadding();
        spinner();
    }
}

void action_toggle(const Actions& actions, std::string_view id, const char* name) {
    const Action& action = actions.find(id);
    bool on = action.is_checked();
    if (toggle(("##" + action.id).c_str(), on)) {
        actions.run(Command{action.id});
    }
    if (*name != '\0') {
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted(tr(name));
    }
    tip(tooltip_text(action));
}

bool plain_icon_button(const char* id, Icon icon, const ImVec4& colour) {
    const float side = ImGui::GetFrameHeight();
    ImGui::PushID(id);
    const bool pressed = ImGui::Button("##icon", {side, side});
    ImGui::PopID();
    const ImVec2 corner = ImGui::GetItemRectMin();
    draw_icon(*ImGui::GetWindowDrawList(), icon, {corner.x + side / 2, corner.y + side / 2},
              0.46F * side, ImGui::GetColorU32(colour));
    return pressed;
}

void spinner() {
    const float side = ImGui::GetTextLineHeight();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::Dummy({side, side});
    const auto turn = static_cast<float>(std::fmod(ImGui::GetTime(), 1.0)) * 2 * pi;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.PathArcTo({corner.x + side / 2, corner.y + side / 2}, 0.38F * side, turn, turn + 1.4F * pi,
                   24);
    draw.PathStroke(ImGui::GetColorU32(accent_colour()), scaled(2));
}

} // namespace orrery
