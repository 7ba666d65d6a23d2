// What explains the picture, drawn over it: the colour scale and the names of bodies.

#include "app/numbers.hpp"
#include "app/panels/colour_scale.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace orrery {
namespace {

// Where the picture is not covered by panels, in pixels.
ImRect open_picture(const AppState& app) {
    const ImGuiDockNode* const node = ImGui::DockBuilderGetCentralNode(ImHashStr("orrery"));
    if (app.view.show_ui && node != nullptr && node->Size.x > 0) {
        return {node->Pos, {node->Pos.x + node->Size.x, node->Pos.y + node->Size.y}};
    }
    return {{0, 0}, ImGui::GetIO().DisplaySize};
}

const char* scalar_name(BodyScalar scalar) {
    return scalar == BodyScalar::acceleration ? "acceleration" : "speed";
}

std::string scalar_text(float value) {
    char text[24];
    std::snprintf(text, sizeof text, "%.3g", static_cast<double>(value));
    return text;
}

} // namespace

void legend_overlay(AppState& app) {
    const BodyStyle& style = app.view.style;
    const ColourMap* const map = find_colour_map(style.colour_map);
    const bool has_scale =
        style.colour_by == ColourBy::scalar || style.colour_by == ColourBy::density;
    const ImRect picture = open_picture(app);
    const ImVec2 size{scaled(180), scaled(8)};
    if (!app.view.show_legend || !has_scale || map == nullptr || app.status.count == 0 ||
        picture.GetWidth() < size.x + scaled(60) || picture.GetHeight() < scaled(120)) {
        return;
    }
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const ImVec2 corner{picture.Min.x + scaled(24), picture.Max.y - scaled(44)};
    const ImU32 text = ImGui::GetColorU32(ImGuiCol_Text);
    // A ground of its own: behind it may be the brightest of galaxies.
    draw.AddRectFilled({corner.x - scaled(10), corner.y - ImGui::GetTextLineHeight() - scaled(12)},
                       {corner.x + size.x + scaled(10),
                        corner.y + size.y + ImGui::GetTextLineHeight() + scaled(11)},
                       ImGui::GetColorU32({0.03F, 0.032F, 0.04F, 0.72F}), scaled(5));
    const bool density = style.colour_by == ColourBy::density;
    std::string name = density ? "projected density" : scalar_name(app.view.scalar);
    if (!density && !app.units.length.empty()) {
        const std::string per =
            app.view.scalar == BodyScalar::acceleration ? app.units.time + "²" : app.units.time;
        name += ", " + app.units.length + "/" + per;
    }
    draw.AddText({corner.x, corner.y - ImGui::GetTextLineHeight() - scaled(4)}, text, name.c_str());
    draw_colour_scale(draw, *map, corner, {corner.x + size.x, corner.y + size.y});
    ImGui::PushFont(number_font(), 0);
    const float below = corner.y + size.y + scaled(3);
    const std::string low = density ? "sparse" : scalar_text(style.scalar_low);
    const std::string high = density ? "crowded" : scalar_text(style.scalar_high);
    draw.AddText({corner.x, below}, text, low.c_str());
    draw.AddText({corner.x + size.x - ImGui::CalcTextSize(high.c_str()).x, below}, text,
                 high.c_str());
    ImGui::PopFont();
}

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
    std::vector<ImRect> taken; // a name that would cover another waits for a closer look
    for (std::size_t i = 0; i < count; ++i) {
        const glm::dvec4 clip = to_clip * glm::dvec4(app.label_positions[i], 1);
        if (clip.w <= 0) {
            continue;
        }
        const ImVec2 at{static_cast<float>((clip.x / clip.w + 1) / 2) * display.x + scaled(9),
                        static_cast<float>((1 - clip.y / clip.w) / 2) * display.y - scaled(8)};
        const char* const text = app.catalogue.labels[i].text.c_str();
        const ImVec2 extent = ImGui::CalcTextSize(text);
        const ImRect place{at, {at.x + extent.x, at.y + extent.y}};
        const auto covers = [&](const ImRect& other) { return other.Overlaps(place); };
        if (std::any_of(taken.begin(), taken.end(), covers)) {
            continue;
        }
        taken.push_back(place);
        draw.AddText({at.x + 1, at.y + 1}, IM_COL32(0, 0, 0, 190), text);
        draw.AddText(at, IM_COL32(225, 228, 236, 235), text);
    }
}

} // namespace orrery
