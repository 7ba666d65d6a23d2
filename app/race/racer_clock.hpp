#pragma once

#include "sim/simulation/simulation_status.hpp"

#include <cstdint>
#include <deque>
#include <vector>

namespace orrery {

// How fast a racer is, by its newest steps.
class RacerClock {
public:
    void add(const std::vector<StepReport>& steps);
    // Steps of before count no more.
    void restart() { steps_.clear(); }

    // 0 before the second step; falls towards 0 while none comes.
    double steps_per_second(Clock::time_point now) const;
    double milliseconds() const; // of computing, of a usual step; 0 before the first

private:
    struct Step {
        Clock::time_point finished;
        std::uint64_t number;
        double milliseconds;
    };
    std::deque<Step> steps_; // of the newest second, and two at least
};

} // namespace orrery
