#pragma once

#include "app/serve/frame_quality.hpp"
#include "render/capture.hpp"
#include "render/jpeg_readback.hpp"

#include <string>

namespace orrery {

// The whole file, by libjpeg-turbo. Throws failure where there is no memory.
std::string jpeg_file(const RawPixels& pixels, JpegGrade grade);

// What such a file begins with, up to the picture's bits, and the tables that it names. For those
// who make the bits themselves, with a restart marker behind each row of 16 x 16 pixels.
struct JpegHead {
    std::string bytes;
    JpegTables tables;
};
JpegHead jpeg_head(Extent size, int quality);

// Behind the bits.
inline constexpr char jpeg_end[] = "\xff\xd9";

} // namespace orrery
