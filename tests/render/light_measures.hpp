#pragma once

#include "tests/render/scenery.hpp"

namespace orrery {

// The share of a picture's pixels that have a channel at its end.
double share_clipped(const Image& image);

// Linear light of a channel, 0 … 1.
double linear_light(int encoded);

// Linear light of a pixel as the eye weighs it, 0 … 1.
double luminance_of(const Pixel& pixel);

// Degrees on the circle of red, green and blue, of linear light.
double hue_of(const Pixel& pixel);

} // namespace orrery
