// The two windows of a talk on two monitors of a window manager, which come, go and change.

#include "tests/ui/window_testing.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

using Json = nlohmann::json;

class TwoMonitors : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        if (const std::string reason = XServer::missing_monitors(); !reason.empty()) {
            GTEST_SKIP() << reason
                         << " (Debian: xserver-xorg-core, xserver-xorg-video-dummy, openbox, "
                            "x11-xserver-utils)";
        }
    }

    static bool is_at(const Json& place, int left, int top, int width, int height) {
        return place.at("left") == left && place.at("top") == top && place.at("width") == width &&
               place.at("height") == height;
    }
    static bool fills(DrivenWindow& window, int width, int height) {
        return window.becomes([=](const Json& s) {
            return s.at("window").at("fullscreen") == true &&
                   is_at(s.at("window"), 1280, 0, width, height) &&
                   s.at("window").at("framebuffer_width") == width;
        });
    }
    // The second monitor.
    static void change(DrivenWindow& window, std::vector<std::string> how) {
        how.insert(how.begin(), {"xrandr", "--output", "DUMMY1"});
        window.on_display(how);
        window.on_display({"xrandr", "--query"}); // which tells the server to look
    }
    static DrivenWindow::Start talk() {
        return {.arguments = {"plummer", "--bodies", "256", "--size", "640x360", "--do",
                              "layer stage", "--speaker", "--speaker-size", "800x500"},
                .two_monitors = true};
    }
};

TEST_F(TwoMonitors, AreFilledByTheAudiencesWindowWhateverBecomesOfThem) {
    DrivenWindow window(talk());
    ASSERT_TRUE(fills(window, 1024, 768)) << window.state().dump(1);
    change(window, {"--mode", "800x600"});
    ASSERT_TRUE(fills(window, 800, 600)) << window.state().dump(1);
    change(window, {"--off"});
    ASSERT_TRUE(window.becomes("/window/fullscreen", false)) << window.state().dump(1);
    ASSERT_TRUE(window.becomes("/window/width", 640));
    const Json state = window.fresh_state();
    EXPECT_NE(state.at("window").at("left"), state.at("speaker").at("place").at("left"))
        << "neither hides the other";
    change(window, {"--mode", "1024x768", "--pos", "1280x0"});
    ASSERT_TRUE(fills(window, 1024, 768)) << window.state().dump(1);
    expect_clean_exit(window);
}

TEST_F(TwoMonitors, StayTheSpeakersAndTheAudiencesWhenTheFullScreenIsLeftAndComesBack) {
    DrivenWindow window(talk());
    ASSERT_TRUE(fills(window, 1024, 768)) << window.state().dump(1);
    window.key("F11");
    ASSERT_TRUE(window.becomes("/window/fullscreen", false));
    ASSERT_TRUE(window.becomes("/window/width", 640));
    window.key("F11");
    ASSERT_TRUE(fills(window, 1024, 768)) << "not the speaker's";
    window.on_display({"xdotool", "search", "--name", "speaker", "windowminimize"});
    window.on_display({"xdotool", "search", "--name", "speaker", "windowactivate", "--sync"});
    window.key("space");
    EXPECT_TRUE(window.becomes("/settings/running", false));
    EXPECT_TRUE(fills(window, 1024, 768));
    expect_clean_exit(window);
}

} // namespace
} // namespace orrery
