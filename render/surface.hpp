#pragma once

#include "render/graphics_context.hpp"
#include "render/placement.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

struct GLFWwindow;

namespace orrery {

// What a surface is seen on.
struct Monitor {
    Extent pixels;           // {0, 0}: not known
    float content_scale = 1; // 1 at 96 dpi, 2 on a 4K laptop
    int refresh_rate = 60;   // frames a second
};

// Where an application's frames go: a window, or a picture in memory that is never shown. Owned, as
// its context, by one thread.
class Surface : public GraphicsContext {
public:
    virtual unsigned int gl_framebuffer() const = 0; // that frames are drawn into
    virtual Extent size() const = 0;                 // screen coordinates
    virtual Monitor monitor() const = 0;
    // Whether anybody sees the frames and waits for them.
    virtual bool shown() const = 0;
    // What input comes from; null: none does.
    virtual GLFWwindow* input() const = 0;
    // Called from wait_events with a file that was dropped here.
    virtual void on_drop(std::function<void(const std::filesystem::path&)> open) = 0;

    virtual bool should_close() const = 0;
    // Takes in what has come, and waits up to `seconds` while nothing does.
    virtual void wait_events(double seconds) = 0;
    // The frame is complete: it is shown.
    virtual void swap_buffers() = 0;

    virtual void set_title(const std::string& title) = 0;
    // At most this size, and at most what the desktop leaves free on its monitor.
    virtual void resize(Extent wanted) = 0;
    virtual bool fullscreen() const = 0;
    virtual void set_fullscreen(bool fullscreen) = 0;

    // Where the desktop's monitors are, the primary one first, and where on them the window is; and
    // where it is when it does not fill one.
    virtual std::vector<Rectangle> screens() const = 0;
    virtual Rectangle place() const = 0;
    virtual Rectangle windowed_place() const = 0;
    // There, as a normal window; or all over the monitor that is there.
    virtual void put(const Rectangle& place) = 0;
    virtual void fill(const Rectangle& screen) = 0;
    // Another one with this one's textures, as a window on that place. What it shows does not wait
    // for the display, so this one does alone. Throws failure where there can be none.
    virtual std::unique_ptr<Surface> open_another(const Rectangle& place,
                                                  const std::string& title) = 0;
    virtual void make_current() = 0;  // its context, where there is another one besides
    virtual bool hovered() const = 0; // by the mouse, with nothing between
    virtual void take_keyboard() = 0;
    virtual void stay_open() = 0; // after should_close
};

} // namespace orrery
