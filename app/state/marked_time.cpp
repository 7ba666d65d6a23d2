#include "app/state/marked_time.hpp"

#include <algorithm>

namespace orrery {

std::optional<double> step_at(const std::vector<TimelineMark>& marks, double time) {
    for (std::size_t k = marks.size(); k-- > 1;) {
        const auto [low, high] = std::minmax(marks[k - 1].time, marks[k].time);
        if (time >= low && time <= high && high > low) {
            const double share = (time - marks[k - 1].time) / (marks[k].time - marks[k - 1].time);
            const auto from = static_cast<double>(marks[k - 1].step);
            return from + share * (static_cast<double>(marks[k].step) - from);
        }
    }
    return std::nullopt;
}

double time_at(const std::vector<TimelineMark>& marks, std::uint64_t step) {
    for (std::size_t k = 1; k < marks.size(); ++k) {
        if (step <= marks[k].step) {
            const auto width = static_cast<double>(marks[k].step - marks[k - 1].step);
            const double share = static_cast<double>(step - marks[k - 1].step) / width;
            return marks[k - 1].time + share * (marks[k].time - marks[k - 1].time);
        }
    }
    return marks.empty() ? 0 : marks.back().time;
}

} // namespace orrery
