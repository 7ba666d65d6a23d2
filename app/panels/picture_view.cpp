#include "app/panels/picture_view.hpp"

#include "app/panels/theme.hpp"

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

namespace orrery {

PictureView whole_view(const Camera& camera) {
    return {.camera = camera, .from = {0, 0}, .to = ImGui::GetIO().DisplaySize};
}

std::optional<SeenPlace> seen_in(const PictureView& view, const glm::dvec3& place) {
    const ImVec2 size = view.size();
    if (size.x <= 0 || size.y <= 0) {
        return std::nullopt;
    }
    const double aspect = static_cast<double>(size.x) / static_cast<double>(size.y);
    const glm::dvec4 clip =
        view.camera.projection(aspect) * view.camera.view() * glm::dvec4(place, 1);
    if (clip.w <= 0) {
        return std::nullopt;
    }
    return SeenPlace{{view.from.x + static_cast<float>((clip.x / clip.w + 1) / 2) * size.x,
                      view.from.y + static_cast<float>((1 - clip.y / clip.w) / 2) * size.y},
                     clip.w};
}

void draw_follow_ring(const ImVec2& at, float radius) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw.AddCircle(at, radius, IM_COL32(0, 0, 0, 120), 0, 0.26F * radius);
    draw.AddCircle(at, radius, faded(accent_colour()), 0, 0.13F * radius);
}

} // namespace orrery
