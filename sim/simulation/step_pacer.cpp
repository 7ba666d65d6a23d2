#include "sim/simulation/step_pacer.hpp"

#include <algorithm>
#include <chrono>

namespace orrery {

void StepPacer::set_pace(double steps_per_second, Clock::time_point now) {
    period_ = steps_per_second > 0 ? std::chrono::duration_cast<Clock::duration>(
                                         std::chrono::duration<double>(1 / steps_per_second))
                                   : Clock::duration::zero();
    next_ = now;
}

void StepPacer::begin(Clock::time_point now) {
    // A step that could not begin in time delays the next ones; it is not made up for by a burst.
    next_ = period_ > Clock::duration::zero() ? std::max(next_ + period_, now) : now;
}

Clock::duration StepPacer::slow_period() const {
    constexpr auto of_a_picture = std::chrono::milliseconds(25);
    return period_ > of_a_picture ? period_ : Clock::duration::zero();
}

} // namespace orrery
