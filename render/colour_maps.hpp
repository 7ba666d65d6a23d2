#pragma once

#include <vector>

namespace orrery {

// Perceptual colour maps, by id: "inferno", "viridis", "ice", "ember" …
struct ColourMap {
    const char* id;
    const char* title;
    std::vector<float> rgb; // 256 x 3, sRGB's primaries, linear light
};
const std::vector<ColourMap>& colour_maps();

} // namespace orrery
