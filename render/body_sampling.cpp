#include "render/body_sampling.hpp"

#include <algorithm>

namespace orrery {
namespace {

constexpr std::size_t least_drawn = 8192;

} // namespace

int sampled_every(std::size_t bodies, int every) {
    while (every > 1 && bodies / static_cast<std::size_t>(every) < least_drawn) {
        every /= 2;
    }
    return every;
}

std::vector<SampledRange> sampled_ranges(const std::vector<BodyLight>& runs, std::size_t bodies,
                                         int every) {
    const auto count = static_cast<std::uint32_t>(bodies);
    std::vector<SampledRange> ranges;
    const auto add = [&](std::uint32_t first, std::uint32_t end) {
        if (first >= end) {
            return;
        }
        const int here = sampled_every(end - first, every);
        if (!ranges.empty() && ranges.back().every == here) {
            ranges.back().end = end;
        } else {
            ranges.push_back({first, end, here});
        }
    };
    std::uint32_t first = 0;
    for (std::size_t k = 0; k < runs.size(); ++k) {
        // The last run is that of all that follow, too.
        const std::uint32_t end = k + 1 == runs.size() ? count : std::min(runs[k].end, count);
        add(first, end);
        first = std::max(first, end);
    }
    if (runs.empty()) {
        add(0, count);
    }
    return ranges;
}

} // namespace orrery
