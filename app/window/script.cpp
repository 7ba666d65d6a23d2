#include "app/window/script.hpp"

#include <algorithm>

namespace orrery {

Script::Script(const LaunchOptions& request, Clock::time_point opened)
    : request_(request), opened_(opened), now_(opened) {}

void Script::advance(Clock::time_point now, bool newer_bodies) {
    now_ = now;
    if (newer_bodies && !bodies_since_) {
        bodies_since_ = now;
    }
    if (request_.progress && (takes_pictures(request_) || request_.exit_after_seconds > 0)) {
        request_.progress(share_done(), result_.time);
    }
}

void Script::count_steps(const std::vector<StepReport>& steps, const SimulationStatus& status) {
    result_.algorithm = status.settings.algorithm;
    result_.bodies = status.count;
    result_.time = status.time;
    result_.steps += steps.size();
    for (const StepReport& step : steps) {
        result_.step_milliseconds += step.timings.total_milliseconds;
        result_.interactions += step.timings.interactions;
    }
}

void Script::count_frame(double draw_milliseconds) {
    if (bodies_since_ && !result_.screenshot_seconds) {
        ++result_.frames;
        result_.draw_milliseconds += draw_milliseconds;
    }
}

std::optional<Clock::time_point> Script::screenshot_due() const {
    if (!takes_pictures(request_) || !bodies_since_) {
        return std::nullopt;
    }
    const std::chrono::duration<double> wait(request_.screenshot_after_seconds);
    return *bodies_since_ + std::chrono::duration_cast<Clock::duration>(wait);
}

std::optional<Clock::time_point> Script::frame_due() const {
    return bodies_since_ ? screenshot_due() : now_; // they are not to be missed when they come
}

bool Script::takes_screenshot(bool complete) const {
    const std::optional<Clock::time_point> due = screenshot_due();
    const bool taken = result_.screenshot_seconds.has_value();
    return due && !taken && ((now_ >= *due && complete) || request_.stop.stop_requested());
}

void Script::screenshot_taken() {
    result_.screenshot_seconds = seconds_between(*bodies_since_, now_);
}

bool Script::ended() const {
    const bool expired = request_.exit_after_seconds > 0 &&
                         seconds_between(opened_, now_) > request_.exit_after_seconds;
    // A screenshot that is still to be taken takes one more frame.
    const bool stopped = request_.stop.stop_requested() && !screenshot_due();
    return expired || stopped || result_.screenshot_seconds;
}

double Script::share_done() const {
    double share = 0;
    if (bodies_since_ && takes_pictures(request_) && request_.screenshot_after_seconds > 0) {
        share = seconds_between(*bodies_since_, now_) / request_.screenshot_after_seconds;
    }
    if (request_.exit_after_seconds > 0) {
        share = std::max(share, seconds_between(opened_, now_) / request_.exit_after_seconds);
    }
    return std::min(share, 1.0);
}

} // namespace orrery
