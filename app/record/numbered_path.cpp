#include "app/record/numbered_path.hpp"

#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <regex>

namespace orrery {

NumberedPath::NumberedPath(const std::filesystem::path& pattern) : pattern_(pattern.string()) {
    const std::size_t percent = pattern_.find('%');
    if (percent == std::string::npos) {
        return;
    }
    const std::regex number("%(?:0([1-9]))?d");
    std::smatch match;
    const auto from = pattern_.cbegin() + static_cast<std::ptrdiff_t>(percent);
    const bool good = std::regex_search(from, pattern_.cend(), match, number,
                                        std::regex_constants::match_continuous);
    if (!good || pattern_.find('%', percent + 1) != std::string::npos) {
        throw bad_input("the place for the number is not valid", pattern_,
                        "write it once, like out-%05d.png");
    }
    place_ = percent;
    length_ = static_cast<std::size_t>(match.length());
    width_ = match[1].matched ? *match[1].first - '0' : 0;
}

std::filesystem::path NumberedPath::at(std::size_t number) const {
    if (!has_number()) {
        return pattern_;
    }
    std::string name = pattern_;
    return name.replace(place_, length_, fmt::format("{:0{}}", number, width_));
}

} // namespace orrery
