#pragma once

#include "render/capture.hpp"
#include "render/offscreen_context.hpp"
#include "render/surface.hpp"
#include "render/window.hpp"

#include <filesystem>
#include <functional>

namespace orrery {

// A window whose events a test makes up, in the window's own process.
class DrivenSurface {
public:
    virtual ~DrivenSurface() = default;
    virtual void resize_to(Extent size) = 0;
    virtual void drop(const std::filesystem::path& file) = 0;
};

// A real one, which needs a display.
class DrivenRealWindow : public Window, public DrivenSurface {
public:
    explicit DrivenRealWindow(Extent size) : Window({.size = size, .debug = true}) {}

    void on_drop(std::function<void(const std::filesystem::path&)> open) override {
        open_ = open;
        Window::on_drop(std::move(open));
    }
    void wait_events(double /*seconds*/) override { Window::wait_events(0); }

    void resize_to(Extent size) override { resize(size); }
    void drop(const std::filesystem::path& file) override { open_(file); }

private:
    std::function<void(const std::filesystem::path&)> open_;
};

// One in memory, that the application takes for a window: it is asked, told and goes on.
class DrivenMemoryWindow : public Surface, public DrivenSurface {
public:
    explicit DrivenMemoryWindow(Extent size);

    Extent framebuffer_size() const override { return size_; }
    unsigned int gl_framebuffer() const override { return framebuffer_->gl_framebuffer(); }
    Extent size() const override { return size_; }
    Monitor monitor() const override { return {.pixels = {1920, 1080}, .refresh_rate = 240}; }
    bool shown() const override { return true; }
    GLFWwindow* input() const override { return nullptr; }
    void on_drop(std::function<void(const std::filesystem::path&)> open) override {
        open_ = std::move(open);
    }
    bool should_close() const override { return false; }
    void wait_events(double /*seconds*/) override {}
    void swap_buffers() override;
    void set_title(const std::string& /*title*/) override {}
    void resize(Extent wanted) override { resize_to(wanted); }
    bool fullscreen() const override { return fullscreen_; }
    void set_fullscreen(bool fullscreen) override;

    void resize_to(Extent size) override;
    void drop(const std::filesystem::path& file) override { open_(file); }

private:
    OffscreenContext context_; // first: the framebuffer lives in it
    Extent size_, before_fullscreen_;
    bool fullscreen_ = false;
    std::unique_ptr<Framebuffer> framebuffer_;
    std::function<void(const std::filesystem::path&)> open_;
};

} // namespace orrery
