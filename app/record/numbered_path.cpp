#include "app/record/numbered_path.hpp"

#include "sim/base/error.hpp"

#include <fmt/format.h>

namespace orrery {

NumberedPath::NumberedPath(const std::filesystem::path& pattern) : pattern_(pattern.string()) {
    const std::size_t percent = pattern_.find('%');
    if (percent == std::string::npos) {
        return;
    }
    std::size_t end = percent + 1;
    if (pattern_.compare(end, 1, "0") == 0 && pattern_[end + 1] >= '1' &&
        pattern_[end + 1] <= '9') {
        width_ = pattern_[end + 1] - '0';
        end += 2;
    }
    if (pattern_.compare(end, 1, "d") != 0 || pattern_.find('%', end) != std::string::npos) {
        throw bad_input("the place for the number is not valid", pattern_,
                        "write it once, like out-%05d.png");
    }
    place_ = percent;
    length_ = end + 1 - percent;
}

std::filesystem::path NumberedPath::at(std::size_t number) const {
    if (!has_number()) {
        return pattern_;
    }
    std::string name = pattern_;
    return name.replace(place_, length_, fmt::format("{:0{}}", number, width_));
}

} // namespace orrery
