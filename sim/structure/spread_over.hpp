#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace orrery {

// The numbers of `most` bodies, or of all where there are fewer: evenly spread, and the same ones
// each time.
inline std::vector<std::size_t> spread_over(std::size_t count, std::size_t most) {
    const std::size_t sampled = std::min(count, most);
    std::vector<std::size_t> bodies(sampled);
    for (std::size_t k = 0; k < sampled; ++k) {
        bodies[k] = k * count / sampled;
    }
    return bodies;
}

} // namespace orrery
