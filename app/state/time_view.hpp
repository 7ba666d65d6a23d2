#pragma once

#include <cstdint>
#include <optional>

namespace orrery {

// What the user does with time besides running and pausing it, and what is seen of that.
struct TimeView {
    bool bar = false;     // asked for; else it comes with the pointer
    double opacity = 0;   // of the bar
    float height = 0;     // pixels at the picture's foot that the bar takes now
    float stage_foot = 0; // pixels at the window's foot that the stage takes
    bool dragging = false;
    std::optional<std::uint64_t> sent_step = {}; // the newest one that was dragged to
    std::optional<std::uint64_t> loop_from = {}; // a loop is marked to begin there
    std::optional<double> wanted = {};           // time to go to, once the system is there
    std::optional<double> starts_at = {};        // seconds since the window opened: a countdown
};

} // namespace orrery
