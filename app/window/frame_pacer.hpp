#pragma once

#include "app/state/feature.hpp"
#include "render/surface.hpp"
#include "sim/step_timings.hpp"

#include <cstdint>
#include <optional>

namespace orrery {

inline double seconds_between(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

// Paces frames to the display, also where swapping buffers does not wait for it (software
// rendering, virtual displays), so that the simulation gets the processor; and sleeps while nothing
// changes. Frames that nobody sees leave most of the time to the simulation.
class FramePacer {
public:
    // Returns when the next frame is due, with the surface's events taken in. The milliseconds of
    // the frame before it: from its start to now, less what was slept because there was nothing to
    // show. One that nobody sees may be late, but not later than `due`. `shares`: the processor
    // draws and computes, and half of its time is for the steps.
    double wait_for_next_frame(Surface& surface, FrameDemand demand,
                               std::optional<Clock::time_point> due, bool shares = false);

private:
    Clock::time_point frame_start_ = Clock::now();
};

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
