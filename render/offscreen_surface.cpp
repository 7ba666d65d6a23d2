#include "render/offscreen_surface.hpp"

#include <GL/glew.h>

#include <chrono>
#include <thread>
#include <utility>

namespace orrery {

OffscreenSurface::OffscreenSurface(Extent size, bool debug)
    : context_(std::in_place, debug), framebuffer_(size) {}

std::unique_ptr<Surface> OffscreenSurface::open_another(const Rectangle& place,
                                                        const std::string& /*title*/) {
    return std::unique_ptr<Surface>(
        new OffscreenSurface({place.width, place.height}, InThatContext{}));
}

void OffscreenSurface::wait_events(double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

// A window's swap keeps the driver from being given more than it draws; here this does.
void OffscreenSurface::swap_buffers() {
    glFinish();
}

} // namespace orrery
