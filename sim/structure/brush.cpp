#include "sim/structure/brush.hpp"

#include <algorithm>
#include <cstddef>

namespace orrery {

void keep_marked_between(std::span<const float> values, const BrushRange& range,
                         std::span<std::uint8_t> marks, Workers& workers) {
    constexpr std::size_t chunk = 65'536;
    const auto low = static_cast<float>(range.low);
    const auto high = static_cast<float>(range.high);
    workers.for_ranges(values.size(), chunk, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            const bool inside = values[k] >= low && values[k] <= high;
            marks[k] = inside ? marks[k] : std::uint8_t{0};
        }
    });
}

Marked marked(std::span<const std::uint8_t> marks, std::span<const double> mass) {
    Marked found;
    double chosen = 0;
    double all = 0;
    for (std::size_t i = 0; i < std::min(marks.size(), mass.size()); ++i) {
        all += mass[i];
        if (marks[i] != 0) {
            chosen += mass[i];
            ++found.bodies;
        }
    }
    found.mass_share = all > 0 ? chosen / all : 0;
    return found;
}

} // namespace orrery
