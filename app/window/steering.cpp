#include "app/window/window_loop.hpp"

#include "app/state/followed.hpp"
#include "app/state/halo_status.hpp"
#include "app/state/hand.hpp"
#include "render/picking.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace orrery {

namespace {

constexpr double picking_radius = 12; // pixels at scale 1

double axis(ImGuiKey positive, ImGuiKey negative) {
    return static_cast<double>(ImGui::IsKeyDown(positive)) -
           static_cast<double>(ImGui::IsKeyDown(negative));
}

// Every frame, so that letting go of the keys lets go of the camera.
void fly(Camera& camera, const ImGuiIO& io, bool typing) {
    if (typing || io.WantTextInput || io.KeyCtrl || io.KeyAlt || io.KeySuper) {
        camera.fly({0, 0, 0}, false);
        return;
    }
    camera.fly(
        {axis(ImGuiKey_D, ImGuiKey_A), axis(ImGuiKey_E, ImGuiKey_Q), axis(ImGuiKey_W, ImGuiKey_S)},
        io.KeyShift);
}

// In one frame ImGui hears of a motion before a button: where both come in it, a press follows the
// motion, and a release ends it.
bool held_while_moved(ImGuiMouseButton button) {
    return (ImGui::IsMouseDown(button) || ImGui::IsMouseReleased(button)) &&
           !ImGui::IsMouseClicked(button);
}

// The left button is the hand's where `hand` says so; with Shift the camera's all the same.
void drag(Camera& camera, const ImGuiIO& io, const PictureArea& area, const Hand& hand) {
    const glm::dvec2 moved =
        glm::dvec2(io.MouseDelta.x, io.MouseDelta.y) / double{std::max(area.size.y, 1.0F)};
    const bool left =
        held_while_moved(ImGuiMouseButton_Left) && !hand.drag && (!hand.active || io.KeyShift);
    const bool right =
        held_while_moved(ImGuiMouseButton_Right) || held_while_moved(ImGuiMouseButton_Middle);
    const bool pans =
        right || (left && io.KeyShift && !hand.active && camera.mode() == CameraMode::orbit);
    if (moved == glm::dvec2(0, 0)) {
        if (left && !pans && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
            camera.orbit(moved); // held: what rests under the hand does not turn on
        }
        return;
    }
    if (pans) {
        camera.pan(moved);
    } else if (left && camera.mode() == CameraMode::fly) {
        camera.look(moved);
    } else if (left) {
        camera.orbit(moved);
    }
}

// In the view that was clicked; the same body of the window's own simulation is followed.
void pick_on_click(AppState& app, std::span<const BodyBuffer* const> bodies, const ImGuiIO& io,
                   const PictureArea& area) {
    const PicturePixel pixel = pixel_of(app, area, io.MousePos);
    const double radius = picking_radius * pixel.scale * double{app.view.ui_scale};
    std::optional<std::size_t> body;
    const KnownHalo* halo = nullptr;
    const std::vector<PictureLane> lanes = picture_lanes(look_of(app, 1), bodies.size());
    for (std::size_t k = 0; k < lanes.size() && !body; ++k) {
        const Extent size = lanes[k].look.size;
        const glm::dvec2 corner(lanes[k].left,
                                app.framebuffer.height - lanes[k].below - size.height);
        const glm::dvec2 within = pixel.at - corner;
        if (within.x >= 0 && within.y >= 0 && within.x < size.width && within.y < size.height) {
            // A ring is around bodies, whatever is hit.
            halo = bodies.size() == 1 ? halo_at(app, lanes[k].look.camera, size, within) : nullptr;
            body = pick_body(*bodies[k], lanes[k].look.camera, size, within, radius);
        }
    }
    if (halo != nullptr) {
        follow_halo(app, *halo);
        return;
    }
    if (body && *body >= bodies.front()->count()) {
        body.reset();
    }
    app.picked_body = body;
    if (!body) {
        app.get<Followed>() = {};
    } else {
        remember_view(app);
        app.get<Followed>() = {
            .what = Following::body, .body = *body, .place = body_position(*bodies.front(), *body)};
    }
}

} // namespace

std::string_view steering_letters(const Camera& camera) {
    return camera.mode() == CameraMode::fly ? "WASDQE" : "";
}

void steer_camera(AppState& app, std::span<const BodyBuffer* const> bodies,
                  const PictureArea& area) {
    const ImGuiIO& io = ImGui::GetIO();
    if (app.camera.mode() == CameraMode::fly) {
        fly(app.camera, io, app.view.show_palette);
    }
    if (io.WantCaptureMouse) {
        return;
    }
    Annotations& annotations = app.view.annotations;
    if (io.MouseWheel != 0 && io.KeyShift && annotations.spotlight) {
        constexpr float smallest = 0.04F, largest = 0.6F, step = 1.12F;
        annotations.spotlight_radius = std::clamp(
            annotations.spotlight_radius * std::pow(step, io.MouseWheel), smallest, largest);
    } else if (io.MouseWheel != 0 && !app.get<Hand>().drag) {
        app.camera.dolly(double{io.MouseWheel});
    }
    if (annotations.drawing) {
        return;
    }
    drag(app.camera, io, area, app.get<Hand>());
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && !app.get<Hand>().active) {
        pick_on_click(app, bodies, io, area);
    }
}

} // namespace orrery
