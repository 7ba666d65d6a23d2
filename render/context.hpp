#pragma once

#include <memory>
#include <string>

struct GLFWwindow;

namespace orrery {

struct Extent {
    int width = 0, height = 0;
    bool operator==(const Extent&) const = default;
};

// A current OpenGL 4.5 core context with its functions loaded, in a window or off-screen.
class GraphicsContext {
public:
    virtual ~GraphicsContext() = default;
    // Pixels of the default framebuffer; {0, 0} off-screen, where there is none.
    virtual Extent framebuffer_size() const = 0;
    std::string renderer() const; // "NVIDIA H200/PCIe/SSE2"
    std::string version() const;
};

struct WindowOptions {
    std::string title = "Orrery";
    Extent size{1600, 900};
    bool fullscreen = false;
    bool debug = false; // a debug context; GL errors and warnings go to the debug callback
};

// A GLFW window. GLFW's own input callbacks are free for the application to set.
class Window : public GraphicsContext {
public:
    // Throws failure when there is no display or no OpenGL 4.5.
    explicit Window(const WindowOptions& options);
    ~Window() override;

    Extent framebuffer_size() const override;
    Extent size() const;         // screen coordinates
    float content_scale() const; // the monitor's: 1 at 96 dpi, 2 on a 4K laptop
    GLFWwindow* handle() const noexcept;
    bool should_close() const;
    void close();
    void poll_events();
    void wait_events(double seconds);
    void swap_buffers();
    void set_title(const std::string& title);
    bool fullscreen() const;
    void
    set_fullscreen(bool fullscreen); // on the monitor the window is mostly on; remembers its place

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

// EGL without a surface: the device platform first, then Mesa's surfaceless one. Needs no display.
class OffscreenContext : public GraphicsContext {
public:
    explicit OffscreenContext(bool debug = false);
    ~OffscreenContext() override;
    Extent framebuffer_size() const override { return {}; }

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

// A connection to the display (X11 or Wayland), or null when none answers. Keep it until the window
// is open: an X server that loses its only client starts over, and refuses callers meanwhile.
std::shared_ptr<const void> connect_display();

// Debug-callback messages of severity error so far in this process's debug contexts (tests want 0).
int gl_error_count();

} // namespace orrery
