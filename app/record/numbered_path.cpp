#include "app/record/numbered_path.hpp"

#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

namespace orrery {

NumberedPath::NumberedPath(const std::filesystem::path& pattern) : pattern_(pattern.string()) {
    static const std::regex number("%(0[1-9])?d");
    std::smatch found;
    if (std::regex_search(pattern_, found, number)) {
        place_ = static_cast<std::size_t>(found.position());
        length_ = static_cast<std::size_t>(found.length());
        width_ = found[1].matched ? found.str(1)[1] - '0' : 0;
    }
    if (std::ranges::count(pattern_, '%') != (has_number() ? 1 : 0)) {
        throw bad_input("the place for the number is not valid", pattern_,
                        "write it once, like out-%05d.png");
    }
}

std::filesystem::path NumberedPath::at(std::size_t number) const {
    if (!has_number()) {
        return pattern_;
    }
    std::string name = pattern_;
    return name.replace(place_, length_, fmt::format("{:0{}}", number, width_));
}

} // namespace orrery
