#pragma once

#include "app/serve/viewer_server.hpp"
#include "render/capture.hpp"
#include "sim/step_timings.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace orrery {

// What a frame shows, as it was when it was drawn.
struct FrameOrigin {
    double input_time = 0; // what the viewer's clock showed at the newest input that it knows of
    std::string view = {}; // the camera, and what covers the picture (JSON); "": not told
    Clock::time_point drawn =
        Clock::now(); // when it had been, as far as the processor is concerned
};

// A message: the length of the header, the header (JSON), the rest.
std::string with_header(const std::string& header, std::string_view rest);

// JPEG, a whole file.
FrameMessage jpeg_message(std::uint64_t id, Extent size, int quality, std::string_view file,
                          const FrameOrigin& origin);
// PNG, for a picture that stands still. Throws failure where there is no memory.
FrameMessage png_message(std::uint64_t id, const RawPixels& pixels, const FrameOrigin& origin);

} // namespace orrery
