#pragma once

#include "render/capture.hpp"
#include "render/offscreen.hpp"
#include "render/surface.hpp"
#include "render/window.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

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

    std::vector<Rectangle> screens() const override { return {{0, 0, 1920, 1080}}; }
    Rectangle place() const override { return {0, 0, size_.width, size_.height}; }
    Rectangle windowed_place() const override { return place(); }
    void put(const Rectangle& place) override { resize_to({place.width, place.height}); }
    void fill(const Rectangle& /*screen*/) override { set_fullscreen(true); }
    std::unique_ptr<Surface> open_another(const Rectangle& place,
                                          const std::string& title) override {
        return first_.open_another(place, title);
    }
    void make_current() override {} // others are drawn in the same one
    bool hovered() const override { return true; }
    void take_keyboard() override {}
    void stay_open() override {}

    void resize_to(Extent size) override;
    void drop(const std::filesystem::path& file) override { open_(file); }

private:
    OffscreenSurface first_; // in whose context the framebuffer lives
    Extent size_, before_fullscreen_;
    bool fullscreen_ = false;
    std::unique_ptr<Framebuffer> framebuffer_;
    std::function<void(const std::filesystem::path&)> open_;
};

} // namespace orrery
