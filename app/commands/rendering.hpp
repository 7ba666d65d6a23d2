#pragma once

#include "app/commands/command.hpp"
#include "app/commands/offscreen_picture.hpp"
#include "sim/simulation/settings.hpp"
#include "sim/system.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace orrery {

struct WindowResult;

// What `orrery render` writes: numbered pictures, a video, or pictures on standard output.
struct FramePlan {
    std::filesystem::path output = "orrery.png"; // .png, a video's ending, or - for standard output
    std::optional<std::size_t> frames;           // unset: one, or ten seconds of video
    std::optional<double> frames_per_second;     // of a video; unset: 30
    bool hdr = false;                            // pictures with light beyond white
    bool timed = false; // pictures, too, are so many a second: those of a tour

    std::size_t frame_count() const;
    double rate() const; // pictures a second
};

// Throws bad_input for an output that cannot be written as asked.
void require_frame_output(const FramePlan& plan);

// What `orrery render` does.
struct RenderPlan {
    Settings settings;
    System system;
    PictureStyle style;
    FramePlan frames;
    std::optional<std::size_t> steps_per_frame; // unset: 1, or a tour's pace
    std::optional<double> start;                // run to this time before the first frame
    std::optional<double> waiting_seconds;      // of a tour's step that waits; unset: 6
    std::string language;                       // of a tour, an id; empty: that of the environment
};

// Draws the first frame, then `steps_per_frame` steps before each further one; writes every one and
// prints a timing table, to standard error where standard output has the pictures. Ctrl+C keeps the
// frames written so far, and fails.
ExitCode render_frames(RenderPlan plan, const Console& console);

// Whether this is a tour rather than a scene or a file of bodies. `not_scene`: of a name that both
// a tour and a scene have the tour is meant.
bool is_tour(const std::string& source, bool not_scene);

// Draws the tour, a shipped one or a file, as a window would show it, by a clock of fixed steps.
// Ctrl+C leaves what there is of the film, and fails; so does a tour that asks for what cannot be
// done here.
ExitCode render_tour(const std::string& tour, const RenderPlan& plan, const Console& console);

// A command that draws ends with it: what steps and frames took, and who drew.
std::string timing_text(const WindowResult& run);

} // namespace orrery
