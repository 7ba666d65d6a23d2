#include "render/record/numbered_path.hpp"

#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

namespace orrery {

std::filesystem::path numbered(const std::filesystem::path& pattern, std::size_t number) {
    static const std::regex place("%(?:0([1-9]))?d");
    const std::string name = pattern.string();
    std::smatch found;
    const bool has_place = std::regex_search(name, found, place);
    if (std::ranges::count(name, '%') != (has_place ? 1 : 0)) {
        throw bad_input("the place for the number is not valid", name,
                        "write it once, like out-%05d.png");
    }
    const int width = has_place && found[1].matched ? std::stoi(found[1]) : 0;
    return has_place
               ? found.prefix().str() + fmt::format("{:0{}}", number, width) + found.suffix().str()
               : name;
}

bool has_number(const std::filesystem::path& pattern) {
    return numbered(pattern, 0) != pattern;
}

} // namespace orrery
