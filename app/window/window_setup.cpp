#include "app/window/window_setup.hpp"

#include "app/window/imgui_session.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>

namespace orrery {

namespace {

constexpr Extent standard_size{1600, 900};

} // namespace

WindowOptions window_options(const WindowRequest& request, const Remembered& remembered) {
    WindowOptions options;
    options.size = request.size.value_or(remembered.size.value_or(standard_size));
    options.fullscreen = request.fullscreen;
    // Whoever asks for the state wants to know of OpenGL's errors too.
    options.debug = request.state_json.has_value();
    return options;
}

void fit_to_monitor(Window& window) {
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    if (monitor == nullptr) {
        return;
    }
    int left = 0, top = 0, width = 0, height = 0;
    glfwGetMonitorWorkarea(monitor, &left, &top, &width, &height);
    if (width <= 0 || height <= 0) {
        return;
    }
    const float scale = desktop_scale(window);
    const auto scaled = [scale](int length) {
        return static_cast<int>(scale * static_cast<float>(length));
    };
    glfwSetWindowSize(window.handle(), std::min(scaled(standard_size.width), width),
                      std::min(scaled(standard_size.height), height));
}

void open_dropped_files(Window& window, AppState& app) {
    glfwSetWindowUserPointer(window.handle(), &app);
    glfwSetDropCallback(window.handle(), [](GLFWwindow* handle, int count, const char** paths) {
        if (count > 0) {
            static_cast<AppState*>(glfwGetWindowUserPointer(handle))->wishes.open = paths[0];
        }
    });
}

} // namespace orrery
