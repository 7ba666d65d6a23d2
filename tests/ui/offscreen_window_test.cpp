// The real program without a display, or with --off-screen. It is the window's application, so the
// scripted options do what they do with a window.

#include "render/graphics_context.hpp"
#include "render/image.hpp"
#include "render/offscreen.hpp"
#include "render/png_file.hpp"
#include "render/record/video_file.hpp"
#include "sim/base/error.hpp"
#include "tests/read_png.hpp"
#include "tests/ui/driven_window.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <fstream>
#include <functional>

namespace orrery {

namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

class OffscreenWindow : public testing::Test {
protected:
    void SetUp() override {
        try {
            const OffscreenContext context;
        } catch (const Error& error) {
            GTEST_SKIP() << error.what();
        }
    }

    ChildProcess start(const std::vector<std::string>& arguments) const {
        std::vector<std::string> command{ORRERY_EXECUTABLE};
        command.insert(command.end(), arguments.begin(), arguments.end());
        return {command,
                {"DISPLAY=", "WAYLAND_DISPLAY=", "LIBGL_ALWAYS_SOFTWARE=1",
                 "XDG_CONFIG_HOME=" + file("config").string()},
                folder_.path(),
                file("log")};
    }

    std::optional<int> run(const std::vector<std::string>& arguments) const {
        return start(arguments).wait();
    }

    fs::path file(const std::string& name) const { return folder_.path() / name; }
    Json state() const { return Json::parse(text_of(file("state.json"))); }
    std::string log() const { return text_of(file("log")); }

    // "160,90,20/1,30": size, rate and frames of a video.
    std::string probed(const std::string& video) const {
        ChildProcess({"ffprobe", "-v", "error", "-count_frames", "-show_entries",
                      "stream=width,height,r_frame_rate,nb_read_frames", "-of", "csv=p=0", video},
                     {}, folder_.path(), file("probe"))
            .wait();
        return text_of(file("probe"));
    }

