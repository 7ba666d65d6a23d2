#include "app/window/window_setup.hpp"

#include "app/window/imgui_session.hpp"
#include "render/offscreen.hpp"
#include "render/window.hpp"

#include <cmath>

namespace orrery {

namespace {

constexpr Extent standard_size{1600, 900};
constexpr Extent offscreen_size{1280, 720};

} // namespace

std::unique_ptr<Surface> open_surface(const LaunchOptions& request, const Preferences& remembered) {
    if (request.surface) {
        return request.surface();
    }
    // Whoever asks for the state wants to know of OpenGL's errors too.
    const bool debug = request.state_json.has_value();
    if (request.off_screen) {
        return std::make_unique<OffscreenSurface>(request.size.value_or(offscreen_size), debug);
    }
    WindowOptions options;
    options.size = request.size.value_or(remembered.size.value_or(standard_size));
    options.fullscreen = request.fullscreen;
    options.debug = debug;
    return std::make_unique<Window>(options);
}

namespace {

Extent times(Extent size, float factor) {
    const auto length = [factor](int pixels) {
        return static_cast<int>(std::lround(factor * static_cast<float>(pixels)));
    };
    return {length(size.width), length(size.height)};
}

} // namespace

void fit_to_monitor(Surface& surface, const std::optional<Extent>& size) {
    surface.resize(times(size.value_or(standard_size), desktop_scale(surface)));
}

Extent size_at_scale_one(const Surface& surface) {
    return times(surface.size(), 1 / desktop_scale(surface));
}

} // namespace orrery
