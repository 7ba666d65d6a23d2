// What the hand does, over the picture.
#include "app/hand/hand.hpp"
#include "app/state/hand.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/number_control.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/theme.hpp"
#include "app/state/body_edits.hpp"
#include "app/state/body_units.hpp"

#include <imgui.h>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace orrery {
namespace {

constexpr ImVec4 path_colour{1.0F, 0.84F, 0.47F, 1.0F};
constexpr ImVec4 plane_colour{0.62F, 0.72F, 0.86F, 1.0F};

constexpr float stage_type = 0.042F; // of the picture's height

// Rings and a cross in the plane that faces the camera, around where the pull begins.
void draw_plane(const PictureView& view, const glm::dvec3& origin) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const glm::dquat& eye = view.camera.pose().orientation;
    const glm::dvec3 right = eye * glm::dvec3(1, 0, 0), up = eye * glm::dvec3(0, 1, 0);
    const double step = round_length(0.5 * visible_half_height(view.camera));
    constexpr int rings = 3, corners = 72;
    for (int ring = 1; ring <= rings; ++ring) {
        for (int k = 0; k <= corners; ++k) {
            const double angle = 2 * 3.14159265358979 * k / corners;
            const glm::dvec3 place =
                origin + ring * step * (std::cos(angle) * right + std::sin(angle) * up);
            if (const auto seen = seen_in(view, place)) {
                draw.PathLineTo(seen->at);
            }
        }
        draw.PathStroke(faded(plane_colour, 0.26F - 0.06F * static_cast<float>(ring)), scaled(1));
    }
    for (const glm::dvec3& way : {right, up}) {
        const auto from = seen_in(view, origin - rings * step * way);
        const auto to = seen_in(view, origin + rings * step * way);
        if (from && to) {
            draw.AddLine(from->at, to->at, faded(plane_colour, 0.12F), scaled(1));
        }
    }
}

void draw_path(const PictureView& view, const std::vector<glm::dvec3>& path) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    for (std::size_t k = 1; k < path.size(); ++k) {
        const auto from = seen_in(view, path[k - 1]), to = seen_in(view, path[k]);
        if (from && to) {
            const float left = 1 - static_cast<float>(k) / static_cast<float>(path.size());
            draw.AddLine(from->at, to->at, faded(path_colour, 0.1F + 0.75F * left), scaled(2));
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
    const bool on_stage = app.view.layer == Layer::stage;
    ImGui::PushFont(strong_font(), on_stage ? stage_type * ImGui::GetIO().DisplaySize.y /
                                                  ImGui::GetStyle().FontScaleMain
                                            : 1.25F * text_height);
    const ImVec2 extent = ImGui::CalcTextSize(words.c_str());
    const float pad = scaled(6);
    const float gap = scaled(12);
    const ImVec2 at = kept_in(
        open_picture(app),
        {to.x >= from.x ? to.x + gap : to.x - gap - extent.x, to.y - extent.y / 2}, extent, pad);
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw.AddRectFilled({at.x - pad, at.y - pad / 2},
                       {at.x + extent.x + pad, at.y + extent.y + pad / 2},
                       faded(ImGui::GetStyle().Colors[ImGuiCol_PopupBg], 0.8F), scaled(5));
    draw.AddText(at, faded(ImGui::GetStyle().Colors[ImGuiCol_Text]), words.c_str());
    ImGui::PopFont();
}

constexpr float width = 330;

// Half, twice, or typed. What it became; unset: nothing was done.
std::optional<double> mass_row(AppState& app, double mass) {
    std::optional<double> chosen;
    const ShownUnit unit = mass_unit(app.units);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(quiet_colour(), "%s%s%s", tr("mass"), unit.name.empty() ? "" : ", ",
                       unit.name.c_str());
    ImGui::SameLine();
    const float buttons = 2 * (scaled(38) + ImGui::GetStyle().ItemSpacing.x);
    fill_line(buttons);
    double typed = unit.factor * mass;
    if (ImGui::InputDouble("##mass", &typed, 0, 0, "%.6g", ImGuiInputTextFlags_EnterReturnsTrue)) {
        chosen = typed / unit.factor;
    }
    tip("Type a mass, then Enter");
    ImGui::SameLine();
    if (ImGui::Button("÷2", {scaled(38), 0})) {
        chosen = mass / 2;
    }
    ImGui::SameLine();
    if (ImGui::Button("×2", {scaled(38), 0})) {
        chosen = 2 * mass;
    }
    return chosen;
}

void held_body(AppState& app, std::size_t body) {
    const std::string name = spoken_body(app, body);
    const bool numbered = name.find_first_not_of("0123456789") == std::string::npos;
    ImGui::PushFont(strong_font(), 0);
    ImGui::TextUnformatted((numbered ? tr_format("Body {}", name) : tr_name(name)).c_str());
    ImGui::PopFont();
    if (const auto mass = mass_row(app, app.get<Hand>().held_mass)) {
        if (app.actions.run({"bodies.mass", fmt::format("{} {:.9g}", name, *mass)})) {
            app.get<Hand>().looked_at = -1;
        } else {
            app.say("A mass must be between 0 and 1e30", true);
        }
    }
    app.actions.button("hand.delete", "Delete");
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    small_text(quiet_colour(), "drag it to give it a velocity");
}

void thrown_body(AppState& app) {
    ImGui::PushFont(strong_font(), 0);
    ImGui::TextUnformatted(tr("Hand"));
    ImGui::PopFont();
    if (const auto mass = mass_row(app, app.get<Hand>().thrown_mass())) {
        if (!app.actions.run({"hand.mass", fmt::format("{:.9g}", *mass)})) {
            app.say("A mass must be between 0 and 1e30", true);
        }
    }
    small_text(quiet_colour(), app.get<Hand>().drag ? "the wheel changes the mass"
                                                    : "drag to throw a body, click one to hold it");
}

} // namespace

