#pragma once

#include "render/surface.hpp"
#include "sim/step_timings.hpp"

#include <optional>

namespace orrery {

// How much a frame has to show, and so how soon the next one is due.
enum class FrameDemand {
    input,      // the user is at it, or the bodies moved: as soon as the display takes it
    background, // something may come at any time: some tens of times a second, or with the next
                // input
    nothing,    // paused and left alone: a few times a second, or with the next input
};

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
