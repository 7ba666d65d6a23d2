// The names of bodies that have one, beside them.

#include "app/language/tr.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/state/appearance.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include <algorithm>
#include <optional>
#include <vector>

namespace orrery {
namespace {

constexpr float usual_gap = 7;       // between a body and its name, pixels at scale 1
constexpr float sprite_height = 720; // of the picture that least radii are for

// Beside the ball that a body is drawn as, `depth` from the eye.
float gap_beside(const AppState& app, const std::vector<BodyLight>& lights, std::size_t label,
                 double depth) {
    const std::size_t body = app.catalogue.labels[label].body;
    const auto light = std::find_if(lights.begin(), lights.end(),
                                    [&](const BodyLight& each) { return body < each.end; });
    if (light == lights.end() || light->kind == BodyLight::Kind::light) {
        return scaled(usual_gap);
    }
    const float height = ImGui::GetIO().DisplaySize.y;
    const double focal = 0.5 * static_cast<double>(height) * app.camera.projection(1)[1][1];
    const float radius =
        std::max(light->min_radius * height / sprite_height,
                 static_cast<float>(focal * static_cast<double>(light->radius) / depth));
    return radius + scaled(0.6F * usual_gap);
}

// To the right of a body, to its left, above or below it: where no other name is.
std::optional<ImRect> free_place(const ImVec2& body, float gap, const ImVec2& extent,
                                 const std::vector<ImRect>& taken) {
    const ImVec2 half{extent.x / 2, extent.y / 2};
    const ImVec2 middles[] = {{body.x + gap + half.x, body.y},
                              {body.x - gap - half.x, body.y},
                              {body.x, body.y - gap - half.y},
                              {body.x, body.y + gap + half.y}};
    for (const ImVec2& middle : middles) {
        const ImRect place{{middle.x - half.x, middle.y - half.y},
                           {middle.x + half.x, middle.y + half.y}};
        if (std::none_of(taken.begin(), taken.end(),
                         [&](const ImRect& other) { return other.Overlaps(place); })) {
            return place;
        }
    }
    return std::nullopt; // it waits for a closer look
}

} // namespace

void label_overlay(AppState& app) {
    const auto count = std::min(app.label_positions.size(), app.catalogue.labels.size());
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    if (!app.view.show_labels || count == 0 || display.y <= 0) {
        return;
    }
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const glm::dmat4 to_clip =
        app.camera.projection(static_cast<double>(display.x) / static_cast<double>(display.y)) *
        app.camera.view();
    std::vector<ImRect> taken;
    const std::vector<BodyLight> lights = lights_of(app.catalogue, app.units, app.view.show_dark);
    const bool on_card = app.followed.what == Following::body && app.view.layer != Layer::nothing;
    for (std::size_t i = 0; i < count; ++i) {
        if (on_card && app.catalogue.labels[i].body == app.followed.body) {
            continue;
        }
        const glm::dvec4 clip = to_clip * glm::dvec4(app.label_positions[i], 1);
        if (clip.w <= 0) {
            continue;
        }
        const ImVec2 body{static_cast<float>((clip.x / clip.w + 1) / 2) * display.x,
                          static_cast<float>((1 - clip.y / clip.w) / 2) * display.y};
        const std::string name = tr(app.catalogue.labels[i].text);
        const char* const text = name.c_str();
        const std::optional<ImRect> place =
            free_place(body, gap_beside(app, lights, i, clip.w), ImGui::CalcTextSize(text), taken);
        if (!place) {
            continue;
        }
        const ImVec2 at = place->Min;
        taken.push_back(*place);
        draw.AddText({at.x + 1, at.y + 1}, IM_COL32(0, 0, 0, 190), text);
        draw.AddText(at, IM_COL32(225, 228, 236, 235), text);
    }
}

} // namespace orrery
