#pragma once

#include "render/graphics_context.hpp"

#include <cstdint>
#include <vector>

namespace orrery {

// 8-bit sRGB, RGB interleaved, top row first.
struct Image {
    Extent size;
    std::vector<std::uint8_t> rgb;
};

} // namespace orrery
