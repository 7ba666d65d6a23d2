#include "app/window/frame_pacer.hpp"

#include <GLFW/glfw3.h>

#include <thread>

namespace orrery {

namespace {

constexpr double background_seconds = 1.0 / 30;
constexpr double nothing_seconds = 0.25;

// A little less than the display's period: where swapping waits for the display, this never bites.
Clock::duration shortest_frame() {
    int rate = 60;
    if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {
        const GLFWvidmode* mode = glfwGetVideoMode(monitor);
        if (mode != nullptr && mode->refreshRate > 0) {
            rate = mode->refreshRate;
        }
    }
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(0.97 / rate));
}

} // namespace

double FramePacer::wait_for_next_frame(Window& window, FrameDemand demand) {
    std::this_thread::sleep_until(frame_start_ + shortest_frame());
    const double milliseconds = milliseconds_since(frame_start_);
    switch (demand) {
    case FrameDemand::input:
        window.poll_events();
        break;
    case FrameDemand::background:
        window.wait_events(background_seconds);
        break;
    case FrameDemand::nothing:
        window.wait_events(nothing_seconds);
        break;
    }
    frame_start_ = Clock::now();
    return milliseconds;
}

} // namespace orrery