void hand_layer(const AppState& app) {
    const Hand& hand = app.get<Hand>();
    if (!hand.active) {
        return;
    }
    const PictureView view = whole_view(app.camera);
    if (hand.held && hand.held_place && !hand.drag) {
        if (const auto seen = seen_in(view, *hand.held_place)) {
            draw_follow_ring(seen->at, scaled(15));
        }
    }
    if (!hand.drag) {
        return;
    }
    const HandDrag& drag = *hand.drag;
    draw_plane(view, drag.from);
    draw_path(view, hand.path);
    const auto from = seen_in(view, drag.from), to = seen_in(view, drag.to);
    if (!from || !to) {
        return;
    }
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw_follow_ring(from->at, scaled(drag.grabbed ? 15 : 6));
    if (drag.moved && hand.speed_a_length > 0) {
        const float width = app.view.layer == Layer::stage ? scaled(4.5F) : scaled(3);
        draw_arrow(draw, from->at, to->at, IM_COL32(0, 0, 0, 170), 2 * width);
        draw_arrow(draw, from->at, to->at, faded(accent_colour()), width);
        const double speed = glm::length(pulled_velocity(hand));
        write_beside(app, from->at, to->at, spoken_speed(speed, app.units));
    }
}

void hand_card(AppState& app) {
    const Hand& hand = app.get<Hand>();
    if (!hand.active || !app.status.loaded || app.view.layer != Layer::panels) {
        return;
    }
    const OpenPicture picture = open_picture(app);
    const float inset = scaled(14);
    ImGui::SetNextWindowPos({picture.from.x + inset, picture.from.y + inset}, ImGuiCond_Always);
    ImGui::SetNextWindowSize({std::min(scaled(width), picture.width() - 2 * inset), 0});
    ImGui::SetNextWindowBgAlpha(0.9F);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(scaled(12), scaled(10)));
    const bool open = ImGui::Begin("##hand", nullptr, message_flags);
    ImGui::PopStyleVar();
    if (open) {
        const auto body =
            hand.held ? app.catalogue.numbers.find(*hand.held, app.status.count) : std::nullopt;
        if (body) {
            held_body(app, *body);
        } else {
            thrown_body(app);
        }
    }
    ImGui::End();
}

} // namespace orrery
