#pragma once

#include "tests/ui/child_process.hpp"

#include <filesystem>
#include <string>

namespace orrery {

// An X server of a test's own, under a number that is free. Throws std::runtime_error where there
// is none.
class XServer {
public:
    // Its output is kept in `folder`.
    XServer(int width, int height, const std::filesystem::path& folder, int depth = 24);
    // A server with a window manager and two monitors that xrandr can change: DUMMY0, 1280 x 720 at
    // 0, 0, and at its right DUMMY1, 1024 x 768.
    static XServer with_two_monitors(const std::filesystem::path& folder);
    // Why there can be none here; "" if there can.
    static std::string missing_monitors();
    const std::string& display() const { return display_; } // ":7"

private:
    XServer(const std::string& command, const std::filesystem::path& folder);

    ChildProcess server_;
    ChildProcess window_manager_;
    std::string display_;
};

} // namespace orrery
