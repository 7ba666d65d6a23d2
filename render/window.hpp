#pragma once

#include "render/surface.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace orrery {

class Window;

struct WindowOptions {
    std::string title = "Orrery";
    Extent size{1600, 900};
    bool fullscreen = false;
    bool visible = true;
    bool debug = false; // a debug context; GL errors and warnings go to the debug callback
    bool waits = true;  // for the display, with each frame
    const Window* shares = nullptr; // the window whose textures it draws with
};

// A GLFW window. All of GLFW's callbacks but that for dropped files are free for the application to
// set.
class Window : public Surface {
public:
    // Throws failure when there is no display or no OpenGL 4.5.
    explicit Window(const WindowOptions& options);

    Extent framebuffer_size() const override;
    unsigned int gl_framebuffer() const override { return 0; }
    Extent size() const override;
    Monitor monitor() const override; // the primary one; the scale is that of the window's own
    bool shown() const override { return true; }
    GLFWwindow* input() const override { return handle_.get(); }
    void on_drop(std::function<void(const std::filesystem::path&)> open) override;
    bool should_close() const override;
    void close();
    void wait_events(double seconds) override;
    void swap_buffers() override; // waits for the display, where there is one to wait for
    void set_title(const std::string& title) override;
    void resize(Extent wanted) override;
    bool fullscreen() const override;
    // On the monitor the window is mostly on; remembers its place.
    void set_fullscreen(bool fullscreen) override;
    std::vector<Rectangle> screens() const override;
    Rectangle place() const override;
    Rectangle windowed_place() const override;
    void put(const Rectangle& place) override;
    void fill(const Rectangle& screen) override;
    std::unique_ptr<Surface> open_another(const Rectangle& place,
                                          const std::string& title) override;
    void make_current() override;
    bool hovered() const override;
    void take_keyboard() override;
    void stay_open() override;

private:
    const WindowOptions options_;
    std::shared_ptr<const void> library_; // GLFW
    std::unique_ptr<GLFWwindow, void (*)(GLFWwindow*)> handle_;
    std::function<void(const std::filesystem::path&)> open_dropped_;
    Rectangle windowed_; // where the window was before it filled the monitor
};

// The desktop's monitors, the primary one first; valid only while there is a connection to it.
std::vector<Monitor> monitors();

// A connection to the display (X11 or Wayland), or null when none answers. Keep it until the window
// is open: an X server that loses its only client starts over, and refuses callers meanwhile.
std::shared_ptr<const void> connect_display();

} // namespace orrery
