#pragma once

#include "app/window/user_files.hpp"
#include "app/window/window_app.hpp"
#include "render/surface.hpp"

#include <memory>
#include <optional>

namespace orrery {

// The window, or what stands in for it off-screen.
std::unique_ptr<Surface> open_surface(const LaunchOptions& request, const Preferences& remembered);

// Gives the window that size, or the standard one, times its desktop's scale, or what fits on the
// monitor.
void fit_to_monitor(Surface& surface, const std::optional<Extent>& size);

// As large as the window would be on a monitor of scale 1: what is remembered of it.
Extent size_at_scale_one(const Surface& surface);

} // namespace orrery
