#include "app/hand/hand.hpp"

#include "app/numbers.hpp"
#include "app/panels/theme.hpp"
#include "app/state/body_edits.hpp"
#include "app/state/body_units.hpp"
#include "app/state/hand.hpp"
#include "render/picking.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>

#include <cmath>
#include <utility>

namespace orrery {
namespace {

constexpr double grabbing_radius = 14; // pixels at scale 1
constexpr float smallest_pull = 5;     // pixels at scale 1 that mean a speed
constexpr double mass_a_notch = 1.4142135623730951;
constexpr double seconds_between_looks = 0.25;

glm::dvec3 sight(const Camera& camera) {
    return camera.pose().orientation * glm::dvec3(0, 0, -1);
}

// Where the ray through a place in the picture meets the plane through `origin` that faces the
// camera.
glm::dvec3 on_plane(const AppState& app, const PictureArea& area, const ImVec2& mouse,
                    const glm::dvec3& origin) {
    const glm::dvec2 share((mouse.x - area.from.x) / area.size.x,
                           (mouse.y - area.from.y) / area.size.y);
    const double aspect = static_cast<double>(area.size.x) / static_cast<double>(area.size.y);
    const glm::dmat4 to_world = glm::inverse(app.camera.projection(aspect) * app.camera.view());
    const glm::dvec4 there = to_world * glm::dvec4(2 * share.x - 1, 1 - 2 * share.y, 0.5, 1);
    const glm::dvec3 eye = app.camera.pose().eye();
    const glm::dvec3 ray = glm::dvec3(there) / there.w - eye;
    const glm::dvec3 normal = sight(app.camera);
    const double ahead = glm::dot(ray, normal);
    return ahead == 0 ? origin : eye + ray * (glm::dot(origin - eye, normal) / ahead);
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
    const glm::dvec3 pulled = pulled_velocity(hand);
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

glm::dvec3 pulled_velocity(const Hand& hand) {
    return hand.drag && hand.drag->moved ? (hand.drag->to - hand.drag->from) * hand.speed_a_length
                                         : glm::dvec3(0, 0, 0);
}

double visible_half_height(const Camera& camera) {
    return camera.pose().distance * std::tan(glm::radians(camera.field_of_view) / 2);
}

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

void look_at_held_body(AppState& app) {
    Hand& hand = app.get<Hand>();
    const auto number = hand.drag && hand.drag->grabbed ? hand.drag->grabbed : hand.held;
    if (!hand.active || !number) {
        hand.held_place.reset();
        return;
    }
    const auto body = app.catalogue.numbers.find(*number, app.status.count);
    if (!body) {
        hand.held.reset();
        hand.drag.reset();
        return;
    }
    if (app.now - hand.looked_at >= seconds_between_looks) {
        hand.looked_at = app.now;
        const BodyValues values =
            app.simulation.read({.position = true, .mass = true, .bodies = {*body}});
        if (!values.mass.empty()) {
            hand.held_mass = values.mass[0];
            hand.held_place = hand.held_place.value_or(
                glm::dvec3(values.position.x[0], values.position.y[0], values.position.z[0]));
        }
    }
}

} // namespace orrery
