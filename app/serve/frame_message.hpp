#pragma once

#include "render/capture.hpp"

#include <cstdint>
#include <string>

namespace orrery {

// A frame as it travels: the length of a JSON header (four bytes, the lowest first), the header,
// and the picture as a file.
struct FrameMessage {
    std::uint64_t id = 0;
    bool lossless = false;
    std::string bytes;
};

// JPEG of a quality of 1 to 100. `input_time`: what the viewer's clock showed at the newest input
// that the frame answers. Throws failure where there is no memory.
FrameMessage jpeg_message(std::uint64_t id, const RawPixels& pixels, int quality,
                          double input_time);
// PNG, for a picture that stands still.
FrameMessage png_message(std::uint64_t id, const RawPixels& pixels, double input_time);

} // namespace orrery
