#include "app/stage/component_legend.hpp"

#include "app/language/tr.hpp"
#include "app/panels/colour_scale.hpp"
#include "app/stage/stage_type.hpp"
#include "app/state/appearance.hpp"
#include "render/component_colours.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace orrery {
namespace {

constexpr std::size_t most_components = 8;   // as many as there are colours
constexpr float type = 0.032F, edge = 0.03F; // shares of the picture's height

struct Entry {
    std::string name;
    ImVec4 colour;
};

std::vector<Entry> entries_of(const AppState& app) {
    const std::vector<BodyLight> lights = lights_of(app.catalogue, app.units, app.view.show_dark);
    const std::vector<Component>& components = app.catalogue.components;
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < components.size(); ++i) {
        const std::size_t end = components[i].first + components[i].count;
        const bool dark = std::any_of(lights.begin(), lights.end(), [&](const BodyLight& light) {
            return light.end == end && light.luminosity <= 0;
        });
        if (!dark) {
            entries.push_back({tr(components[i].name), as_seen(component_colour(i))});
        }
    }
    return entries;
}

} // namespace

void component_legend(const AppState& app, const ImVec2& size, float foot) {
    if (app.view.style.colour_by != ColourBy::component || !app.view.show_legend ||
        app.view.show_chart) {
        return;
    }
    const std::vector<Entry> entries = entries_of(app);
    if (entries.size() < 2 || entries.size() > most_components) {
        return;
    }
    const Typeface face(nullptr, type * size.y);
    const float line = 1.2F * ImGui::GetTextLineHeight();
    const float swatch = 0.6F * ImGui::GetTextLineHeight();
    const float pad = 0.5F * edge * size.y;
    float widest = 0;
    for (const Entry& entry : entries) {
        widest = std::max(widest, ImGui::CalcTextSize(entry.name.c_str()).x);
    }
    const ImVec2 corner{edge * size.y,
                        size.y - foot - 2 * pad - line * static_cast<float>(entries.size())};
    stage_plate({corner.x - pad, corner.y - pad},
                {corner.x + 2 * swatch + widest + pad, size.y - foot - pad}, pad);
    float y = corner.y;
    for (const Entry& entry : entries) {
        const float top = y + (ImGui::GetTextLineHeight() - swatch) / 2;
        ImGui::GetBackgroundDrawList()->AddRectFilled({corner.x, top},
                                                      {corner.x + swatch, top + swatch},
                                                      ImGui::GetColorU32(entry.colour), pad / 4);
        write_on_stage({corner.x + 2 * swatch, y}, ImGui::GetStyle().Colors[ImGuiCol_Text],
                       entry.name, 0);
        y += line;
    }
}

} // namespace orrery
