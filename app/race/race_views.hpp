#pragma once

#include "render/camera.hpp"

#include <cstddef>
#include <vector>

namespace orrery {

// Where a racer is seen, in shares of the window's width and height from its upper left.
struct RaceView {
    double left = 0, top = 0, right = 1, bottom = 1;
    double width() const { return right - left; }
    double height() const { return bottom - top; }
};

// Two or three side by side, four in two rows, within what no panel covers; two or three in a
// window that is not wide one above the other. `aspect`: of the window, width over height.
std::vector<RaceView> race_views(std::size_t count, const ClearArea& open, double aspect);

// Heights of the letters and of what stands above and below the bodies, in shares of the view's.
struct RaceLetters {
    double type = 0, above = 0, below = 0;
};
RaceLetters race_letters(const RaceView& view, double aspect);

// The camera of a view: the bodies stand clear of what is written there.
Camera race_camera(Camera camera, const RaceView& view, const RaceLetters& letters, double aspect);

} // namespace orrery
