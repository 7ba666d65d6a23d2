#pragma once

#include "render/graphics_context.hpp"

#include <string_view>

namespace orrery {

// "1920x1080", each from 1 to 65,535. Throws bad_input, naming `where`.
Extent parse_extent(std::string_view text, std::string_view where = "--size");

} // namespace orrery
