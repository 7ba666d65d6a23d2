// The two windows of a talk, closed as a window manager closes them.

#include "tests/ui/closed_window.hpp"
#include "tests/ui/driven_window.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

TEST(ClosingTwoWindows, LeavesOneWhicheverItWasAndThatOneEndsTheProgram) {
    if (const std::string reason = DrivenWindow::missing(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    DrivenWindow window({.arguments = {"present", "ladder", "--minutes", "45", "--size", "640x360",
                                       "--speaker", "--speaker-size", "640x360"}});
    ASSERT_TRUE(window.becomes([](const nlohmann::json& state) {
        return state.at("speaker").contains("preview") && state.at("simulation").at("loaded");
    })) << window.log();
    EXPECT_EQ(window.state().at("speaker").at("minutes"), 45);
    close_window(window.display(), " - speaker");
    ASSERT_TRUE(window.becomes("/speaker/open", false));
    EXPECT_TRUE(window.becomes("/tour/given", true)) << "the talk goes on";
    window.key("F8");
    ASSERT_TRUE(window.becomes("/speaker/open", true));
    close_window(window.display(), " - Orrery");
    ASSERT_TRUE(window.becomes("/speaker/open", false));
    EXPECT_TRUE(window.becomes("/tour/given", true));
    close_window(window.display(), " - Orrery");
    EXPECT_EQ(window.wait_for_exit(), 0) << window.log();
    EXPECT_EQ(window.state().at("window").at("gl_errors"), 0);
}

} // namespace
} // namespace orrery