    // Waits until what the program tells of itself is so.
    bool reports(const std::function<bool(const Json&)>& condition) const {
        return wait_for([&] { return fs::exists(file("state.json")) && condition(state()); });
    }
    bool reports_steps() const {
        return reports([](const Json& now) { return now.at("simulation").at("steps") > 0; });
    }
    // Whether a message that begins so is on screen.
    bool reports_message(const std::string& words) const {
        return reports([&](const Json& now) {
            return now.at("toasts").dump().find(words) != std::string::npos;
        });
    }

private:
    TemporaryFolder folder_;
};

// Pixels of a part of a picture, from the left, that are as light as letters.
long letter_pixels(const Image& image, int width) {
    long count = 0;
    for (int y = 0; y < image.size.height; ++y) {
        for (int x = 0; x < width; ++x) {
            const std::uint8_t* const pixel = &image.rgb[3 * std::size_t(y * image.size.width + x)];
            count += pixel[0] > 140 && pixel[1] > 140 && pixel[2] > 140 ? 1 : 0;
        }
    }
    return count;
}

TEST_F(OffscreenWindow, TakesAScreenshotWithItsPanels) {
    std::ofstream(file("orrery.png")) << "another picture";
    ASSERT_EQ(run({"plummer", "--bodies", "64", "--size", "1280x720", "--screenshot", "a.png",
                   "--after", "1"}),
              0)
        << log();
    const Image with_panels = read_png(file("a.png"));
    EXPECT_EQ(with_panels.size, (Extent{1280, 720}));
    ASSERT_EQ(run({"plummer", "--bodies", "64", "--size", "1280x720", "--screenshot", "b.png",
                   "--after", "1", "--no-ui", "--off-screen"}),
              0)
        << log();
    const Image bare = read_png(file("b.png"));
    // A list of algorithms in the column at the left, and the sky with a star or two.
    EXPECT_GT(letter_pixels(with_panels, 200), 1000);
    EXPECT_LT(letter_pixels(bare, 200), 200);
    EXPECT_NE(log().find("saved a.png"), std::string::npos) << log();
    EXPECT_EQ(text_of(file("orrery.png")), "another picture");
}

TEST_F(OffscreenWindow, TakesAStepThatIsSetForASceneThatAdaptsItsOwn) {
    ASSERT_EQ(run({"cold_sphere", "--bodies", "256", "--screenshot", "a.png", "--state-json",
                   "state.json", "--after", "0.5"}),
              0)
        << log();
    EXPECT_EQ(state().at("simulation").at("step_accuracy"), 0.025);
    EXPECT_EQ(state().at("toasts").dump().find("The time step is fixed"), std::string::npos);
    fs::remove(file("state.json"));
    ChildProcess program = start({"cold_sphere", "--bodies", "256", "--off-screen", "--state-json",
                                  "state.json", "--do", "time step 1/64"});
    EXPECT_TRUE(reports_message("The time step is fixed now")) << log();
    EXPECT_TRUE(reports([](const Json& now) {
        return now.at("simulation").at("step_accuracy") == 0 &&
               now.at("simulation").at("time_step") == 1.0 / 64;
    })) << log();
    program.send(SIGINT);
    EXPECT_EQ(program.wait(), 0) << log();
}

TEST_F(OffscreenWindow, SaysWhereRoundingAFilesDoublesCostsMoreThanTheAlgorithm) {
    std::ofstream rows(file("tight.csv"));
    rows.precision(17);
    rows << "x,y,z,vx,vy,vz,mass\n";
    for (int i = 0; i < 300; ++i) {
        rows << (i % 2 == 0 ? 5 : -5) + 1e-3 * std::cos(2.4 * i) << ',' << 1e-3 * std::sin(2.4 * i)
             << ',' << 1e-6 * i << ",0,0,0,1\n";
    }
    rows.close();
    ChildProcess program = start({"tight.csv", "--softening", "0", "--algorithm", "cpu.simd",
                                  "--paused", "--off-screen", "--state-json", "state.json"});
    EXPECT_TRUE(reports_message("Single precision changes forces by")) << log();
    EXPECT_TRUE(
        reports([](const Json& now) { return now.at("simulation").at("rounding_error") > 1e-4; }));
    program.send(SIGINT);
    EXPECT_EQ(program.wait(), 0) << log();
}

TEST_F(OffscreenWindow, ShowsTheDensityOnASliceAndAtTheBodies) {
    const auto picture = [&](const char* slice) {
        EXPECT_EQ(run({"plummer", "--bodies", "1000", "--size", "640x360", "--screenshot", "a.png",
                       "--after", "0.7", "--no-ui", "--paused", "--do", slice, "--do",
                       "colour gaussian_density"}),
                  0)
            << log();
        return read_png(file("a.png"));
    };
    const auto lit = [](const Image& image) {
        return std::ranges::count_if(image.rgb, [](std::uint8_t light) { return light > 60; });
    };
    EXPECT_GT(lit(picture("slice camera")), 5 * lit(picture("slice none")));
}

TEST_F(OffscreenWindow, SavesAPictureThatIsTooLargeToBeDrawnAtOnce) {
    ASSERT_EQ(run({"plummer", "--bodies", "4096", "--size", "320x200", "--paused", "--do",
                   "screenshot 8200x64", "--exit-after", "0.01", "--state-json", "state.json"}),
              0)
        << log();
    const fs::path saved = file(fs::path(state().at("last_picture")).filename().string());
    const Image image = read_png(saved);
    EXPECT_EQ(image.size, (Extent{8200, 64}));
    EXPECT_GT(*std::max_element(image.rgb.begin(), image.rgb.end()), 150) << "bodies";
    EXPECT_TRUE(read_png_text(saved, "orrery").has_value()) << "what it shows";
}

TEST_F(OffscreenWindow, KeepsTheWindowsPaceAndSaysWhatItShows) {
    ChildProcess program = start({"plummer", "--bodies", "64", "--size", "320x200", "--exit-after",
                                  "600", "--state-json", "state.json"});
    ASSERT_TRUE(reports([](const Json& now) {
        return !now.at("first_moving_bodies_seconds").is_null() &&
               now.at("simulation").at("steps") > 60;
    })) << log();
    program.send(SIGINT);
    ASSERT_EQ(program.wait(), 0) << log();
    const Json state = this->state();
    EXPECT_EQ(state.at("window").at("framebuffer_width"), 320);
    EXPECT_EQ(state.at("window").at("framebuffer_height"), 200);
    EXPECT_EQ(state.at("window").at("off_screen"), true);
    EXPECT_EQ(state.at("window").at("gl_errors"), 0);
    EXPECT_EQ(state.at("settings").at("source"), "plummer");
    EXPECT_EQ(state.at("drawn").at("bodies"), 64);
    EXPECT_FALSE(state.at("first_frame_seconds").is_null());
    EXPECT_FALSE(state.at("first_moving_bodies_seconds").is_null());
    EXPECT_FALSE(state.at("quit_milliseconds").is_null());
    // 64 bodies would make a hundred thousand steps in a second.
    const double seconds = state.at("seconds").get<double>();
    EXPECT_GT(state.at("simulation").at("steps"), 0);
    EXPECT_LE(state.at("simulation").at("steps"), 60 * seconds * 1.1 + 60);
    EXPECT_FALSE(fs::exists(file("orrery.png")));
}

TEST_F(OffscreenWindow, RecordsAVideoOfAnySizeUntilItEnds) {
    if (!VideoFile::unavailable().empty()) {
        GTEST_SKIP() << VideoFile::unavailable();
    }
    ASSERT_EQ(run({"plummer", "--bodies", "64", "--size", "640x360", "--do", "record 160x90",
                   "--do", "video rate 20", "--exit-after", "1", "--state-json", "state.json"}),
              0)
        << log();
    EXPECT_EQ(state().at("window").at("gl_errors"), 0);
    const std::string video = state().at("last_video");
    EXPECT_NE(log().find("saved " + video), std::string::npos) << log();
    EXPECT_EQ(probed(video).substr(0, 12), "160,90,20/1,") << "size and rate";
    const double seconds = std::stod("0" + probed(video).substr(12)) / 20;
    EXPECT_GT(seconds, 0);
    EXPECT_LT(seconds, state().at("seconds").get<double>() + 0.5) << "it runs as fast as the clock";
}

TEST_F(OffscreenWindow, LeavesAVideoThatPlaysAfterCtrlC) {
    if (!VideoFile::unavailable().empty()) {
        GTEST_SKIP() << VideoFile::unavailable();
    }
    ChildProcess program =
        start({"plummer", "--bodies", "64", "--size", "160x90", "--off-screen", "--exit-after",
               "60", "--do", "record video on", "--state-json", "state.json"});
    ASSERT_TRUE(reports([](const Json& now) { return now.at("recording").at("frames") > 5; }))
        << log();
    program.send(SIGINT);
    EXPECT_EQ(program.wait(), 0) << log();
    EXPECT_EQ(probed(state().at("last_video")).substr(0, 12), "160,90,30/1,");
}

TEST_F(OffscreenWindow, RecordsPicturesWhereThereIsNoEncoder) {
    const std::string nothing = "PATH=" + file("nothing").string();
    ChildProcess program({ORRERY_EXECUTABLE, "kepler", "--off-screen", "--size", "64x48", "--do",
                          "record video on", "--exit-after", "1", "--state-json", "state.json"},
                         {"DISPLAY=", "WAYLAND_DISPLAY=", "LIBGL_ALWAYS_SOFTWARE=1", nothing,
                          "XDG_CONFIG_HOME=" + file("config").string(),
                          "XDG_PICTURES_DIR=" + file("").string()},
                         file(""), file("log"));
    ASSERT_EQ(program.wait(), 0) << log();
    const std::string name = state().at("last_video");
    const fs::path first = name.substr(0, name.find(" "));
    EXPECT_TRUE(first.string().ends_with("-00000.png")) << name;
    EXPECT_EQ(read_png(first).size, (Extent{64, 48}));
}

TEST_F(OffscreenWindow, ComesBackToWhatAPictureShows) {
    ChildProcess program = start({"plummer", "--bodies", "64", "--seed", "7", "--size", "160x90",
                                  "--do", "exposure 1.5", "--screenshot", "a.png", "--after",
                                  "6000", "--state-json", "state.json"});
    ASSERT_TRUE(reports([](const Json& now) { return now.at("simulation").at("steps") > 20; }))
        << log();
    program.send(SIGTERM); // the picture is taken now
    EXPECT_EQ(program.wait(), 1) << log();
    const Json before = state();
    fs::remove(file("state.json"));
    const double time = before.at("drawn").at("time");
    const double step = before.at("simulation").at("time_step");
    ChildProcess again = start({"a.png", "--off-screen", "--size", "160x90", "--exit-after", "60",
                                "--state-json", "state.json"});
    ASSERT_TRUE(reports([&](const Json& now) {
        return std::abs(now.at("drawn").at("time").get<double>() - time) < step / 2;
    })) << log();
    again.send(SIGINT);
    ASSERT_EQ(again.wait(), 0) << log();
    const Json after = state();
    EXPECT_EQ(after.at("settings").at("source"), "plummer");
    EXPECT_EQ(after.at("settings").at("seed"), 7);
    EXPECT_EQ(after.at("settings").at("algorithm"), before.at("settings").at("algorithm"));
    EXPECT_EQ(after.at("settings").at("running"), false);
    EXPECT_EQ(after.at("camera"), before.at("camera"));
    EXPECT_NE(after.at("look").get<std::string>().find("exposure = 1.5"), std::string::npos);
    EXPECT_GT(after.at("drawn").at("time"), 10 * step);
    // A picture from another program.
    write_png(file("b.png"), Image{{2, 2}, std::vector<std::uint8_t>(12)});
    EXPECT_EQ(run({"b.png", "--exit-after", "1"}), 2);
    EXPECT_NE(log().find("holds no Orrery state"), std::string::npos) << log();
}

TEST_F(OffscreenWindow, SavesPicturesLargerThanItself) {
    ASSERT_EQ(run({"plummer", "--bodies", "64", "--size", "160x90", "--do", "screenshot 640x360",
                   "--exit-after", "1", "--state-json", "state.json"}),
              0)
        << log();
    const fs::path picture = file(state().at("last_picture").get<std::string>());
    EXPECT_EQ(read_png(picture).size, (Extent{640, 360}));
    EXPECT_EQ(state().at("window").at("gl_errors"), 0);
}

TEST_F(OffscreenWindow, WritesNothingOfWhatAWindowRemembers) {
    ASSERT_EQ(run({"kepler", "--size", "320x200", "--exit-after", "0.5"}), 0) << log();
    EXPECT_FALSE(fs::exists(file("config/orrery/ui.toml")));
    EXPECT_FALSE(fs::exists(file("config/orrery/layout.ini")));
}

TEST_F(OffscreenWindow, EndsInOrderWhenItIsStopped) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        fs::remove(file("state.json"));
        ChildProcess program = start({"plummer", "--bodies", "64", "--size", "320x200",
                                      "--off-screen", "--state-json", "state.json"});
        ASSERT_TRUE(reports_steps()) << log();
        program.send(signal);
        EXPECT_EQ(program.wait(), 0) << log();
        EXPECT_FALSE(state().at("quit_milliseconds").is_null());
    }
    EXPECT_NE(log().find("until Ctrl+C"), std::string::npos) << log();
}

