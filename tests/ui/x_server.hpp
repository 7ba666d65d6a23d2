#pragma once

#include "tests/ui/child_process.hpp"

#include <filesystem>
#include <string>

namespace orrery {

// An X server of a test's own, under a number that is free. Throws std::runtime_error where there
// is none.
class XServer {
public:
    // What it says is kept in `folder`.
    XServer(int width, int height, const std::filesystem::path& folder);
    const std::string& display() const { return display_; } // ":7"

private:
    ChildProcess server_;
    std::string display_;
};

} // namespace orrery
