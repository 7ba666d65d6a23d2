#pragma once

#include "app/commands/command.hpp"
#include "app/commands/offscreen_picture.hpp"
#include "sim/bodies.hpp"
#include "sim/settings.hpp"

#include <filesystem>
#include <optional>

namespace orrery {

// What `orrery render` does, and `orrery` where there is no display.
struct RenderPlan {
    Settings settings;
    InitialConditions system;
    PictureStyle style;
    std::filesystem::path output =
        "orrery.png"; // .png; several frames: with a place for the number
    std::size_t frames = 1;
    std::size_t steps_per_frame = 1;
    std::optional<double> start; // run to this time before the first frame
};

// Throws bad_input for an output that cannot be written as asked.
void require_picture_format(const std::filesystem::path& output, std::size_t frames);

// Draws the first frame, then `steps_per_frame` steps before each further one; writes every one and
// prints a timing table. Ctrl+C keeps the frames written so far, and fails.
ExitCode render_frames(RenderPlan plan);

// Simulates and draws for `seconds` of wall-clock time, writes the last picture and prints a timing
// table. A step that is not done by then is given up.
ExitCode render_for(RenderPlan plan, double seconds);

} // namespace orrery
