#pragma once

#include "render/camera.hpp"

#include <imgui.h>

#include <glm/vec3.hpp>

#include <optional>

namespace orrery {

// Where in a window bodies are seen, and by which camera: all of the window, or the view of a
// racer.
struct PictureView {
    Camera camera;
    ImVec2 from, to;
    float ring = 0; // pixels: the radius of that around the body that is followed

    ImVec2 size() const { return {to.x - from.x, to.y - from.y}; }
};

// In the window whose ImGui context is current.
PictureView whole_view(const Camera& camera);

// Where a place is seen, and how far it is from the eye; nothing: behind it.
struct SeenPlace {
    ImVec2 at;
    double depth = 0;
};
std::optional<SeenPlace> seen_in(const PictureView& view, const glm::dvec3& place);

// Around a body that is followed.
void draw_follow_ring(const ImVec2& at, float radius);

} // namespace orrery
