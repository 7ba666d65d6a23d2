#pragma once

#include "sim/machine/workers.hpp"
#include "sim/step_timings.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace orrery {

// Seconds of one of `passes` calls, one right after the other.
template <class Work>
double seconds_on_host(int passes, const Work& work) {
    const Clock::time_point start = Clock::now();
    for (int pass = 0; pass < passes; ++pass) {
        work();
    }
    return milliseconds_since(start) / 1000 / passes;
}

// A copy by all workers: what memory gives, and so the measure of everything that only moves data.
inline void copy_by_all(std::span<const float> from, std::span<float> to, Workers& workers) {
    constexpr std::size_t grain = 1 << 18;
    workers.for_ranges(from.size(), grain, [&](std::size_t first, std::size_t last) {
        std::copy(from.data() + first, from.data() + last, to.data() + first);
    });
}

} // namespace orrery
