#pragma once

#include "app/state/app_state.hpp"
#include "render/camera.hpp"

#include <glm/vec3.hpp>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace orrery {

// Where no panel covers the picture, nor the time bar, in pixels.
struct OpenPicture {
    ImVec2 from;
    ImVec2 to;

    float width() const { return to.x - from.x; }
    float height() const { return to.y - from.y; }
    float centre() const { return (from.x + to.x) / 2; }
};
OpenPicture open_picture(const AppState& app);

// The corner of a box, moved so that all of `extent` is in there, with `margin` around it.
ImVec2 kept_in(const OpenPicture& picture, ImVec2 corner, const ImVec2& extent, float margin);

// The same with a margin, clear of what the stage writes above and on `below` of the height below.
OpenPicture unwritten_picture(const AppState& app, float below);

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

// With a dark edge around the letters, as orbits and trails pass behind them.
void write_in_picture(const ImVec2& at, ImU32 colour, const std::string& text);

// Around a body that is followed.
void draw_follow_ring(const ImVec2& at, float radius);

// Where in a window the audience's picture is, in that window's coordinates: all of the audience's
// own, the preview in the speaker's.
struct PictureArea {
    ImVec2 from{0, 0};
    ImVec2 size{0, 0};

    bool holds(const ImVec2& place) const {
        return place.x >= from.x && place.y >= from.y && place.x < from.x + size.x &&
               place.y < from.y + size.y;
    }
};

// A place in such an area as one of the picture's pixels, and how many of those one of the area's
// has.
struct PicturePixel {
    glm::dvec2 at;
    double scale = 1;
};
PicturePixel pixel_of(const AppState& app, const PictureArea& area, const ImVec2& place);

// All of the window whose ImGui context is current.
inline PictureArea whole_window() {
    return {{0, 0}, ImGui::GetIO().DisplaySize};
}

// Windows over the picture that are neither moved, docked nor remembered.
inline constexpr ImGuiWindowFlags overlay_flags =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoDocking |
    ImGuiWindowFlags_NoSavedSettings;

// Those that also come by themselves: they must not take the keyboard.
inline constexpr ImGuiWindowFlags message_flags =
    overlay_flags | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;

// Windows that are part of the picture, for an audience, too.
inline constexpr const char* plot_window = "##large plot";
inline constexpr const char* time_bar_window = "##time bar";
inline constexpr std::array<std::string_view, 2> picture_windows{plot_window, time_bar_window};

// The corner of a box `width` wide around `centre`, moved so that all of it is in the window.
inline ImVec2 placed_in_window(float centre, float width, float top) {
    const float last = std::max(ImGui::GetIO().DisplaySize.x - width, 0.0F);
    return {std::clamp(centre - width / 2, 0.0F, last), top};
}

} // namespace orrery
