#include "sim/simulation/step_pacer.hpp"

#include <algorithm>

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

} // namespace orrery
