#pragma once

#include <algorithm>

namespace orrery {

// The quality of the next frame, by how long those before took until they were displayed: a frame
// that takes much longer than the way to there is too large for it, or for the page. The length of
// the way itself, which no quality shortens, does not count.
class FrameQuality {
public:
    static constexpr int best = 92, least = 45, first = 85;
    static constexpr double late_milliseconds = 60, early_milliseconds = 30;

    // Of a frame, from when it was sent; `way`: a short message there and back.
    void observe(double displayed_after_ms, double way_ms) {
        const double late = displayed_after_ms - way_ms;
        const int change = late > late_milliseconds ? -6 : late < early_milliseconds ? 2 : 0;
        quality_ = std::clamp(quality_ + change, least, best);
    }
    int quality() const { return quality_; }

private:
    int quality_ = first;
};

} // namespace orrery
