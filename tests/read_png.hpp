#pragma once

#include "render/image.hpp"

#include <filesystem>

namespace orrery {

// Throws bad_input for anything that is not a readable PNG.
Image read_png(const std::filesystem::path& file);

} // namespace orrery
