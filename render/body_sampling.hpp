#pragma once

#include "render/body_style.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery {

// One body in `every`, a power of two, is drawn, and as bright as all of them. Which one of so many
// neighbours is decided by lot and by `number`: `every` numbers in a row show each body once.
struct BodySampling {
    int every = 1;
    int number = 0;
};

// Bodies in a row of which one in `every` is drawn.
struct SampledRange {
    std::uint32_t first = 0, end = 0;
    int every = 1;
    bool operator==(const SampledRange&) const = default;
};

// Of so many bodies, one in how many is drawn where one in `every` is wanted. Of few all are: there
// each one counts.
int sampled_every(std::size_t bodies, int every);

// For each run as many as that says.
std::vector<SampledRange> sampled_ranges(const std::vector<BodyLight>& runs, std::size_t bodies,
                                         int every);

// How large sprites are without anybody touching a slider. Radii in pixels.
struct SpriteSizes {
    float usual;    // where the camera looks
    float smallest; // drawn no smaller: what is smaller becomes dimmer instead
    float largest;
};

// For `count` bodies in a picture of `height` pixels. A few bodies are wide glows; a million are
// dust. Sizes grow with the height, so that a picture looks much the same at any size.
SpriteSizes sprite_sizes(const BodyStyle& style, std::size_t count, int height);

// What is left out of a picture where time is short.
struct DrawingQuality {
    bool glare = true;
    int mist_coarseness = 1; // texels of mist are so many times as large
    int every = 1;           // of all bodies one in so many is drawn: a power of two
    bool operator==(const DrawingQuality&) const = default;
};

} // namespace orrery
