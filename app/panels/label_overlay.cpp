// The names of bodies that have one, beside them.

#include "app/language/tr.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/state/appearance.hpp"
#include "app/state/followed.hpp"
#include "app/state/hand.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace orrery {
namespace {

constexpr float usual_gap = 7;       // between a body and its name, pixels at scale 1
constexpr float sprite_height = 720; // of the picture that least radii are for
constexpr float stage_type = 0.035F; // of the picture's height

// Beside the ball that a body is drawn as.
float gap_beside(const AppState& app, const PictureView& view, const std::vector<BodyLight>& lights,
                 std::size_t label, double depth) {
    const std::size_t body = app.catalogue.labels[label].body;
    if (app.get<Followed>().what == Following::body && app.get<Followed>().body == body &&
        view.ring > 0) {
        return view.ring + scaled(usual_gap);
    }
    const auto light = std::find_if(lights.begin(), lights.end(),
                                    [&](const BodyLight& each) { return body < each.end; });
    if (light == lights.end() || light->kind == BodyLight::Kind::light) {
        return scaled(usual_gap);
    }
    const float height = view.size().y;
    const double focal = 0.5 * static_cast<double>(height) * view.camera.projection(1)[1][1];
    const float radius =
        std::max(light->min_radius * height / sprite_height,
                 static_cast<float>(focal * static_cast<double>(light->radius) / depth));
    return radius + scaled(0.6F * usual_gap);
}

// To the right of a body, to its left, above or below it: where no other name is, and no edge of
// the picture cuts it off.
std::optional<ImRect> free_place(const ImVec2& body, float gap, const ImVec2& extent,
                                 const ImRect& picture, const std::vector<ImRect>& taken) {
    const ImVec2 half{extent.x / 2, extent.y / 2};
    const ImVec2 middles[] = {{body.x + gap + half.x, body.y},
                              {body.x - gap - half.x, body.y},
                              {body.x, body.y - gap - half.y},
                              {body.x, body.y + gap + half.y}};
    for (const ImVec2& middle : middles) {
        const ImRect place{{middle.x - half.x, middle.y - half.y},
                           {middle.x + half.x, middle.y + half.y}};
        if (picture.Contains(place) &&
            std::none_of(taken.begin(), taken.end(),
                         [&](const ImRect& other) { return other.Overlaps(place); })) {
            return place;
        }
    }
    return std::nullopt; // it waits for a closer look
}

} // namespace

void label_overlay(AppState& app) {
    app.words_in_picture = draw_labels(app, whole_view(app.camera), app.label_positions);
}

std::vector<glm::vec4> draw_labels(const AppState& app, const PictureView& view,
                                   std::span<const glm::dvec3> positions) {
    const auto count = std::min(positions.size(), app.catalogue.labels.size());
    std::vector<glm::vec4> words;
    if (!app.view.show_labels || count == 0) {
        return words;
    }
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const bool on_stage = app.view.layer == Layer::stage;
    ImGui::PushFont(nullptr, on_stage ? stage_type * view.size().y / ImGui::GetStyle().FontScaleMain
                                      : text_height);
    std::vector<ImRect> taken;
    const std::vector<BodyLight> lights = lights_of(app.catalogue, app.units, app.view.show_dark);
    const bool on_card = app.get<Followed>().what == Following::body &&
                         app.view.layer != Layer::nothing && !app.race.under_way;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t named = app.catalogue.labels[i].body;
        const bool on_hand_card = app.get<Hand>().active && app.get<Hand>().held &&
                                  app.catalogue.numbers.at(named) == *app.get<Hand>().held;
        if (on_hand_card || (on_card && named == app.get<Followed>().body)) {
            continue;
        }
        const std::optional<SeenPlace> seen = seen_in(view, positions[i]);
        if (!seen) {
            continue;
        }
        const std::string name = tr_name(app.catalogue.labels[i].text);
        const char* const text = name.c_str();
        const std::optional<ImRect> place =
            free_place(seen->at, gap_beside(app, view, lights, i, seen->depth),
                       ImGui::CalcTextSize(text), {view.from, view.to}, taken);
        if (!place) {
            continue;
        }
        const ImVec2 at = place->Min;
        taken.push_back(*place);
        words.emplace_back(at.x, at.y, place->Max.x, place->Max.y);
        draw.AddText({at.x + 1, at.y + 1}, IM_COL32(0, 0, 0, 190), text);
        draw.AddText(at, IM_COL32(225, 228, 236, 235), text);
    }
    ImGui::PopFont();
    return words;
}

} // namespace orrery
