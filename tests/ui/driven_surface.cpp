#include "tests/ui/driven_surface.hpp"

#include <GL/glew.h>

namespace orrery {

DrivenMemoryWindow::DrivenMemoryWindow(Extent size)
    : first_(size, true), size_(size), before_fullscreen_(size),
      framebuffer_(std::make_unique<Framebuffer>(size)) {}

void DrivenMemoryWindow::swap_buffers() {
    glFinish();
}

void DrivenMemoryWindow::set_fullscreen(bool fullscreen) {
    if (fullscreen && !fullscreen_) {
        before_fullscreen_ = size_;
    }
    fullscreen_ = fullscreen;
    size_ = fullscreen ? monitor().pixels : before_fullscreen_;
    framebuffer_ = std::make_unique<Framebuffer>(size_);
}

void DrivenMemoryWindow::resize_to(Extent size) {
    if (!fullscreen_) {
        size_ = size;
        framebuffer_ = std::make_unique<Framebuffer>(size_);
    }
}

} // namespace orrery
