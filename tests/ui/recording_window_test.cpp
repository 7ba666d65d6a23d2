// Pictures and videos that the real window saves.

#include "render/image.hpp"
#include "render/record/video_file.hpp"
#include "tests/read_png.hpp"
#include "tests/ui/window_testing.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace orrery {

namespace {

using Json = nlohmann::json;

class RecordingInTheWindow : public WindowTest {};

TEST_F(RecordingInTheWindow, SavesAPictureOfTheWindow) {
    DrivenWindow window(small());
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("drawn").at("bodies") == 512; }));
    window.key("F12");
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("last_picture") != ""; }));
    const Image picture =
        read_png(window.folder() / window.state().at("last_picture").get<std::string>());
    EXPECT_EQ(picture.size, (Extent{960, 540}));
    expect_clean_exit(window);
}

TEST_F(RecordingInTheWindow, RecordsAVideoBetweenTwoPressesOfAKey) {
    if (!VideoFile::unavailable().empty()) {
        GTEST_SKIP() << VideoFile::unavailable();
    }
    // The encoder yields to the window: few pictures, so that a busy machine writes them in time.
    DrivenWindow window(small({"--do", "video rate 5"}));
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("drawn").at("bodies") == 512; }));
    window.key("F9");
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("recording").at("frames") > 10; }));
    window.resize(700, 500); // the video stays as it is
    ASSERT_TRUE(window.becomes("/window/framebuffer_width", 700));
    window.key("F9");
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("last_video") != ""; }));
    EXPECT_EQ(window.state().at("recording").at("under_way"), false);
    EXPECT_GT(std::filesystem::file_size(window.folder() /
                                         window.state().at("last_video").get<std::string>()),
              1000U);
    EXPECT_EQ(window.fresh_state().at("window").at("gl_errors"), 0);
    expect_clean_exit(window);
}

} // namespace

} // namespace orrery
