#include "render/record/numbered_path.hpp"

#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace orrery {

std::filesystem::path numbered(const std::filesystem::path& pattern, std::size_t number) {
    const std::string name = pattern.string();
    const std::size_t place = name.find('%');
    if (place == std::string::npos) {
        return name;
    }
    const std::string_view from = std::string_view(name).substr(place + 1); // "05d.png"
    const bool padded = from.size() > 1 && from[0] == '0' && from[1] >= '1' && from[1] <= '9';
    const std::string_view behind = from.substr(padded ? 2 : 0);
    if (!behind.starts_with('d') || behind.find('%') != std::string_view::npos) {
        throw bad_input("the place for the number is not valid", name,
                        "write it once, like out-%05d.png");
    }
    return fmt::format("{}{:0{}}{}", name.substr(0, place), number, padded ? from[1] - '0' : 0,
                       behind.substr(1));
}

bool has_number(const std::filesystem::path& pattern) {
    return numbered(pattern, 0) != pattern;
}

} // namespace orrery
