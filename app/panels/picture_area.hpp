#pragma once

#include <imgui.h>

namespace orrery {

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

// All of the window whose ImGui context is current.
inline PictureArea whole_window() {
    return {{0, 0}, ImGui::GetIO().DisplaySize};
}

} // namespace orrery
