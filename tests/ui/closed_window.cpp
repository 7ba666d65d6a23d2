#include "tests/ui/closed_window.hpp"

#include <X11/Xlib.h>

#include <memory>
#include <optional>
#include <stdexcept>

namespace orrery {
namespace {

struct CloseDisplay {
    void operator()(Display* display) const { XCloseDisplay(display); }
};

struct FreeMemory {
    void operator()(void* memory) const { XFree(memory); }
};

std::string title_of(Display* display, Window window) {
    char* name = nullptr;
    if (XFetchName(display, window, &name) == 0 || name == nullptr) {
        return "";
    }
    const std::unique_ptr<char, FreeMemory> owned(name);
    return name;
}

// Without a window manager all windows are the root's children.
std::optional<Window> find_window(Display* display, const std::string& title_end) {
    Window root = 0, parent = 0;
    Window* children = nullptr;
    unsigned int count = 0;
    XQueryTree(display, DefaultRootWindow(display), &root, &parent, &children, &count);
    const std::unique_ptr<Window, FreeMemory> owned(children);
    for (unsigned int i = 0; i < count; ++i) {
        if (title_of(display, children[i]).ends_with(title_end)) {
            return children[i];
        }
    }
    return std::nullopt;
}

} // namespace

void close_window(const std::string& display, const std::string& title_end) {
    const std::unique_ptr<Display, CloseDisplay> server(XOpenDisplay(display.c_str()));
    const std::optional<Window> window =
        server ? find_window(server.get(), title_end) : std::nullopt;
    if (!window) {
        throw std::runtime_error("there is no window '" + title_end + "'");
    }
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = *window;
    event.xclient.message_type = XInternAtom(server.get(), "WM_PROTOCOLS", False);
    event.xclient.format = 32;
    event.xclient.data.l[0] =
        static_cast<long>(XInternAtom(server.get(), "WM_DELETE_WINDOW", False));
    event.xclient.data.l[1] = CurrentTime;
    XSendEvent(server.get(), *window, False, NoEventMask, &event);
    XFlush(server.get());
}

} // namespace orrery
