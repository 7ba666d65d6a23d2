#pragma once

#include "app/window/user_files.hpp"
#include "app/window/window_app.hpp"
#include "render/surface.hpp"

#include <memory>

namespace orrery {

// The window, or what stands in for it off-screen.
std::unique_ptr<Surface> open_surface(const LaunchOptions& request, const Preferences& remembered);

// Gives the window the standard size times its desktop's scale, or what fits on the monitor.
void fit_to_monitor(Surface& surface);

} // namespace orrery
