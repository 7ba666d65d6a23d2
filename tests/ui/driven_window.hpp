#pragma once

#include "tests/ui/child_process.hpp"
#include "tests/ui/x_server.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

// The real program in a real window on an X server of its own, driven by real key and mouse events.
// Its state is read from its --state-json file.
class DrivenWindow {
public:
    struct Start {
        std::vector<std::string> arguments;
        int screen_width = 1280, screen_height = 720;
        int screen_depth = 24;     // bits of a pixel; 30: 10 of each colour
        bool two_monitors = false; // of a window manager: XServer::with_two_monitors
        bool remember = false;     // layout and size, in this window's own folder
        std::vector<std::string> environment = {}; // "NAME=value"
    };

    // Returns once the window has drawn its first frame; fails the test if it does not.
    explicit DrivenWindow(const Start& start);
    ~DrivenWindow();
    DrivenWindow(const DrivenWindow&) = delete;
    DrivenWindow& operator=(const DrivenWindow&) = delete;

    // Why windows cannot be driven here ("xdotool is not installed"); "" if they can.
    static std::string missing();

    // As xdotool names keys: "space", "shift+a", "ctrl+k".
    void key(const std::string& keys);
    void type(const std::string& text);
    // Once a text field has the keyboard.
    void type_into_field(const std::string& text);
    // To the window's pixels.
    void move_mouse(int x, int y);
    // With a mouse button held (1 left, 2 middle, 3 right), and a key if it is not empty.
    void drag(int button, int from_x, int from_y, int to_x, int to_y, const std::string& key = "");
    void click(int button, int times = 1); // 4, 5: the wheel, up and down
    void resize(int width, int height);
    // Runs a program on the window's display, to its end.
    void on_display(const std::vector<std::string>& command);

    // The newest report.
    nlohmann::json state() const;
    // Waits until the report says so; false after `seconds`.
    bool becomes(const std::function<bool(const nlohmann::json&)>& condition,
                 double seconds = patience);
    // The value of `pointer` ("/simulation/count") becomes `value`.
    template <class Value>
    bool becomes(const std::string& pointer, const Value& value) {
        return becomes([&](const nlohmann::json& state) {
            return state.at(nlohmann::json::json_pointer(pointer)) == nlohmann::json(value);
        });
    }
    // A report that was written after this call.
    nlohmann::json fresh_state();

    // The exit code; nullopt if the program still runs after `seconds`.
    std::optional<int> wait_for_exit(double seconds = patience) { return program_.wait(seconds); }
    const std::filesystem::path& folder() const {
        return folder_.path();
    }                                                                // where it runs and saves
    const std::string& display() const { return server_.display(); } // ":7"
    std::string log() const;                                         // what it said

private:
    void xdotool(const std::vector<std::string>& arguments);

    TemporaryFolder folder_;
    XServer server_;
    ChildProcess program_;
};

} // namespace orrery
