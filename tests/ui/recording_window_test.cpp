// Pictures and videos that the real window saves.

#include "render/image.hpp"
#include "render/png_file.hpp"
#include "render/record/programs.hpp"
#include "render/record/video_file.hpp"
#include "tests/read_png.hpp"
#include "tests/ui/window_testing.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

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

// A program of that name, first in the PATH, which keeps what it is given.
std::string own_clipboard(const std::filesystem::path& folder) {
    std::ofstream(folder / "xclip") << "#!/bin/sh\necho \"$@\" > " << (folder / "call").string()
                                    << "\n/bin/cat > " << (folder / "given.png").string() << "\n";
    std::filesystem::permissions(folder / "xclip", std::filesystem::perms::owner_all);
    return "PATH=" + folder.string() + ":/usr/bin:/bin";
}

TEST_F(RecordingInTheWindow, SharesAPictureByAKeyWithWhatItShowsInIt) {
    const TemporaryFolder programs;
    DrivenWindow::Start start = small();
    start.environment.push_back(own_clipboard(programs.path()));
    start.environment.emplace_back("WAYLAND_DISPLAY=");
    DrivenWindow window(start);
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("drawn").at("bodies") == 512; }));
    window.key("ctrl+shift+c");
    ASSERT_TRUE(window.becomes([](const Json& s) {
        return s.at("toasts").dump().find("Saved and copied") != std::string::npos;
    })) << window.state().at("toasts");
    const Image shared = read_png(programs.path() / "given.png");
    EXPECT_EQ(shared.size, (Extent{960, 540}));
    EXPECT_NE(read_png_text(programs.path() / "given.png", "orrery").value_or("").find("plummer"),
              std::string::npos);
    std::ifstream call(programs.path() / "call");
    std::string words;
    std::getline(call, words);
    EXPECT_EQ(words, "-selection clipboard -t image/png");
    expect_clean_exit(window);
}

TEST_F(RecordingInTheWindow, SharesFiveSecondsThatSayHowTheyWereMade) {
    if (!VideoFile::unavailable().empty()) {
        GTEST_SKIP() << VideoFile::unavailable();
    }
    const TemporaryFolder programs;
    DrivenWindow::Start start = small({"--do", "video rate 5"});
    start.environment.push_back(own_clipboard(programs.path()));
    start.environment.emplace_back("WAYLAND_DISPLAY=");
    DrivenWindow window(start);
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("drawn").at("bodies") == 512; }));
    window.key("ctrl+shift+r");
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("last_video") != ""; }));
    const std::filesystem::path video =
        window.folder() / window.state().at("last_video").get<std::string>();
    ASSERT_TRUE(window.becomes([](const Json& s) {
        return s.at("toasts").dump().find("Saved and copied") != std::string::npos;
    })) << window.state().at("toasts");
    std::ifstream file(video, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    EXPECT_NE(bytes.find("orrery plummer"), std::string::npos) << "the command line is in it";
    std::ifstream given(programs.path() / "given.png");
    std::string name;
    std::getline(given, name);
    EXPECT_EQ(name, "file://" + std::filesystem::canonical(video).string() + "\r");
    expect_clean_exit(window);
}

TEST_F(RecordingInTheWindow, SharesNumberedPicturesWhereThereIsNoFfmpeg) {
    for (const char* const key : {"ctrl+shift+r", "ctrl+shift+p"}) {
        const TemporaryFolder programs;
        DrivenWindow::Start start = small({"--do", "video rate 5"});
        start.environment.push_back("PATH=" + programs.path().string());
        start.environment.emplace_back("WAYLAND_DISPLAY=");
        DrivenWindow window(start);
        ASSERT_TRUE(
            window.becomes([](const Json& s) { return s.at("drawn").at("bodies") == 512; }));
        window.key(key);
        ASSERT_TRUE(window.becomes([](const Json& s) {
            return s.at("toasts").dump().find("ffmpeg not found") != std::string::npos;
        })) << window.state().at("toasts");
        ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("last_video") != ""; }));
        const std::string names = window.state().at("last_video"); // the first to the last
        EXPECT_EQ(read_png(window.folder() / names.substr(0, names.find(' '))).size.height, 540);
        expect_clean_exit(window);
    }
}

TEST_F(RecordingInTheWindow, SharesFiveSecondsAsAPictureThatMoves) {
    if (!VideoFile::unavailable().empty() || !has_encoder("libwebp_anim")) {
        GTEST_SKIP() << "no ffmpeg that encodes WebP";
    }
    DrivenWindow window(small({"--do", "video rate 5"}));
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("drawn").at("bodies") == 512; }));
    window.key("ctrl+shift+p");
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("last_video") != ""; }));
    const std::filesystem::path loop =
        window.folder() / window.state().at("last_video").get<std::string>();
    EXPECT_EQ(loop.extension(), ".webp");
    std::ifstream file(loop, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    EXPECT_EQ(bytes.substr(0, 4) + bytes.substr(8, 4), "RIFFWEBP");
    std::size_t frames = 0;
    for (std::size_t at = bytes.find("ANMF"); at != std::string::npos;
         at = bytes.find("ANMF", at + 4)) {
        ++frames;
    }
    EXPECT_GT(frames, 5U) << "it moves";
    expect_clean_exit(window);
}

} // namespace

} // namespace orrery
