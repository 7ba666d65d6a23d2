#include "app/features/hand/hand.hpp"

#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/stage/stage_type.hpp"
#include "app/state/body_edits.hpp"
#include "app/state/body_units.hpp"
#include "app/state/hand.hpp"
#include "app/state/scene_space.hpp"
#include "render/picking.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace orrery {
namespace {

constexpr double grabbing_radius = 14; // pixels at scale 1
constexpr float smallest_pull = 5;     // pixels at scale 1 that mean a speed
constexpr double mass_a_notch = 1.4142135623730951;

// The place that is seen there, as far away as `origin` is.
glm::dvec3 on_plane(const AppState& app, const PictureArea& area, const ImVec2& mouse,
                    const glm::dvec3& origin) {
    const glm::dvec2 share((mouse.x - area.from.x) / area.size.x,
                           (mouse.y - area.from.y) / area.size.y);
    const double aspect = static_cast<double>(area.size.x) / static_cast<double>(area.size.y);
    const glm::dmat4 to_clip = app.camera.projection(aspect) * app.camera.view();
    const glm::dvec4 clip = to_clip * glm::dvec4(origin, 1);
    return glm::dvec3(glm::inverse(to_clip) * glm::dvec4((2 * share.x - 1) * clip.w,
                                                         (1 - 2 * share.y) * clip.w, clip.z,
                                                         clip.w));
}

void press(AppState& app, const BodyBuffer& bodies, const PictureArea& area, const ImVec2& mouse) {
    Hand& hand = app.get<Hand>();
    HandDrag drag;
    drag.pressed = {mouse.x, mouse.y};
    const PicturePixel pixel = pixel_of(app, area, mouse);
    const auto body = pick_body(bodies, app.camera, app.framebuffer, pixel.at,
                                grabbing_radius * pixel.scale * double{app.view.ui_scale});
    if (body && *body < app.status.count) {
        drag.grabbed = app.catalogue.numbers.at(*body);
        drag.from = body_position(bodies, *body);
        hand.held_place = drag.from;
    } else {
        drag.from = on_plane(app, area, mouse, app.camera.pose().centre);
    }
    drag.to = drag.from;
    hand.drag = drag;
}

void pull(AppState& app, const PictureArea& area, const ImVec2& mouse) {
    HandDrag& drag = *app.get<Hand>().drag;
    if (drag.grabbed && app.get<Hand>().held_place) {
        drag.from = *app.get<Hand>().held_place; // it goes on moving
    }
    drag.to = on_plane(app, area, mouse, drag.from);
    const float far = std::hypot(mouse.x - drag.pressed.x, mouse.y - drag.pressed.y);
    drag.moved = drag.moved || far >= scaled(smallest_pull);
}

void let_go(AppState& app) {
    Hand& hand = app.get<Hand>();
    const glm::dvec3 pulled = hand.pulled_velocity();
    const HandDrag drag = *std::exchange(hand.drag, std::nullopt);
    const std::string velocity = spoken_vector({pulled.x, pulled.y, pulled.z});
    if (!drag.moved) {
        hand.held = drag.grabbed;
    } else if (drag.grabbed) {
        if (const auto body = app.catalogue.numbers.find(*drag.grabbed, app.status.count)) {
            app.actions.run({"bodies.velocity", spoken_body(app, *body) + " " + velocity});
        }
    } else {
        app.actions.run(
            {"bodies.add",
             fmt::format("{:.6g} at {} velocity {}", hand.thrown_mass(),
                         spoken_vector({drag.from.x, drag.from.y, drag.from.z}), velocity)});
    }
}

} // namespace

void take_hand(AppState& app, const BodyBuffer& bodies, const PictureArea& area) {
    Hand& hand = app.get<Hand>();
    const ImGuiIO& io = ImGui::GetIO();
    if (!hand.active || app.race.under_way || area.size.y <= 0) {
        hand.drag.reset();
        return;
    }
    if (!hand.drag) {
        if (!io.WantCaptureMouse && !io.KeyShift && bodies.count() > 0 &&
            ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
            press(app, bodies, area, io.MousePos);
        }
        return;
    }
    if (ImGui::IsMousePosValid()) {
        pull(app, area, io.MousePos);
    }
    if (io.MouseWheel != 0 && !hand.drag->grabbed) {
        hand.mass = hand.thrown_mass() * std::pow(mass_a_notch, double{io.MouseWheel});
    }
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        let_go(app);
    }
}

namespace {

constexpr ImVec4 path_colour{1.0F, 0.84F, 0.47F, 1.0F};

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
    const StageText text{strong_font(),
                         app.view.layer == Layer::stage ? 0.042F * ImGui::GetIO().DisplaySize.y
                                                        : scaled(1.25F * text_height),
                         words};
    const ImVec2 extent = text.extent();
    const float pad = scaled(6);
    const float gap = scaled(12);
    const ImVec2 at = kept_in(
        open_picture(app),
        {to.x >= from.x ? to.x + gap : to.x - gap - extent.x, to.y - extent.y / 2}, extent, pad);
    ImGui::GetBackgroundDrawList()->AddRectFilled(
        {at.x - pad, at.y - pad / 2}, {at.x + extent.x + pad, at.y + extent.y + pad / 2},
        faded(ground_colour(), 0.8F), scaled(5));
    text.write(at);
}

// Half, twice, or typed: the command, behind whose first words the new mass stands.
void mass_row(AppState& app, double mass, const Command& command) {
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
    if (!chosen) {
        return;
    }
    app.get<Hand>().looked_at = -1;
    if (!app.actions.run({command.id, command.value + fmt::format("{:.9g}", *chosen)})) {
        app.say("A mass must be between 0 and 1e30", true);
    }
}

void held_body(AppState& app, std::size_t body) {
    const std::string name = spoken_body(app, body);
    const bool numbered = name.find_first_not_of("0123456789") == std::string::npos;
    strong_text(numbered ? tr_format("Body {}", name) : tr_name(name));
    mass_row(app, app.get<Hand>().held_mass, {"bodies.mass", name + " "});
    app.actions.button("hand.delete", "Delete");
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    small_text(quiet_colour(), "drag it to give it a velocity");
}

void thrown_body(AppState& app) {
    strong_text(tr("Hand"));
    mass_row(app, app.get<Hand>().thrown_mass(), {"hand.mass"});
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
        const double speed = peculiar_factor(app.get<SceneSpace>(), app.status.time) *
                             glm::length(hand.pulled_velocity());
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
    ImGui::SetNextWindowSize({std::min(scaled(330), picture.width() - 2 * inset), 0});
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
