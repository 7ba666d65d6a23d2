// The source's part of XDND (https://freedesktop.org/wiki/Specifications/XDND): enter, position,
// drop, with the target's answers awaited in between, and the file's name handed over when the
// target asks for the selection.

#include "tests/ui/dragged_file.hpp"
#include "tests/patience.hpp"

#include <X11/Xatom.h>
#include <X11/Xlib.h>

#include <array>
#include <cctype>
#include <chrono>
#include <memory>
#include <optional>
#include <poll.h>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace orrery {
namespace {

constexpr long protocol_version = 5;

struct CloseDisplay {
    void operator()(Display* display) const { XCloseDisplay(display); }
};

struct FreeMemory {
    void operator()(void* memory) const { XFree(memory); }
};

// "file:///home/me/two%20galaxies.csv"
std::string uri_of(const std::filesystem::path& file) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string uri = "file://";
    for (const char character : std::filesystem::absolute(file).string()) {
        const auto byte = static_cast<unsigned char>(character);
        if (std::isalnum(byte) != 0 ||
            std::string_view("-._~/").find(character) != std::string_view::npos) {
            uri += character;
        } else {
            uri += {'%', digits[byte / 16], digits[byte % 16]};
        }
    }
    return uri;
}

class DragSource {
public:
    DragSource(const std::string& display, std::string uri)
        : display_(XOpenDisplay(display.c_str())), uri_(std::move(uri)) {
        if (!display_) {
            throw std::runtime_error("the X server " + display + " does not answer");
        }
        root_ = DefaultRootWindow(display_.get());
        window_ = XCreateSimpleWindow(display_.get(), root_, -10, -10, 1, 1, 0, 0, 0);
    }

    void take_aim(const std::string& title) {
        const std::optional<::Window> found = find(root_, title);
        if (!found) {
            throw std::runtime_error("no window is called " + title);
        }
        target_ = *found;
        if (property(target_, "XdndAware", XA_ATOM).empty()) {
            throw std::runtime_error("the window takes no drops");
        }
    }

    // Until the target said whether it took the file.
    bool drag_and_drop(int x, int y) {
        XSetSelectionOwner(display_.get(), atom("XdndSelection"), window_, CurrentTime);
        send("XdndEnter", {protocol_version << 24, static_cast<long>(atom("text/uri-list")), 0, 0});
        int root_x = 0;
        int root_y = 0;
        ::Window child = 0;
        XTranslateCoordinates(display_.get(), target_, root_, x, y, &root_x, &root_y, &child);
        send("XdndPosition",
             {0, root_x << 16 | root_y, CurrentTime, static_cast<long>(atom("XdndActionCopy"))});
        const XClientMessageEvent status = answer("XdndStatus");
        if ((status.data.l[1] & 1) == 0) {
            send("XdndLeave", {0, 0, 0, 0});
            return false;
        }
        send("XdndDrop", {0, CurrentTime, 0, 0});
        return (answer("XdndFinished").data.l[1] & 1) != 0;
    }

private:
    Atom atom(const char* name) const { return XInternAtom(display_.get(), name, False); }

    std::string property(::Window window, const char* name, Atom type) const {
        Atom actual = None;
        int format = 0;
        unsigned long items = 0;
        unsigned long left = 0;
        unsigned char* bytes = nullptr;
        XGetWindowProperty(display_.get(), window, atom(name), 0, 1024, False, type, &actual,
                           &format, &items, &left, &bytes);
        const std::unique_ptr<unsigned char, FreeMemory> owned(bytes);
        return bytes == nullptr || actual != type
                   ? ""
                   : std::string(reinterpret_cast<const char*>(bytes), items);
    }

    std::optional<::Window> find(::Window window, const std::string& title) const {
        if (property(window, "_NET_WM_NAME", atom("UTF8_STRING")).find(title) !=
            std::string::npos) {
            return window;
        }
        ::Window root = 0;
        ::Window parent = 0;
        ::Window* list = nullptr;
        unsigned int count = 0;
        XQueryTree(display_.get(), window, &root, &parent, &list, &count);
        const std::unique_ptr<::Window, FreeMemory> owned(list);
        for (unsigned int i = 0; i < count; ++i) {
            if (const auto found = find(list[i], title)) {
                return found;
            }
        }
        return std::nullopt;
    }

    void send(const char* type, const std::array<long, 4>& words) const {
        XEvent event{};
        event.xclient.type = ClientMessage;
        event.xclient.window = target_;
        event.xclient.message_type = atom(type);
        event.xclient.format = 32;
        event.xclient.data.l[0] = static_cast<long>(window_);
        for (std::size_t i = 0; i < words.size(); ++i) {
            event.xclient.data.l[i + 1] = words[i];
        }
        XSendEvent(display_.get(), target_, False, NoEventMask, &event);
        XFlush(display_.get());
    }

    // The target's next message of that type; gives it the file's name meanwhile if it asks.
    XClientMessageEvent answer(const char* type) const {
        using SteadyClock = std::chrono::steady_clock;
        const auto deadline =
            SteadyClock::now() + std::chrono::duration_cast<SteadyClock::duration>(
                                     std::chrono::duration<double>(patience));
        while (SteadyClock::now() < deadline) {
            pollfd connection{ConnectionNumber(display_.get()), POLLIN, 0};
            if (XPending(display_.get()) == 0 && poll(&connection, 1, 100) <= 0) {
                continue;
            }
            while (XPending(display_.get()) > 0) {
                XEvent event;
                XNextEvent(display_.get(), &event);
                if (event.type == SelectionRequest) {
                    hand_over(event.xselectionrequest);
                } else if (event.type == ClientMessage &&
                           event.xclient.message_type == atom(type)) {
                    return event.xclient;
                }
            }
        }
        throw std::runtime_error(std::string("the window sends no ") + type);
    }

    void hand_over(const XSelectionRequestEvent& request) const {
        XChangeProperty(display_.get(), request.requestor, request.property, request.target, 8,
                        PropModeReplace, reinterpret_cast<const unsigned char*>(uri_.data()),
                        static_cast<int>(uri_.size()));
        XEvent event{};
        event.xselection.type = SelectionNotify;
        event.xselection.requestor = request.requestor;
        event.xselection.selection = request.selection;
        event.xselection.target = request.target;
        event.xselection.property = request.property;
        event.xselection.time = request.time;
        XSendEvent(display_.get(), request.requestor, False, NoEventMask, &event);
        XFlush(display_.get());
    }

    std::unique_ptr<Display, CloseDisplay> display_;
    std::string uri_; // of the file, with the line's end
    ::Window root_ = 0, window_ = 0, target_ = 0;
};

} // namespace

bool drop_file(const std::string& display, const std::string& title,
               const std::filesystem::path& file, int x, int y) {
    DragSource source(display, uri_of(file) + "\r\n");
    source.take_aim(title);
    return source.drag_and_drop(x, y);
}

} // namespace orrery
