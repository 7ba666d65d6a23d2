#pragma once

#include "app/state/app_state.hpp"

#include <imgui.h>

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

} // namespace orrery
