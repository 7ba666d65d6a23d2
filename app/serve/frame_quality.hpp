#pragma once

#include <algorithm>

namespace orrery {

// How good a JPEG is: 1 to 100; and whether it has half as many pixels a side, to be drawn as
// large.
struct JpegGrade {
    int quality = 85;
    bool halved = false;

    bool operator==(const JpegGrade&) const = default;
};

// The grade of the next frame, by how long those before took until they were displayed. A line is
// to carry sixty in a second, and a page to show them soon. The length of the way itself, which no
// quality shortens, does not count, nor does the page's own work for the line.
class FrameQuality {
public:
    static constexpr int best = 92, least = 45, first = 85;
    static constexpr double late_milliseconds = 60, early_milliseconds = 30; // until displayed
    static constexpr double long_milliseconds = 14, short_milliseconds = 9;  // on the line

    // Takes a frame's time since it was sent; `way`: a short message there and back; `page`: since
    // it had come there until it was displayed.
    void observe(double displayed_after_ms, double way_ms, double page_ms) {
        const double late = displayed_after_ms - way_ms, on_line = late - page_ms;
        const bool too_late = late > late_milliseconds || on_line > long_milliseconds;
        late_ones_ = too_late ? late_ones_ + 1 : 0;
        if (late_ones_ > 4) { // some may have met other work
            lower(late > late_milliseconds || on_line > 2 * long_milliseconds ? 12 : 4);
        } else if (late < early_milliseconds && on_line < short_milliseconds) {
            raise(1);
        }
    }
    JpegGrade grade() const { return {quality_, halved_}; }

private:
    // What the worst whole picture takes, a rather good one of half as many pixels a side does,
    // too.
    static constexpr int good = 80;

    void lower(int steps) {
        quality_ -= steps;
        if (quality_ < least && !halved_) {
            halved_ = true;
            quality_ = good;
        }
        quality_ = std::max(quality_, least);
    }
    void raise(int steps) {
        quality_ += steps;
        if (quality_ > best && halved_) {
            halved_ = false;
            quality_ = least;
        }
        quality_ = std::min(quality_, best);
    }

    int quality_ = first;
    bool halved_ = false;
    int late_ones_ = 0; // in a row
};

} // namespace orrery
