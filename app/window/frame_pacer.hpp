#pragma once

#include "app/state/feature.hpp"
#include "render/surface.hpp"
#include "sim/step_timings.hpp"

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

} // namespace orrery
