#pragma once

#include "sim/simulation/timeline.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace orrery {

// Between the marks of a timeline the clock is taken to go evenly.

// Where it shows that time; where it does so more than once, the last time. Nothing: nowhere.
std::optional<double> step_at(const std::vector<TimelineMark>& marks, double time);

// What it shows at a step; at those behind the last mark, what it shows there.
double time_at(const std::vector<TimelineMark>& marks, std::uint64_t step);

} // namespace orrery
