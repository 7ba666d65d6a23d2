#pragma once

#include "render/body_style.hpp"

#include <cstddef>

namespace orrery {

// How large sprites are without anybody touching a slider. Radii in pixels.
struct SpriteSizes {
    float usual;    // where the camera looks
    float smallest; // drawn no smaller: what is smaller becomes dimmer instead
    float largest;
};

// For `count` bodies in a picture of `height` pixels. A few bodies are wide glows; a million are
// dust. Sizes grow with the height, so that a picture looks much the same at any size.
SpriteSizes sprite_sizes(const BodyStyle& style, std::size_t count, int height);

} // namespace orrery
