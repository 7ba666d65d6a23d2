#pragma once

#include "app/commands/command.hpp"
#include "app/window/window_app.hpp"

namespace orrery {

// Throws failure when the screenshot that was asked for was not taken when it was due: the window
// was closed before, or the run was stopped.
void require_screenshot(const LaunchOptions& request, const WindowResult& run);

// Runs the window off-screen, and prints what steps and frames took. Ctrl+C ends it; the screenshot
// is then taken at once.
ExitCode run_off_screen(LaunchOptions request, const Console& console);

} // namespace orrery
