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

// The same with a margin, clear of what the stage writes above and on `below` of the height below.
OpenPicture unwritten_picture(const AppState& app, float below);

} // namespace orrery
