#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace orrery {

// The median; for an even number of values the upper of the two middle ones, and 0 for none.
inline double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return values.empty() ? 0 : *middle;
}

} // namespace orrery
