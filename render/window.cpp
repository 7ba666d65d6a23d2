#include "render/window.hpp"

#include "render/gl_messages.hpp"
#include "sim/base/error.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace orrery {
namespace {

std::string glfw_words() {
    const char* words = nullptr;
    glfwGetError(&words);
    return words == nullptr ? std::string("unknown reason") : std::string(words);
}

// GLFW is initialised once for the whole process, while this is held.
class GlfwLibrary {
public:
    // Null when no display answers.
    static std::shared_ptr<GlfwLibrary> hold() {
        static std::weak_ptr<GlfwLibrary> held;
        std::shared_ptr<GlfwLibrary> library = held.lock();
        if (!library && glfwInit() == GLFW_TRUE) {
            library = std::shared_ptr<GlfwLibrary>(new GlfwLibrary);
            held = library;
        }
        return library;
    }
    ~GlfwLibrary() { glfwTerminate(); }
    GlfwLibrary(const GlfwLibrary&) = delete;
    GlfwLibrary& operator=(const GlfwLibrary&) = delete;

private:
    GlfwLibrary() = default;
};

Rectangle area(GLFWmonitor* monitor) {
    const GLFWvidmode* mode = glfwGetVideoMode(monitor);
    Rectangle rectangle;
    glfwGetMonitorPos(monitor, &rectangle.left, &rectangle.top);
    if (mode != nullptr) {
        rectangle.width = mode->width;
        rectangle.height = mode->height;
    }
    return rectangle;
}

Rectangle area(GLFWwindow* window) {
    Rectangle rectangle;
    glfwGetWindowPos(window, &rectangle.left, &rectangle.top);
    glfwGetWindowSize(window, &rectangle.width, &rectangle.height);
    return rectangle;
}

std::vector<Rectangle> areas_of_monitors() {
    std::vector<Rectangle> areas;
    int count = 0;
    GLFWmonitor** const handles = glfwGetMonitors(&count);
    for (int i = 0; i < count; ++i) {
        areas.push_back(area(handles[i]));
    }
    return areas;
}

// Bits of each colour channel, if the display has them: a dark sky needs more than 256 shades.
constexpr int deep_channel_bits = 10;

// Null: there is none, as on a bare virtual display.
GLFWmonitor* monitor_at(const Rectangle& place) {
    int count = 0;
    GLFWmonitor** const handles = glfwGetMonitors(&count);
    const std::optional<std::size_t> most = most_on(place, areas_of_monitors());
    return most ? handles[*most] : glfwGetPrimaryMonitor();
}

} // namespace

Window::Window(const WindowOptions& options)
    : options_(options), library_(GlfwLibrary::hold()), handle_(nullptr, glfwDestroyWindow) {
    if (!library_) {
        throw failure("no display answers (" + glfw_words() + ")", "window",
                      "use --off-screen to draw without a display");
    }
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, options.debug ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHint(GLFW_VISIBLE, options.visible ? GLFW_TRUE : GLFW_FALSE);
    // The picture has its own depth and its own smooth edges.
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHint(GLFW_SAMPLES, 0);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "orrery");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "orrery");
    // An unavailable format is no reason to fail: GLFW takes the nearest one.
    for (int bits = deep_channel_bits; !handle_ && bits >= 8; bits -= 2) {
        for (const int channel : {GLFW_RED_BITS, GLFW_GREEN_BITS, GLFW_BLUE_BITS}) {
            glfwWindowHint(channel, bits);
        }
        handle_.reset(
            glfwCreateWindow(std::max(options.size.width, 1), std::max(options.size.height, 1),
                             options.title.c_str(), nullptr,
                             options.shares == nullptr ? nullptr : options.shares->input()));
    }
    if (!handle_) {
        throw failure("no window with OpenGL 4.5 (" + glfw_words() + ")", "window",
                      "update the graphics driver, or use --off-screen");
    }
    glfwMakeContextCurrent(handle_.get());
    load_gl(options.debug);
    glfwSwapInterval(options.waits ? 1 : 0);
    if (options.fullscreen) {
        set_fullscreen(true);
    }
}

void Window::on_drop(std::function<void(const std::filesystem::path&)> open) {
    open_dropped_ = std::move(open);
    glfwSetWindowUserPointer(handle_.get(), this);
    glfwSetDropCallback(handle_.get(), [](GLFWwindow* window, int count, const char** paths) {
        if (count > 0) {
            static_cast<Window*>(glfwGetWindowUserPointer(window))->open_dropped_(paths[0]);
        }
    });
}

bool Window::fullscreen() const {
    return glfwGetWindowMonitor(handle_.get()) != nullptr;
}

void Window::set_fullscreen(bool wanted) {
    if (wanted == fullscreen()) {
        return;
    }
    if (!wanted) {
        glfwSetWindowMonitor(handle_.get(), nullptr, windowed_.left, windowed_.top, windowed_.width,
                             windowed_.height, GLFW_DONT_CARE);
        return;
    }
    fill(area(handle_.get()));
}

