#pragma once

#include "app/window/window_app.hpp"
#include "tests/test_data.hpp"
#include "tests/ui/child_process.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace orrery {

// A window in this process, drawn in software; all that it reads and writes is in a folder of its
// own.
class WindowInProcess : public testing::Test {
protected:
    WindowInProcess() {
        setenv("XDG_CONFIG_HOME", (folder_.path() / "config").c_str(), 1);
        setenv("XDG_PICTURES_DIR", folder_.path().c_str(), 1);
        setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
        unsetenv("WAYLAND_DISPLAY");
        std::filesystem::current_path(folder_.path());
    }
    ~WindowInProcess() override {
        std::filesystem::current_path(std::filesystem::temp_directory_path());
    }

    // A few bodies.
    static LaunchOptions few_bodies() {
        LaunchOptions request;
        request.resources = source_folder();
        request.settings.source = "plummer";
        request.settings.bodies = 512;
        request.bodies_given = true;
        return request;
    }

    const std::filesystem::path& folder() const { return folder_.path(); }

private:
    TemporaryFolder folder_;
};

} // namespace orrery
