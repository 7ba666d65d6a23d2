#pragma once

#include "app/window/body_view.hpp"

#include <cstddef>
#include <vector>

namespace orrery {

// One view of a picture: all of it, or that of a racer.
struct PictureLane {
    BodyLook look;           // of its own size
    int left = 0, below = 0; // its lower left corner in the picture, pixels
};

// The views of so many racers in a picture of look.size; one: it has the picture to itself.
std::vector<PictureLane> picture_lanes(const BodyLook& look, std::size_t racers);

} // namespace orrery
