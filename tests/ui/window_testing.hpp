#pragma once

#include "tests/ui/driven_window.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace orrery {

// The real window with a small system that moves.
class WindowTest : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string reason = DrivenWindow::missing(); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
    }

    // A small system that moves.
    static DrivenWindow::Start small(std::vector<std::string> more = {}) {
        std::vector<std::string> arguments{"plummer", "--bodies", "512", "--size", "960x540"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return {.arguments = arguments};
    }

    static bool loaded(DrivenWindow& window) { return window.becomes("/simulation/loaded", true); }

    static void expect_clean_exit(DrivenWindow& window) {
        window.key("ctrl+q");
        EXPECT_EQ(window.wait_for_exit(), 0) << window.log();
        EXPECT_EQ(window.state().at("window").at("gl_errors"), 0);
    }
};

} // namespace orrery
