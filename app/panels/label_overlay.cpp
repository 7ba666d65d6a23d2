// The names of bodies that have one, beside them.

#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include <algorithm>
#include <vector>

namespace orrery {

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
    const bool on_card = app.followed.what == Following::body && app.view.layer != Layer::nothing;
    for (std::size_t i = 0; i < count; ++i) {
        if (on_card && app.catalogue.labels[i].body == app.followed.body) {
            continue;
        }
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
