#pragma once

#include "render/capture.hpp"
#include "render/offscreen_context.hpp"
#include "render/surface.hpp"

#include <optional>

namespace orrery {

// Frames in memory, of one size: for pictures where nobody looks, and machines without a display.
// No input comes, and it fills a monitor of its own size.
class OffscreenSurface : public Surface {
public:
    // Throws failure when there is no OpenGL 4.5, bad_input when the size cannot be drawn.
    explicit OffscreenSurface(Extent size, bool debug = false);

    Extent framebuffer_size() const override { return framebuffer_.size(); }
    unsigned int gl_framebuffer() const override { return framebuffer_.gl_framebuffer(); }
    Extent size() const override { return framebuffer_.size(); }
    Monitor monitor() const override { return {.pixels = framebuffer_.size()}; }
    bool shown() const override { return false; }
    GLFWwindow* input() const override { return nullptr; }
    void on_drop(std::function<void(const std::filesystem::path&)> /*open*/) override {}
    bool should_close() const override { return false; }
    void wait_events(double seconds) override;
    void swap_buffers() override; // waits until it is drawn
    void set_title(const std::string& /*title*/) override {}
    void resize(Extent /*wanted*/) override {}
    bool fullscreen() const override { return false; }
    void set_fullscreen(bool /*fullscreen*/) override {}
    std::vector<Rectangle> screens() const override { return {place()}; }
    Rectangle place() const override { return {0, 0, size().width, size().height}; }
    Rectangle windowed_place() const override { return place(); }
    void put(const Rectangle& /*place*/) override {}
    void fill(const Rectangle& /*screen*/) override {}
    std::unique_ptr<Surface> open_another(const Rectangle& place,
                                          const std::string& title) override;
    void make_current() override {} // others are drawn in the same one
    bool hovered() const override { return false; }
    void take_keyboard() override {}
    void stay_open() override {}

private:
    struct InThatContext {};
    OffscreenSurface(Extent size, InThatContext /*which is current, and outlives it*/)
        : framebuffer_(size) {}

    std::optional<OffscreenContext> context_; // first: the framebuffer lives in it
    Framebuffer framebuffer_;
};

} // namespace orrery
