#pragma once

#include "render/body_light.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery {

// One body in `every`, a power of two, is drawn, and as bright as all of them. Which one of so many
// neighbours is decided by lot and by `number`: `every` numbers in a row show each body once.
struct BodySampling {
    int every = 1;
    int number = 0;
};

// Bodies in a row of which one in `every` is drawn.
struct SampledRange {
    std::uint32_t first = 0, end = 0;
    int every = 1;
    bool operator==(const SampledRange&) const = default;
};

// Of so many bodies, one in how many is drawn where one in `every` is wanted. Of few all are: there
// each one counts.
int sampled_every(std::size_t bodies, int every);

// For each run as many as that says.
std::vector<SampledRange> sampled_ranges(const std::vector<BodyLight>& runs, std::size_t bodies,
                                         int every);

} // namespace orrery
