#pragma once

#include <glm/vec3.hpp>

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace orrery {

// Perceptual colour maps, by id: "inferno", "viridis", "ice", "ember" …
struct ColourMap {
    const char* id;
    const char* title;
    std::vector<float> rgb; // 256 x 3, sRGB's primaries, linear light
};
const std::vector<ColourMap>& colour_maps();
const ColourMap* find_colour_map(std::string_view id); // null where there is none of it

// Eight colours that remain apart for every kind of colour vision (after Okabe and Ito 2008), as
// linear light with sRGB's primaries. Components beyond the eighth begin again at the first. Of two
// galaxies, each a disk, a bulge and a halo, the first is blue and the other warm, as they are in
// natural colours.
inline constexpr std::array<glm::vec3, 8> component_colours{{{0.09F, 0.46F, 1.00F},
                                                             {0.35F, 0.70F, 1.00F},
                                                             {0.02F, 0.62F, 0.28F},
                                                             {1.00F, 0.36F, 0.04F},
                                                             {1.00F, 0.86F, 0.16F},
                                                             {0.78F, 0.22F, 0.55F},
                                                             {0.90F, 0.12F, 0.02F},
                                                             {0.75F, 0.75F, 0.75F}}};

constexpr const glm::vec3& component_colour(std::size_t component) {
    return component_colours[component % component_colours.size()];
}

} // namespace orrery
