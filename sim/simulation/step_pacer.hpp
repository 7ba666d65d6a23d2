#pragma once

#include "sim/step_timings.hpp"

#include <algorithm>
#include <chrono>

namespace orrery {

// When the next step is due: at most so many a second.
class StepPacer {
public:
    // 0: as fast as they come. The next one is due at once.
    void set_pace(double steps_per_second, Clock::time_point now) {
        period_ = steps_per_second > 0 ? std::chrono::duration_cast<Clock::duration>(
                                             std::chrono::duration<double>(1 / steps_per_second))
                                       : Clock::duration::zero();
        next_ = now;
    }

    Clock::time_point due() const { return next_; }
    // A step begins. One that could not in time delays the next ones; it is not made up for by a
    // burst.
    void begin(Clock::time_point now) {
        next_ = period_ > Clock::duration::zero() ? std::max(next_ + period_, now) : now;
    }
    // How long it takes from a step to the next one where pictures come between them; else 0.
    Clock::duration slow_period() const {
        constexpr auto of_a_picture = std::chrono::milliseconds(25);
        return period_ > of_a_picture ? period_ : Clock::duration::zero();
    }

private:
    Clock::duration period_{};
    Clock::time_point next_;
};

} // namespace orrery
