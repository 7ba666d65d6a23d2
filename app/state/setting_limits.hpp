#pragma once

#include "sim/simulation/simulation_thread.hpp"

#include <string>
#include <string_view>

namespace orrery {

// Between which values a setting means something; what lies beyond computes nonsense, however
// legal.
struct Limits {
    double low = 0, high = 0;
    const char* reason = ""; // "in longer steps bodies jump past each other"
    bool above_low = false;  // the lowest itself means nothing yet
};

// Of the system that is loaded: a thousand times shorter, or longer, than suits it.
Limits time_step_limits(const SimulationStatus& status);
Limits softening_limits(const SimulationStatus& status);

// Throws bad_input that says the limits and the reason.
void check_within(const Limits& limits, double value, std::string_view name);
// The same of so many bodies, which are told to the last one: "4,194,304".
void check_count_within(const Limits& limits, std::size_t count, std::string_view name);

} // namespace orrery
