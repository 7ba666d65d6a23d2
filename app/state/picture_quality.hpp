#pragma once

#include "render/body_sampling.hpp"

namespace orrery {

// What is left out of the window's picture so that frames come in time.
struct PictureQuality {
    DrawingQuality drawing;
    double resolution = 1; // pixels a side, as a share of the window's
    bool operator==(const PictureQuality&) const = default;
};

} // namespace orrery
