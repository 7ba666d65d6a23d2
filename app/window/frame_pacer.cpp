#include "app/window/frame_pacer.hpp"

#include <algorithm>
#include <thread>

namespace orrery {

namespace {

constexpr double background_seconds = 1.0 / 30;
constexpr double nothing_seconds = 0.25;
constexpr int unseen_share = 5; // a frame that nobody sees may take one part in so many
constexpr int shared_share = 2; // likewise one whose processor has steps to take
constexpr std::chrono::milliseconds longest_rest(500);

// A little less than the display's period: where swapping waits for the display, this never bites.
Clock::duration shortest_frame(const Surface& surface) {
    return std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(0.97 / surface.monitor().refresh_rate));
}

} // namespace

double FramePacer::wait_for_next_frame(Surface& surface, FrameDemand demand,
                                       std::optional<Clock::time_point> due, bool shares) {
    const Clock::time_point drawn = Clock::now();
    std::this_thread::sleep_until(frame_start_ + shortest_frame(surface));
    const double milliseconds = milliseconds_since(frame_start_);
    if (!surface.shown() || shares) {
        const int share = surface.shown() ? shared_share : unseen_share;
        const Clock::time_point rested =
            std::min(frame_start_ + share * (drawn - frame_start_), drawn + longest_rest);
        std::this_thread::sleep_until(due ? std::min(rested, *due) : rested);
    }
    switch (demand) {
    case FrameDemand::input:
        surface.wait_events(0);
        break;
    case FrameDemand::background:
        surface.wait_events(background_seconds);
        break;
    case FrameDemand::nothing:
        surface.wait_events(nothing_seconds);
        break;
    }
    frame_start_ = Clock::now();
    return milliseconds;
}

} // namespace orrery
