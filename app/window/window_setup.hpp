#pragma once

#include "app/window/app_state.hpp"
#include "app/window/user_files.hpp"
#include "app/window/window_app.hpp"
#include "render/context.hpp"

namespace orrery {

WindowOptions window_options(const WindowRequest& request, const Remembered& remembered);

// Gives the window the standard size times its desktop's scale, or what fits on the monitor.
void fit_to_monitor(Window& window);

// A file dropped on the window becomes app.wishes.open. `app` must live as long as the window takes
// events.
void open_dropped_files(Window& window, AppState& app);

} // namespace orrery
