// Icons, and the buttons that have them.

#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/theme.hpp"
#include "app/state/app_state.hpp"

#include <cmath>
#include <numbers>
#include <vector>

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

void icon_button(const Actions& actions, std::string_view id, Icon icon,
                 std::optional<ImVec4> colour) {
    const Action& action = actions.find(id);
    const ImVec4 usual = action.is_checked() ? accent_colour() : text_colour();
    ImGui::BeginDisabled(!action.is_enabled());
    const bool pressed = plain_icon_button(action.id.c_str(), icon, colour.value_or(usual));
    ImGui::EndDisabled();
    tip(tooltip_text(action));
    if (pressed) {
        action.run();
    }
}

void transport_buttons(const AppState& app, float gap) {
    icon_button(app.actions, "simulation.step_back", Icon::step_back);
    ImGui::SameLine();
    if (app.settings.running) {
        icon_button(app.actions, "simulation.pause", Icon::pause);
    } else {
        icon_button(app.actions, "simulation.pause", Icon::play, accent_colour());
    }
    ImGui::SameLine();
    icon_button(app.actions, "simulation.step", Icon::step);
    ImGui::SameLine(0, gap);
    icon_button(app.actions, "simulation.reverse", Icon::backwards);
    ImGui::SameLine();
    icon_button(app.actions, "simulation.reset", Icon::reset);
    if (app.status.loading || !app.status.loaded) {
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
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(tr(name));
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
