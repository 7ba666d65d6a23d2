#pragma once

#include "sim/step_timings.hpp"

#include <array>
#include <cstddef>
#include <optional>

namespace orrery {

// When the GPU that computes is busy with a picture: it draws from `begun` to `done`, and begins
// the next one at `next`. Predictions, renewed with every picture.
struct DrawingTimes {
    Clock::time_point begun;
    Clock::time_point done;
    Clock::time_point next;
};

// When the next step is due: so many a second and, where a GPU draws besides, between two pictures.
//
// A GPU that draws and computes gives both their turns, so a step that meets a picture takes as
// much longer as the picture takes: one step of 4 ms in fifty would take 8. A step that is due
// shortly before a picture therefore waits until that is drawn. The pace is kept, as a step that
// was late does not delay those after it; where steps come as fast as they can, or are too long to
// fit between two pictures, nothing waits.
class StepPacer {
public:
    // At most so many steps a second; 0: as fast as they come. The next one is due at once.
    void set_pace(double steps_per_second, Clock::time_point now);
    // The last step took so long. The shortest of the last few counts: one that met a picture says
    // nothing of those that do not.
    void took(Clock::duration length);
    // nullopt: nobody draws with the GPU that computes.
    void set_drawing(const std::optional<DrawingTimes>& drawing) { drawing_ = drawing; }

    Clock::time_point due(Clock::time_point now) const; // not before now
    // A step begins.
    void begin(Clock::time_point now);

private:
    Clock::duration length() const;

    Clock::duration period_{};
    std::array<Clock::duration, 8> lengths_{};
    std::size_t steps_ = 0;
    Clock::time_point next_;
    std::optional<DrawingTimes> drawing_;
};

} // namespace orrery