TEST_F(OffscreenWindow, TakesTheScreenshotEarlierAndSaysSoWhenItIsStopped) {
    ChildProcess program = start({"plummer", "--bodies", "64", "--size", "320x200", "--state-json",
                                  "state.json", "--screenshot", "a.png", "--after", "6000"});
    ASSERT_TRUE(reports_steps()) << log();
    program.send(SIGTERM);
    EXPECT_EQ(program.wait(), 1) << log();
    EXPECT_EQ(read_png(file("a.png")).size, (Extent{320, 200}));
    EXPECT_NE(log().find("of 6000 seconds"), std::string::npos) << log();
    EXPECT_EQ(state().at("last_picture"), "a.png");
}

TEST_F(OffscreenWindow, SaysWhenItEndedBeforeTheScreenshotWasDue) {
    EXPECT_EQ(run({"kepler", "--size", "320x200", "--screenshot", "a.png", "--after", "6000",
                   "--exit-after", "0.5"}),
              1);
    EXPECT_NE(log().find("a.png"), std::string::npos) << log();
    EXPECT_FALSE(fs::exists(file("a.png")));
}

TEST_F(OffscreenWindow, RefusesOutputsThatCannotBeWrittenBeforeItRuns) {
    fs::create_directory(file("folder.png"));
    const std::vector<std::vector<std::string>> bad{
        {"--screenshot", "a.jpg"},
        {"--screenshot", "folder.png"},
        {"--screenshot", "no/such/folder/a.png"},
        {"--state-json", "no/such/folder/state.json"},
        {"--state-json", "state.json", "--after", "2"},
        {"--off-screen", "--fullscreen"},
        {"--off-screen", "--after", "-1"},
    };
    for (const std::vector<std::string>& words : bad) {
        std::vector<std::string> arguments{"kepler", "--exit-after", "1"};
        arguments.insert(arguments.end(), words.begin(), words.end());
        EXPECT_EQ(run(arguments), 2) << log();
    }
    EXPECT_EQ(log().find("ALGORITHM"), std::string::npos) << log();
    EXPECT_EQ(log().find("off-screen\n"), std::string::npos) << log();
}

TEST_F(OffscreenWindow, EndsWithTheErrorThatAWindowWouldShow) {
    std::ofstream(file("broken.csv")) << "x,y\n1,one\n";
    EXPECT_EQ(run({"broken.csv", "--screenshot", "a.png"}), 2);
    EXPECT_NE(log().find("broken.csv"), std::string::npos) << log();
    EXPECT_FALSE(fs::exists(file("a.png")));
}

} // namespace

} // namespace orrery
