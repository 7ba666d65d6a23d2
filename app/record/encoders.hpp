#pragma once

#include <string_view>

namespace orrery {

// Whether the program ffmpeg, as it is installed here, can encode so: "libx264". False without it.
bool has_encoder(std::string_view name);

} // namespace orrery
