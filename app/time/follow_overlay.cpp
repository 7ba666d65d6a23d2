// A ring around what the camera follows, and beside it what is known of it.

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/theme.hpp"
#include "app/state/body_units.hpp"
#include "app/state/followed.hpp"
#include "app/time/follow.hpp"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

namespace orrery {
namespace {

constexpr double min_share_told = 0.05;

std::string name_of_followed(const AppState& app) {
    for (const Label& label : app.catalogue.labels) {
        if (label.body == app.get<Followed>().body) {
            return tr_name(label.text);
        }
    }
    return tr_format("Body {}",
                     with_thousands(app.catalogue.numbers.at(app.get<Followed>().body) + 1));
}

std::vector<std::string> card_lines(const AppState& app, const FollowedFigures& figures) {
    const Units& units = app.units;
    std::vector<std::string> lines{tr("mass  ") + spoken_mass(figures.mass, units),
                                   tr("speed  ") + spoken_speed(figures.speed, units)};
    if (!figures.puller.empty() && figures.share_of_pull >= min_share_told) {
        lines.push_back(tr_format("pulled most by {}", figures.puller));
    } else {
        lines.push_back(tr("acceleration  ") + spoken_acceleration(figures.acceleration, units));
    }
    return lines;
}

// Of type, in pixels; an audience sits farther away.
float type_size(const AppState& app) {
    return app.view.layer == Layer::stage ? 0.03F * ImGui::GetIO().DisplaySize.y
                                          : scaled(text_height);
}

void draw_card(const AppState& app, const ImVec2& at, float ring) {
    const OpenPicture picture = open_picture(app);
    const float size = type_size(app);
    const float in_scale = size / ImGui::GetStyle().FontScaleMain;
    const std::string name = name_of_followed(app);
    std::vector<std::string> lines;
    if (app.get<Followed>().figures) {
        lines = card_lines(app, *app.get<Followed>().figures);
    }
    ImGui::PushFont(strong_font(), in_scale);
    ImVec2 extent = ImGui::CalcTextSize(name.c_str());
    ImGui::PopFont();
    ImGui::PushFont(nullptr, in_scale);
    const float line = 1.1F * ImGui::GetTextLineHeight();
    for (const std::string& text : lines) {
        extent.x = std::max(extent.x, ImGui::CalcTextSize(text.c_str()).x);
        extent.y += line;
    }
    const float pad = 0.55F * size;
    const ImVec2 whole{extent.x + 2 * pad, extent.y + 2 * pad};
    ImVec2 corner{at.x + ring + pad, at.y - whole.y / 2};
    corner.x = std::clamp(corner.x, picture.from.x + pad,
                          std::max(picture.to.x - whole.x - pad, picture.from.x + pad));
    corner.y = std::clamp(corner.y, picture.from.y + pad,
                          std::max(picture.to.y - whole.y - pad, picture.from.y + pad));
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw.AddRectFilled(corner, {corner.x + whole.x, corner.y + whole.y},
                       faded(ImGui::GetStyle().Colors[ImGuiCol_PopupBg], 0.78F), 0.4F * size);
    const ImVec4 text = ImGui::GetStyle().Colors[ImGuiCol_Text];
    float y = corner.y + pad + extent.y - line * static_cast<float>(lines.size());
    for (const std::string& words : lines) {
        draw.AddText({corner.x + pad, y}, faded(text, 0.85F), words.c_str());
        y += line;
    }
    ImGui::PopFont();
    ImGui::PushFont(strong_font(), in_scale);
    draw.AddText({corner.x + pad, corner.y + pad}, faded(text), name.c_str());
    ImGui::PopFont();
}

} // namespace

void follow_overlay(const AppState& app) {
    if (app.camera.veil() > 0) { // that stands for a flight
        ImGui::GetBackgroundDrawList()->AddRectFilled(
            {0, 0}, ImGui::GetIO().DisplaySize,
            IM_COL32(0, 0, 0, static_cast<int>(255 * app.camera.veil())));
    }
    if (app.get<Followed>().what != Following::body || !app.get<Followed>().place ||
        app.view.layer == Layer::nothing) {
        return;
    }
    if (const auto seen = seen_in(whole_view(app.camera), *app.get<Followed>().place)) {
        const float radius = 0.9F * type_size(app);
        draw_follow_ring(seen->at, radius);
        draw_card(app, seen->at, radius);
    }
}

} // namespace orrery
