#pragma once

#include "sim/step_timings.hpp"

#include <cstdint>

namespace orrery {

// The clock that frames go by: the wall's, or one that takes the same step from frame to frame,
// however long a frame takes. Films go by the second, so that they are the same each time.
class TimeSource {
public:
    TimeSource() = default; // the wall's
    TimeSource(Clock::time_point start, double frames_per_second)
        : start_(start), frames_per_second_(frames_per_second) {}

    // When the next frame begins.
    Clock::time_point next_frame() {
        if (!has_steps()) {
            return Clock::now();
        }
        const std::chrono::duration<double> passed(static_cast<double>(frames_++) /
                                                   frames_per_second_);
        return start_ + std::chrono::duration_cast<Clock::duration>(passed);
    }
    bool has_steps() const { return frames_per_second_ > 0; }

private:
    Clock::time_point start_;
    double frames_per_second_ = 0;
    std::uint64_t frames_ = 0;
};

} // namespace orrery
