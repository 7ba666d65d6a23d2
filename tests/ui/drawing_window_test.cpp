// Drawings on the picture, in the real window.

#include "tests/ui/window_testing.hpp"

#include <gtest/gtest.h>

namespace orrery {

namespace {

using Json = nlohmann::json;

class DrawingInTheWindow : public WindowTest {};

TEST_F(DrawingInTheWindow, DrawsArrowsLinesAndWordsOnThePictureAndLeavesTheCameraAlone) {
    DrivenWindow window(small({"--no-ui"}));
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("drawn").at("bodies") == 512; }));
    const Json camera = window.fresh_state().at("camera");
    window.key("d");
    ASSERT_TRUE(window.becomes("/view/drawing", true));
    window.drag(1, 300, 270, 480, 200);
    EXPECT_TRUE(window.becomes("/view/annotations", 1)) << "an arrow";
    window.drag(1, 300, 400, 480, 420, "shift");
    EXPECT_TRUE(window.becomes("/view/annotations", 2)) << "a line";
    window.click(1, 1);
    window.type("core");
    window.key("Return");
    EXPECT_TRUE(window.becomes("/view/annotations", 3)) << "words";
    EXPECT_EQ(window.fresh_state().at("camera"), camera);
    window.key("BackSpace");
    EXPECT_TRUE(window.becomes("/view/annotations", 2));
    window.key("ctrl+z");
    EXPECT_TRUE(window.becomes("/view/annotations", 1)) << "what was drawn before anything else";
    window.key("shift+d");
    EXPECT_TRUE(window.becomes("/view/annotations", 0));
    window.key("shift+i");
    EXPECT_TRUE(window.becomes("/view/spotlight", true));
    window.key("Escape");
    EXPECT_TRUE(window.becomes("/view/drawing", false));
    EXPECT_EQ(window.state().at("view").at("spotlight"), true) << "one thing at a time";
    window.key("Escape");
    EXPECT_TRUE(window.becomes("/view/spotlight", false));
    expect_clean_exit(window);
}

} // namespace

} // namespace orrery
