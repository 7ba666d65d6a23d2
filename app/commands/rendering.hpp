#pragma once

#include "app/commands/command.hpp"
#include "app/commands/frame_plan.hpp"
#include "app/commands/offscreen_picture.hpp"
#include "sim/simulation/settings.hpp"
#include "sim/system.hpp"

#include <optional>

namespace orrery {

// What `orrery render` does.
struct RenderPlan {
    Settings settings;
    System system;
    PictureStyle style;
    FramePlan frames;
    std::size_t steps_per_frame = 1;
    std::optional<double> start; // run to this time before the first frame
};

// Draws the first frame, then `steps_per_frame` steps before each further one; writes every one and
// prints a timing table, to standard error where standard output has the pictures. Ctrl+C keeps the
// frames written so far, and fails.
ExitCode render_frames(RenderPlan plan, const Console& console);

} // namespace orrery
