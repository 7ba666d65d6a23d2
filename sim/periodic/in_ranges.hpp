#pragma once

#include "sim/machine/workers.hpp"

#include <algorithm>
#include <cstddef>

namespace orrery {

// Calls work(begin, end) for ranges of at most `grain` that cover [0, count): on all workers, or in
// order on the calling thread where there are none.
template <class Work>
void in_ranges(Workers* workers, std::size_t count, std::size_t grain, const Work& work) {
    if (workers != nullptr) {
        workers->for_ranges(count, grain, work);
        return;
    }
    for (std::size_t begin = 0; begin < count; begin += grain) {
        work(begin, std::min(begin + grain, count));
    }
}

} // namespace orrery
