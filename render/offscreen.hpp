#pragma once

#include "render/capture.hpp"
#include "render/graphics_context.hpp"
#include "render/surface.hpp"

#include <optional>

namespace orrery {

// EGL without a surface: the device platform first, then Mesa's surfaceless one. Needs no display.
class OffscreenContext : public GraphicsContext {
public:
    explicit OffscreenContext(bool debug = false);
    OffscreenContext(const OffscreenContext&) = delete;
    OffscreenContext& operator=(const OffscreenContext&) = delete;
    ~OffscreenContext();

private:
    bool open(void* display, bool debug); // whether this display gives such a context
    void close();

    void* display_ = nullptr; // of EGL
    void* context_ = nullptr;
};

// Frames in memory, of one size: for pictures that no window shows, and machines without a display.
class OffscreenSurface : public Surface {
public:
    // Throws failure when there is no OpenGL 4.5, bad_input when the size cannot be drawn.
    explicit OffscreenSurface(Extent size, bool debug = false);

    Extent framebuffer_size() const override { return framebuffer_.size(); }
    unsigned int gl_framebuffer() const override { return framebuffer_.gl_framebuffer(); }
    Extent size() const override { return framebuffer_.size(); }
    void wait_events(double seconds) override;
    void swap_buffers() override; // waits until it is drawn
    std::unique_ptr<Surface> open_another(const Rectangle& place,
                                          const std::string& title) override;

private:
    struct InThatContext {};
    OffscreenSurface(Extent size, InThatContext /*which is current, and outlives it*/)
        : framebuffer_(size) {}

    std::optional<OffscreenContext> context_; // first: the framebuffer lives in it
    Framebuffer framebuffer_;
};

} // namespace orrery
