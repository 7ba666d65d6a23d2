#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace orrery {

// Of an even number of values, the upper one of the two in the middle; of none, 0.
inline double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return values.empty() ? 0 : *middle;
}

} // namespace orrery
