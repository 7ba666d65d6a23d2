#include "app/parse_extent.hpp"

#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string>

namespace orrery {

Extent parse_extent(std::string_view text, std::string_view where) {
    constexpr int most = 65'535;
    Extent extent;
    const char* const end = text.data() + text.size();
    const auto width = std::from_chars(text.data(), end, extent.width);
    const bool has_x = width.ec == std::errc{} && width.ptr != end && *width.ptr == 'x';
    const auto height = std::from_chars(has_x ? width.ptr + 1 : end, end, extent.height);
    const bool in_range =
        extent.width >= 1 && extent.width <= most && extent.height >= 1 && extent.height <= most;
    if (!has_x || height.ec != std::errc{} || height.ptr != end || !in_range) {
        throw bad_input(fmt::format("'{}' is not a picture's size", text), std::string(where),
                        "write WIDTHxHEIGHT in pixels, like 1920x1080");
    }
    return extent;
}

} // namespace orrery
