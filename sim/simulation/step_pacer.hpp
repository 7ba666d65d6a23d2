#pragma once

#include "sim/step_timings.hpp"

namespace orrery {

// When the next step is due: at most so many a second.
class StepPacer {
public:
    // 0: as fast as they come. The next one is due at once.
    void set_pace(double steps_per_second, Clock::time_point now);

    Clock::time_point due() const { return next_; }
    // A step begins.
    void begin(Clock::time_point now);
    // How long it takes from a step to the next one where pictures come between them; else 0.
    Clock::duration slow_period() const;

private:
    Clock::duration period_{};
    Clock::time_point next_;
};

} // namespace orrery
