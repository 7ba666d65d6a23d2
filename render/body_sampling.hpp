#pragma once

#include "render/body_style.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery {

// One body in `every`, a power of two, is drawn, and as bright as all of them. Which one is decided
// by lot and by `number`: `every` numbers in a row show each body once.
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

// One in how many of `bodies` is drawn where one in `every` is wanted. Few bodies are all drawn:
// there each one counts.
int sampled_every(std::size_t bodies, int every);

// The same for each run.
std::vector<SampledRange> sampled_ranges(const std::vector<BodyLight>& runs, std::size_t bodies,
                                         int every);

// Default sizes of sprites, unscaled by the user. Radii in pixels.
struct SpriteSizes {
    float usual;    // where the camera looks
    float smallest; // drawn no smaller: what is smaller becomes dimmer instead
    float largest;
    float finer = 1; // than a part of the picture's height says: a usual one where bodies are dust
};

// For `count` bodies in a picture of `height` pixels. A few bodies are wide glows; a million are
// dust. Sizes grow with the height, so that a picture looks much the same at any size.
SpriteSizes sprite_sizes(const BodyStyle& style, std::size_t count, int height);

// How much of a picture is drawn when time is short.
struct DrawingQuality {
    bool glare = true;
    int mist_coarseness = 1; // how many times as large the texels of mist are
    int every = 1;           // one of this many bodies is drawn: a power of two
    bool operator==(const DrawingQuality&) const = default;
};

} // namespace orrery
