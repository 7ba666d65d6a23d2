#include "app/window/window_setup.hpp"

#include "app/window/imgui_session.hpp"
#include "render/offscreen_surface.hpp"
#include "render/window.hpp"

namespace orrery {

namespace {

constexpr Extent standard_size{1600, 900};
constexpr Extent offscreen_size{1280, 720};

} // namespace

std::unique_ptr<Surface> open_surface(const LaunchOptions& request, const Preferences& remembered) {
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

void fit_to_monitor(Surface& surface) {
    const float scale = desktop_scale(surface);
    const auto scaled = [scale](int length) {
        return static_cast<int>(scale * static_cast<float>(length));
    };
    surface.resize({scaled(standard_size.width), scaled(standard_size.height)});
}

} // namespace orrery
