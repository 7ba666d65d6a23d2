#pragma once

#include "sim/step_timings.hpp"

#include <chrono>

namespace orrery {

// When the next frame of a page is drawn that a GPU draws. The page's input and its word that a
// frame is displayed come at the beats of its display: a frame that is drawn then is there for the
// next beat, where one at a time of its own is late by half a beat in the mean. A GPU has time for
// one more for input that comes between two beats.
struct PageNews {
    bool has_input = false;
    bool has_shown = false; // a frame, since the last one was drawn
};

// `due`: by the usual pace. At last a little later, for a beat may come then.
inline Clock::time_point latest_frame(Clock::time_point due) {
    return due + std::chrono::milliseconds(4);
}
inline bool is_time_for_frame(Clock::time_point now, Clock::time_point due, const PageNews& news) {
    constexpr std::chrono::milliseconds before(3), before_with_input(12);
    return now >= latest_frame(due) ||
           (now >= due - before && (news.has_input || news.has_shown)) ||
           (now >= due - before_with_input && news.has_input);
}

} // namespace orrery
