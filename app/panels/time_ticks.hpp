#pragma once

#include <string>
#include <vector>

namespace orrery {

// Where an axis of simulated time has a number.
struct TimeTick {
    double time = 0;
    std::string text;
};

// Round times from `first` to `last` with as many digits as tell them apart: about as many as have
// room, of usual length, beside each other; fewer where their numbers are longer.
std::vector<TimeTick> time_ticks(double first, double last, int room);

} // namespace orrery
