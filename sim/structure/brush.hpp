#pragma once

#include "sim/machine/workers.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace orrery {

// Values of one quantity that are chosen, both ends included.
struct BrushRange {
    double low = 0, high = 0;
    bool operator==(const BrushRange&) const = default;
};

// Takes the mark from bodies whose value is not within the range. As many marks as values.
void keep_marked_between(std::span<const float> values, const BrushRange& range,
                         std::span<std::uint8_t> marks, Workers& workers);

// How many are marked, and what share of the mass of all that is.
struct Marked {
    std::size_t bodies = 0;
    double mass_share = 0;
};
Marked marked(std::span<const std::uint8_t> marks, std::span<const double> mass);

} // namespace orrery
