#pragma once

#include "render/graphics_context.hpp"
#include "render/placement.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

struct GLFWwindow;

namespace orrery {

// The monitor that a surface is seen on.
struct Monitor {
    Extent pixels;           // {0, 0}: not known
    float content_scale = 1; // 1 at 96 dpi, 2 on a 4K laptop
    int refresh_rate = 60;   // frames a second
};

// The destination of an application's frames: a window, or a picture in memory that is never shown.
// One thread owns it and its context. Without a window, the window's operations do nothing: no
// input comes, and the surface fills a monitor of its own size.
class Surface : public GraphicsContext {
public:
    virtual ~Surface() = default;
    virtual Extent framebuffer_size() const = 0;     // pixels
    virtual unsigned int gl_framebuffer() const = 0; // that frames are drawn into
    virtual Extent size() const = 0;                 // screen coordinates
    virtual Monitor monitor() const { return {.pixels = framebuffer_size()}; }
    // Whether the frames are shown to a user who waits for them.
    virtual bool shown() const { return false; }
    // The source of input, or null.
    virtual GLFWwindow* input() const { return nullptr; }
    // Called from wait_events with a file that was dropped here.
    virtual void on_drop(std::function<void(const std::filesystem::path&)> /*open*/) {}

    virtual bool should_close() const { return false; }
    // Takes in what has come, and waits up to `seconds` while nothing does.
    virtual void wait_events(double seconds) = 0;
    // The frame is drawn. What else the GPU has to do for it comes now: a simulation that has turns
    // on that GPU does not meet it.
    virtual void finish_frame() {}
    // It is shown.
    virtual void swap_buffers() = 0;
    // Until the next one is due.
    virtual void rest_until(std::chrono::steady_clock::time_point due) {
        std::this_thread::sleep_until(due);
    }

    virtual void set_title(const std::string& /*title*/) {}
    // At most this size, and at most what the desktop leaves free on its monitor.
    virtual void resize(Extent /*wanted*/) {}
    virtual bool fullscreen() const { return false; }
    virtual void set_fullscreen(bool /*fullscreen*/) {}

    // The desktop's monitors, the primary one first; the window's place there; and its place when
    // it does not fill a monitor.
    virtual std::vector<Rectangle> screens() const { return {place()}; }
    virtual Rectangle place() const { return {0, 0, size().width, size().height}; }
    virtual Rectangle windowed_place() const { return place(); }
    // There, as a normal window; or all over the monitor that is there.
    virtual void put(const Rectangle& /*place*/) {}
    virtual void fill(const Rectangle& /*screen*/) {}
    // Another one with this one's textures, as a window on that place. It does not wait for the
    // display, so this one does alone. Throws failure where there can be none.
    virtual std::unique_ptr<Surface> open_another(const Rectangle& place,
                                                  const std::string& title) = 0;
    virtual void make_current() {} // its context, where there is another one besides
    virtual bool hovered() const { return false; } // by the mouse, with nothing between
    virtual void take_keyboard() {}
    virtual void stay_open() {} // after should_close
};

} // namespace orrery