// The monitor that most of this place is on. The window stays there while another one has the
// keyboard. It goes there first as a normal window: some window managers fill the monitor that
// it is on, whichever is named.
void Window::fill(const Rectangle& place) {
    GLFWmonitor* const monitor = monitor_at(place);
    const GLFWvidmode* mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
    if (mode == nullptr) {
        return; // a display without monitors, such as a bare virtual one
    }
    const Rectangle there = area(monitor);
    if (!fullscreen()) {
        windowed_ = area(handle_.get());
        if (monitor_at(windowed_) != monitor) {
            glfwSetWindowPos(handle_.get(), there.left, there.top);
        }
    } else if (glfwGetWindowMonitor(handle_.get()) != monitor) {
        glfwSetWindowMonitor(handle_.get(), nullptr, there.left, there.top,
                             std::min(windowed_.width, there.width),
                             std::min(windowed_.height, there.height), GLFW_DONT_CARE);
    }
    glfwSetWindowAttrib(handle_.get(), GLFW_AUTO_ICONIFY, GLFW_FALSE);
    glfwSetWindowMonitor(handle_.get(), monitor, 0, 0, mode->width, mode->height,
                         mode->refreshRate);
}

void Window::put(const Rectangle& place) {
    windowed_ = place;
    if (fullscreen()) {
        set_fullscreen(false);
        return;
    }
    glfwSetWindowPos(handle_.get(), place.left, place.top);
    glfwSetWindowSize(handle_.get(), place.width, place.height);
}

Rectangle Window::windowed_place() const {
    return fullscreen() ? windowed_ : area(handle_.get());
}

Extent Window::framebuffer_size() const {
    Extent extent;
    glfwGetFramebufferSize(input(), &extent.width, &extent.height);
    return extent;
}

Extent Window::size() const {
    Extent extent;
    glfwGetWindowSize(input(), &extent.width, &extent.height);
    return extent;
}

Monitor Window::monitor() const {
    Monitor monitor;
    float x = 1, y = 1;
    glfwGetWindowContentScale(input(), &x, &y);
    monitor.content_scale = std::max({x, y, 0.25F});
    GLFWmonitor* const primary = glfwGetPrimaryMonitor();
    const GLFWvidmode* const mode = primary == nullptr ? nullptr : glfwGetVideoMode(primary);
    if (mode != nullptr) {
        monitor.pixels = {mode->width, mode->height};
        monitor.refresh_rate = mode->refreshRate > 0 ? mode->refreshRate : monitor.refresh_rate;
    }
    return monitor;
}

std::vector<Monitor> monitors() {
    std::vector<Monitor> all;
    for (const Rectangle& place : areas_of_monitors()) {
        all.push_back({.pixels = {place.width, place.height}});
    }
    return all;
}

std::vector<Rectangle> Window::screens() const {
    return areas_of_monitors();
}

Rectangle Window::place() const {
    return area(input());
}

std::unique_ptr<Surface> Window::open_another(const Rectangle& place, const std::string& title) {
    WindowOptions options = options_;
    options.title = title;
    options.size = {place.width, place.height};
    options.fullscreen = false;
    options.waits = false;
    options.shares = this;
    auto window = std::make_unique<Window>(options);
    window->put(place);
    make_current();
    return window;
}

void Window::make_current() {
    glfwMakeContextCurrent(input());
}

bool Window::hovered() const {
    return glfwGetWindowAttrib(input(), GLFW_HOVERED) == GLFW_TRUE;
}

void Window::take_keyboard() {
    glfwFocusWindow(input());
}

void Window::stay_open() {
    glfwSetWindowShouldClose(input(), GLFW_FALSE);
}

bool Window::should_close() const {
    return glfwWindowShouldClose(input()) == GLFW_TRUE;
}

void Window::close() {
    glfwSetWindowShouldClose(input(), GLFW_TRUE);
}

void Window::wait_events(double seconds) {
    if (seconds > 0) {
        glfwWaitEventsTimeout(seconds);
    } else {
        glfwPollEvents();
    }
}

void Window::swap_buffers() {
    glfwSwapBuffers(input());
}

void Window::set_title(const std::string& title) {
    glfwSetWindowTitle(input(), title.c_str());
}

void Window::resize(Extent wanted) {
    GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
    if (monitor == nullptr || glfwGetVideoMode(monitor) == nullptr) { // switched off just now
        return;
    }
    Rectangle free;
    glfwGetMonitorWorkarea(monitor, &free.left, &free.top, &free.width, &free.height);
    // The window manager's frame needs room there, too.
    int left = 0, top = 0, right = 0, bottom = 0;
    glfwGetWindowFrameSize(input(), &left, &top, &right, &bottom);
    const Rectangle inner{free.left + left, free.top + top, free.width - left - right,
                          free.height - top - bottom};
    if (inner.width <= 0 || inner.height <= 0) {
        return;
    }
    const Rectangle now = place();
    const Rectangle fitted =
        brought_onto({&inner, 1}, {now.left, now.top, wanted.width, wanted.height});
    glfwSetWindowSize(input(), fitted.width, fitted.height);
    if (fitted.left != now.left || fitted.top != now.top) {
        glfwSetWindowPos(input(), fitted.left, fitted.top);
    }
}

std::shared_ptr<const void> connect_display() {
    return GlfwLibrary::hold();
}

} // namespace orrery
