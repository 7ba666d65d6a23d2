// Icons, and the buttons that have them.

#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/theme.hpp"
#include "app/state/app_state.hpp"

#include <cmath>
#include <initializer_list>
#include <numbers>

namespace orrery {
namespace {

// Draws shapes given in a square from -1 to 1.
class Pen {
public:
    Pen(ImDrawList& draw, const ImVec2& centre, float size, ImU32 colour)
        : draw_(draw), centre_(centre), half_(size / 2), colour_(colour) {}

    void triangle(float left, float right) { // with its tip at `right`
        draw_.AddTriangleFilled(at(left, -0.85F), at(right, 0), at(left, 0.85F), colour_);
    }
    void bar(float left, float right) {
        draw_.AddRectFilled(at(left, -0.85F), at(right, 0.85F), colour_, 0.12F * half_);
    }
    void stroke(std::initializer_list<ImVec2> points, float width = 0.28F) {
        for (const ImVec2& point : points) {
            draw_.PathLineTo(at(point.x, point.y));
        }
        draw_.PathStroke(colour_, width * half_);
    }
    void arc(float from, float to) {
        draw_.PathArcTo(centre_, 0.72F * half_, from, to, 24);
        draw_.PathStroke(colour_, 0.26F * half_);
    }
    void filled(const ImVec2& a, const ImVec2& b, const ImVec2& c) {
        draw_.AddTriangleFilled(at(a.x, a.y), at(b.x, b.y), at(c.x, c.y), colour_);
    }

private:
    ImVec2 at(float x, float y) const { return {centre_.x + half_ * x, centre_.y + half_ * y}; }

    ImDrawList& draw_;
    ImVec2 centre_;
    float half_;
    ImU32 colour_;
};

constexpr float pi = std::numbers::pi_v<float>;

} // namespace

void draw_icon(ImDrawList& draw, Icon icon, const ImVec2& centre, float size, ImU32 colour) {
    Pen pen(draw, centre, size, colour);
    switch (icon) {
    case Icon::play:
        pen.triangle(-0.6F, 0.85F);
        break;
    case Icon::pause:
        pen.bar(-0.7F, -0.2F);
        pen.bar(0.2F, 0.7F);
        break;
    case Icon::step:
        // The bar behind the triangle: before it, it would be the sign for the end.
        pen.bar(-0.8F, -0.5F);
        pen.triangle(-0.35F, 0.85F);
        break;
    case Icon::step_back:
        pen.bar(0.5F, 0.8F);
        pen.triangle(0.35F, -0.85F);
        break;
    case Icon::backwards:
        pen.triangle(0.05F, -0.95F);
        pen.triangle(0.95F, -0.05F);
        break;
    case Icon::reset:
        pen.arc(-0.35F * pi, 1.25F * pi);
        pen.filled({-0.05F, -1.1F}, {-0.05F, -0.1F}, {-0.85F, -0.75F});
        break;
    case Icon::menu:
        for (const float y : {-0.6F, 0.0F, 0.6F}) {
            pen.stroke({{-0.8F, y}, {0.8F, y}}, 0.2F);
        }
        break;
    case Icon::down:
        pen.stroke({{-0.6F, -0.3F}, {0, 0.35F}, {0.6F, -0.3F}}, 0.25F);
        break;
    case Icon::tick:
        pen.stroke({{-0.7F, 0.05F}, {-0.2F, 0.6F}, {0.75F, -0.6F}});
        break;
    case Icon::cross:
        pen.stroke({{-0.6F, -0.6F}, {0.6F, 0.6F}});
        pen.stroke({{-0.6F, 0.6F}, {0.6F, -0.6F}});
        break;
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
