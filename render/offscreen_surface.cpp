#include "render/offscreen_surface.hpp"

#include <GL/glew.h>

#include <chrono>
#include <thread>

namespace orrery {

OffscreenSurface::OffscreenSurface(Extent size, bool debug) : context_(debug), framebuffer_(size) {}

void OffscreenSurface::wait_events(double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

// A window's swap keeps the driver from being given more than it draws; here this does.
void OffscreenSurface::swap_buffers() {
    glFinish();
}

} // namespace orrery
