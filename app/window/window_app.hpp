#pragma once

#include "render/context.hpp"
#include "sim/settings.hpp"
#include "sim/step_timings.hpp"

#include <filesystem>
#include <functional>
#include <optional>

namespace orrery {

// What the command line asks of the window.
struct WindowRequest {
    // Of a session only the source counts here: `settings_of_session` makes the rest of what was
    // saved, putting over it what was typed. Throws bad_input where the two do not fit.
    Settings settings;
    std::function<Settings(const Settings& saved)> settings_of_session = {};
    // Whether the user chose the number of bodies (--bodies). If not, and the source is a scene of
    // any size, it is chosen so that this machine runs it smoothly.
    bool bodies_given = false;
    bool fullscreen = false;
    std::optional<Extent> size;      // screen coordinates; unset: as the window was last left
    std::filesystem::path resources; // the folder that holds shaders/ and assets/
    // --remember no: neither reads nor writes layout, size and recent files. Tests and pictures for
    // the docs want the window of a first start.
    bool remember = true;
    // --state-json FILE: what the window shows, a few times a second and on exit; docs/json.md.
    std::optional<std::filesystem::path> state_json;
    // --screenshot FILE --after SECONDS: saves the window, panels included, and quits.
    std::optional<std::filesystem::path> screenshot;
    double screenshot_after_seconds = 3; // of moving bodies
    double exit_after_seconds = 0;       // --exit-after SECONDS; 0: stays open
    std::optional<float> ui_scale;       // --ui-scale: instead of the remembered one
    bool show_ui = true;                 // --no-ui: begins with the picture alone, as after Tab
    Clock::time_point launched = Clock::now(); // when the program started; times are told from here
};

// Opens the window and stays until it is closed; returns the exit code. Throws failure when there
// is no display or no OpenGL 4.5; whatever goes wrong later is shown in the window and does not end
// it.
int run_window(const WindowRequest& request);

} // namespace orrery
