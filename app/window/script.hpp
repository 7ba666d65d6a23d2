#pragma once

#include "app/window/window_app.hpp"
#include "sim/simulation/simulation_thread.hpp"

#include <vector>

namespace orrery {

inline double seconds_between(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

// What the command line wants of a run besides showing it: a screenshot, an end, word of how far it
// is and what it came to.
class Script {
public:
    // `request` outlives it.
    Script(const LaunchOptions& request, Clock::time_point opened);

    // Once a frame, that began at `now` and is about to be drawn, with newer bodies or not.
    void advance(Clock::time_point now, bool newer_bodies);
    void count_steps(const std::vector<StepReport>& steps, const SimulationStatus& status);
    // Of a frame that has been drawn; that of the screenshot, which takes longer, does not count.
    void count_frame(double draw_milliseconds);

    // When the next frame is wanted at the latest, though nobody sees it; unset: whenever it suits.
    std::optional<Clock::time_point> frame_due() const;
    // Whether the screenshot is to be taken of this frame, which shows all that was asked for or
    // not yet. It waits for that, unless the run is stopped.
    bool takes_screenshot(bool complete) const;
    void screenshot_taken();
    // The run is over, by its own end or by being stopped.
    bool ended() const;

    const WindowResult& result() const { return result_; }

private:
    // Unset: there is none to take, or there are no bodies for it yet.
    std::optional<Clock::time_point> screenshot_due() const;
    double share_done() const;

    const LaunchOptions& request_;
    const Clock::time_point opened_;
    Clock::time_point now_;
    std::optional<Clock::time_point> bodies_since_;
    WindowResult result_;
};

} // namespace orrery
