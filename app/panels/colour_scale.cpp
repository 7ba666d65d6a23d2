#include "app/panels/colour_scale.hpp"
#include "render/colour_maps.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {

const ColourMap* find_colour_map(const std::string& id) {
    const auto& maps = colour_maps();
    const auto found =
        std::find_if(maps.begin(), maps.end(), [&](const ColourMap& map) { return id == map.id; });
    return found == maps.end() ? nullptr : &*found;
}

ImVec4 as_seen(const glm::vec3& light) {
    const auto encoded = [](float channel) { return std::pow(channel, 1 / 2.2F); };
    return {encoded(light.r), encoded(light.g), encoded(light.b), 1};
}

void draw_colour_scale(ImDrawList& draw, const ColourMap& map, const ImVec2& from,
                       const ImVec2& to) {
    constexpr int steps = 32;
    const auto colour_at = [&](int step) {
        const auto entry = static_cast<std::size_t>(step * 255 / steps) * 3;
        return ImGui::GetColorU32(
            as_seen({map.rgb[entry], map.rgb[entry + 1], map.rgb[entry + 2]}));
    };
    const float width = (to.x - from.x) / steps;
    for (int i = 0; i < steps; ++i) {
        const float left = from.x + width * static_cast<float>(i);
        draw.AddRectFilledMultiColor({left, from.y}, {left + width, to.y}, colour_at(i),
                                     colour_at(i + 1), colour_at(i + 1), colour_at(i));
    }
}

} // namespace orrery
