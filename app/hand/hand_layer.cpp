// What the hand does, over the picture.
#include "app/hand/hand.hpp"
#include "app/state/hand.hpp"

#include "app/numbers.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace orrery {
namespace {

constexpr ImVec4 path_colour{1.0F, 0.84F, 0.47F, 1.0F};
constexpr ImVec4 plane_colour{0.62F, 0.72F, 0.86F, 1.0F};

constexpr float stage_type = 0.042F; // of the picture's height

class OnScreen {
public:
    explicit OnScreen(const AppState& app) {
        const ImVec2 display = ImGui::GetIO().DisplaySize;
        size_ = display;
        to_clip_ = app.camera.projection(static_cast<double>(display.x) /
                                         static_cast<double>(std::max(display.y, 1.0F))) *
                   app.camera.view();
    }

    std::optional<ImVec2> operator()(const glm::dvec3& place) const {
        const glm::dvec4 clip = to_clip_ * glm::dvec4(place, 1);
        if (clip.w <= 0) {
            return std::nullopt;
        }
        return ImVec2{static_cast<float>((clip.x / clip.w + 1) / 2) * size_.x,
                      static_cast<float>((1 - clip.y / clip.w) / 2) * size_.y};
    }

private:
    ImVec2 size_;
    glm::dmat4 to_clip_;
};

// Rings and a cross in the plane that faces the camera, around where the pull begins.
void draw_plane(const AppState& app, const OnScreen& on_screen, const glm::dvec3& origin) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const glm::dquat& eye = app.camera.pose().orientation;
    const glm::dvec3 right = eye * glm::dvec3(1, 0, 0), up = eye * glm::dvec3(0, 1, 0);
    const double step = round_length(0.5 * visible_half_height(app.camera));
    constexpr int rings = 3, corners = 72;
    for (int ring = 1; ring <= rings; ++ring) {
        for (int k = 0; k <= corners; ++k) {
            const double angle = 2 * 3.14159265358979 * k / corners;
            const glm::dvec3 place =
                origin + ring * step * (std::cos(angle) * right + std::sin(angle) * up);
            if (const auto at = on_screen(place)) {
                draw.PathLineTo(*at);
            }
        }
        draw.PathStroke(faded(plane_colour, 0.26F - 0.06F * static_cast<float>(ring)), scaled(1));
    }
    for (const glm::dvec3& way : {right, up}) {
        const auto from = on_screen(origin - rings * step * way);
        const auto to = on_screen(origin + rings * step * way);
        if (from && to) {
            draw.AddLine(*from, *to, faded(plane_colour, 0.12F), scaled(1));
        }
    }
}

void draw_path(const AppState& app, const OnScreen& on_screen) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const std::vector<glm::dvec3>& path = app.get<Hand>().path;
    for (std::size_t k = 1; k < path.size(); ++k) {
        const auto from = on_screen(path[k - 1]), to = on_screen(path[k]);
        if (from && to) {
            const float left = 1 - static_cast<float>(k) / static_cast<float>(path.size());
            draw.AddLine(*from, *to, faded(path_colour, 0.1F + 0.75F * left), scaled(2));
        }
    }
}

void draw_arrow(ImDrawList& draw, const ImVec2& from, const ImVec2& to, ImU32 colour, float width) {
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    if (length <= 0) {
        return;
    }
    const ImVec2 along{(to.x - from.x) / length, (to.y - from.y) / length};
    const float head = std::min(scaled(16), 0.6F * length);
    const ImVec2 neck{to.x - head * along.x, to.y - head * along.y};
    draw.AddLine(from, neck, colour, width);
    draw.AddTriangleFilled(to, {neck.x - 0.45F * head * along.y, neck.y + 0.45F * head * along.x},
                           {neck.x + 0.45F * head * along.y, neck.y - 0.45F * head * along.x},
                           colour);
}

// Beside the arrow's tip, where all of it is in the open picture.
void write_beside(const AppState& app, const ImVec2& from, const ImVec2& to,
                  const std::string& words) {
    const OpenPicture picture = open_picture(app);
    const bool on_stage = app.view.layer == Layer::stage;
    ImGui::PushFont(strong_font(), on_stage ? stage_type * ImGui::GetIO().DisplaySize.y /
                                                  ImGui::GetStyle().FontScaleMain
                                            : 1.25F * text_height);
    const ImVec2 extent = ImGui::CalcTextSize(words.c_str());
    const float pad = scaled(6);
    const float gap = scaled(12);
    ImVec2 at{to.x >= from.x ? to.x + gap : to.x - gap - extent.x, to.y - extent.y / 2};
    at.x = std::clamp(at.x, picture.from.x + pad,
                      std::max(picture.to.x - extent.x - pad, picture.from.x + pad));
    at.y = std::clamp(at.y, picture.from.y + pad,
                      std::max(picture.to.y - extent.y - pad, picture.from.y + pad));
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw.AddRectFilled({at.x - pad, at.y - pad / 2},
                       {at.x + extent.x + pad, at.y + extent.y + pad / 2},
                       faded(ImGui::GetStyle().Colors[ImGuiCol_PopupBg], 0.8F), scaled(5));
    draw.AddText(at, faded(ImGui::GetStyle().Colors[ImGuiCol_Text]), words.c_str());
    ImGui::PopFont();
}

void draw_ring(const ImVec2& at, float radius) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw.AddCircle(at, radius, IM_COL32(0, 0, 0, 140), 0, scaled(4));
    draw.AddCircle(at, radius, faded(accent_colour()), 0, scaled(2));
}

} // namespace

void hand_layer(const AppState& app) {
    const Hand& hand = app.get<Hand>();
    if (!hand.active) {
        return;
    }
    const OnScreen on_screen(app);
    if (hand.held && hand.held_place && !hand.drag) {
        if (const auto at = on_screen(*hand.held_place)) {
            draw_ring(*at, scaled(15));
        }
    }
    if (!hand.drag) {
        return;
    }
    const HandDrag& drag = *hand.drag;
    draw_plane(app, on_screen, drag.from);
    draw_path(app, on_screen);
    const auto from = on_screen(drag.from), to = on_screen(drag.to);
    if (!from || !to) {
        return;
    }
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw_ring(*from, scaled(drag.grabbed ? 15 : 6));
    if (drag.moved && hand.speed_a_length > 0) {
        const float width = app.view.layer == Layer::stage ? scaled(4.5F) : scaled(3);
        draw_arrow(draw, *from, *to, IM_COL32(0, 0, 0, 170), 2 * width);
        draw_arrow(draw, *from, *to, faded(accent_colour()), width);
        write_beside(app, *from, *to, speed_words(app, glm::length(pulled_velocity(hand))));
    }
}

} // namespace orrery
