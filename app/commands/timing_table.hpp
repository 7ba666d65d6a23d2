#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace orrery {

// What steps and frames took, all of them together.
struct RunTimings {
    std::string algorithm;
    std::size_t bodies = 0;
    std::uint64_t steps = 0;
    double step_milliseconds = 0, interactions = 0;
    std::size_t frames = 0;
    double draw_milliseconds = 0;
};

// The table that a command which draws ends with.
std::string timing_table(const RunTimings& run);

} // namespace orrery
