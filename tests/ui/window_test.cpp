// The real window, driven by real key and mouse events.

#include "app/record/video_file.hpp"
#include "render/image.hpp"
#include "render/png_file.hpp"
#include "tests/ui/driven_window.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

namespace orrery {

namespace {

using Json = nlohmann::json;

class OrreryWindow : public testing::Test {
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

double distance_between(const Json& a, const Json& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        sum += std::pow(a[i].get<double>() - b[i].get<double>(), 2);
    }
    return std::sqrt(sum);
}

TEST_F(OrreryWindow, ShowsMovingBodiesWithoutBeingAsked) {
    DrivenWindow window({.arguments = {"--size", "640x360"}});
    ASSERT_TRUE(window.becomes(
        [](const Json& state) { return !state.at("first_moving_bodies_seconds").is_null(); }));
    const Json state = window.state();
    EXPECT_EQ(state.at("settings").at("source"), "galaxy_collision");
    EXPECT_GE(state.at("simulation").at("count"), 1000);
    EXPECT_EQ(state.at("drawn").at("bodies"), state.at("simulation").at("count"));
    RecordProperty("first_frame_seconds", state.at("first_frame_seconds").dump());
    RecordProperty("first_moving_bodies_seconds", state.at("first_moving_bodies_seconds").dump());
    expect_clean_exit(window);
}

TEST_F(OrreryWindow, PausesAndPlaysWithSpaceAndStepsWithDotAndComma) {
    DrivenWindow window(small());
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("simulation").at("steps") > 2; }));
    window.key("space");
    ASSERT_TRUE(window.becomes("/settings/running", false));
    const Json paused = window.fresh_state().at("simulation");
    const auto steps = paused.at("steps").get<int>();
    EXPECT_EQ(window.fresh_state().at("simulation").at("steps"), steps);
    window.key("period");
    EXPECT_TRUE(window.becomes("/simulation/steps", steps + 1));
    EXPECT_GT(window.state().at("simulation").at("time"), paused.at("time"));
    window.key("comma");
    EXPECT_TRUE(window.becomes("/simulation/steps", steps + 2));
    EXPECT_NEAR(window.state().at("simulation").at("time").get<double>(),
                paused.at("time").get<double>(), 1e-9);
    window.key("space");
    EXPECT_TRUE(
        window.becomes([&](const Json& s) { return s.at("simulation").at("steps") > steps + 4; }));
    expect_clean_exit(window);
}

TEST_F(OrreryWindow, ReversesTimeWithJAndStartsAgainWithR) {
    DrivenWindow window(small());
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("simulation").at("time") > 0.05; }));
    window.key("j");
    ASSERT_TRUE(window.becomes("/settings/reversed", true));
    EXPECT_TRUE(window.becomes([](const Json& s) { return s.at("simulation").at("time") < 0; }));
    window.key("space");
    ASSERT_TRUE(window.becomes("/settings/running", false));
    const auto loads = window.state().at("simulation").at("loads").get<int>();
    window.key("r");
    EXPECT_TRUE(window.becomes("/simulation/loads", loads + 1));
    EXPECT_EQ(window.fresh_state().at("simulation").at("time"), 0);
}

TEST_F(OrreryWindow, ChangesTheAlgorithmWithAWhileTheClockRunsOn) {
    DrivenWindow window(small({"--algorithm", "cpu.simd"}));
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("simulation").at("steps") > 2; }));
    const Json before = window.state();
    window.key("a");
    ASSERT_TRUE(window.becomes(
        [](const Json& s) { return s.at("settings").at("algorithm") != "cpu.simd"; }));
    const Json after = window.state();
    EXPECT_GE(after.at("simulation").at("time"), before.at("simulation").at("time"));
    EXPECT_EQ(after.at("simulation").at("loads"), before.at("simulation").at("loads"));
    EXPECT_EQ(after.at("simulation").at("count"), 512);
    RecordProperty("last_switch_milliseconds",
                   after.at("simulation").at("last_switch_milliseconds").dump());
    window.key("shift+a");
    EXPECT_TRUE(window.becomes("/settings/algorithm", "cpu.simd"));
    expect_clean_exit(window);
}

TEST_F(OrreryWindow, DoublesAndHalvesTheBodies) {
    DrivenWindow window(small());
    ASSERT_TRUE(window.becomes("/simulation/count", 512));
    window.key("plus");
    EXPECT_TRUE(window.becomes("/simulation/count", 1024));
    EXPECT_TRUE(window.becomes("/drawn/bodies", 1024));
    window.key("KP_Add");
    EXPECT_TRUE(window.becomes("/simulation/count", 2048));
    window.key("minus");
    EXPECT_TRUE(window.becomes("/simulation/count", 1024));
    expect_clean_exit(window);
}

TEST_F(OrreryWindow, GoesThroughTheScenesWithBrackets) {
    DrivenWindow window(small());
    ASSERT_TRUE(loaded(window));
    window.key("bracketright");
    ASSERT_TRUE(
        window.becomes([](const Json& s) { return s.at("settings").at("source") != "plummer"; }));
    window.key("bracketleft");
    EXPECT_TRUE(window.becomes("/settings/source", "plummer"));
    expect_clean_exit(window);
}

TEST_F(OrreryWindow, CirclesTheCentreWhenDraggedAndComesCloserWithTheWheel) {
    DrivenWindow window(small({"--no-ui"}));
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("drawn").at("bodies") == 512; }));
    const Json start = window.fresh_state().at("camera");
    window.drag(1, 480, 270, 600, 300);
    const Json circled = window.fresh_state().at("camera");
    EXPECT_GT(distance_between(circled.at("orientation"), start.at("orientation")), 0.05);
    EXPECT_EQ(circled.at("centre"), start.at("centre"));
    EXPECT_NEAR(circled.at("distance").get<double>(), start.at("distance").get<double>(), 1e-9);

    window.click(4, 3);
    ASSERT_TRUE(window.becomes(
        [&](const Json& s) { return s.at("camera").at("distance") < circled.at("distance"); }));

    window.drag(1, 480, 270, 560, 270, "shift");
    EXPECT_TRUE(window.becomes([&](const Json& s) {
        return distance_between(s.at("camera").at("centre"), circled.at("centre")) > 0;
    }));
    window.key("Home");
    EXPECT_TRUE(window.becomes([&](const Json& s) {
        return distance_between(s.at("camera").at("orientation"), start.at("orientation")) < 1e-6 &&
               distance_between(s.at("camera").at("centre"), start.at("centre")) < 1e-6;
    }));
    expect_clean_exit(window);
}

TEST_F(OrreryWindow, DrawsArrowsLinesAndWordsOnThePictureAndLeavesTheCameraAlone) {
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

TEST_F(OrreryWindow, StoresViewsAndComesBackToThem) {
    DrivenWindow window(small({"--no-ui"}));
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("drawn").at("bodies") == 512; }));
    const Json stored = window.fresh_state().at("camera");
    window.key("ctrl+3");
    window.drag(3, 480, 270, 380, 240);
    ASSERT_GT(distance_between(window.fresh_state().at("camera").at("centre"), stored.at("centre")),
              0);
    window.key("3");
    EXPECT_TRUE(window.becomes([&](const Json& s) {
        return distance_between(s.at("camera").at("centre"), stored.at("centre")) < 1e-6;
    }));
}

TEST_F(OrreryWindow, FliesWithLettersThatThenDoNothingElse) {
    DrivenWindow window(small({"--no-ui", "--algorithm", "cpu.simd"}));
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("drawn").at("bodies") == 512; }));
    window.key("v");
    ASSERT_TRUE(window.becomes("/camera/mode", "fly"));
    const Json start = window.fresh_state().at("camera");
    window.key("a");
    EXPECT_TRUE(window.becomes([&](const Json& s) {
        return distance_between(s.at("camera").at("centre"), start.at("centre")) > 0;
    }));
    EXPECT_EQ(window.fresh_state().at("settings").at("algorithm"), "cpu.simd");
    window.key("v");
    EXPECT_TRUE(window.becomes("/camera/mode", "orbit"));
}

TEST_F(OrreryWindow, GivesATourFromStartToEndWithPageDownAlone) {
    DrivenWindow window({.arguments = {"present", "galaxies", "--size", "640x360"}});
    ASSERT_TRUE(loaded(window));
    EXPECT_EQ(window.state().at("view").at("layer"), "stage");
    const int steps = window.state().at("tour").at("steps");
    ASSERT_GT(steps, 3);
    for (int step = 2; step <= steps; ++step) {
        window.key("Next");
        ASSERT_TRUE(window.becomes("/tour/step", step));
    }
    EXPECT_TRUE(window.becomes("/settings/source", "cold_sphere"));
    window.key("period"); // a clicker's black, no step
    window.key("Escape"); // opens the curtain
    window.key("2");
    window.key("Return");
    EXPECT_TRUE(window.becomes("/tour/step", 2));
    window.key("Escape");
    EXPECT_TRUE(window.becomes("/tour/given", false));
    EXPECT_TRUE(window.becomes("/view/layer", "panels"));
    expect_clean_exit(window);
}

TEST_F(OrreryWindow, BringsBackWithCtrlZWhatAWrongKeyThrewAway) {
    DrivenWindow window(small());
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("simulation").at("steps") > 3; }));
    window.key("space");
    ASSERT_TRUE(window.becomes("/settings/running", false));
    const Json before = window.fresh_state();
    window.key("plus");
    ASSERT_TRUE(window.becomes("/simulation/count", 1024));
    window.key("ctrl+z");
    ASSERT_TRUE(window.becomes("/simulation/count", 512));
    EXPECT_EQ(window.fresh_state().at("simulation").at("time"), before.at("simulation").at("time"));
    window.key("ctrl+shift+z");
    EXPECT_TRUE(window.becomes("/simulation/count", 1024));
    expect_clean_exit(window);
}

TEST_F(OrreryWindow, HidesPanelsWithTabShowsHelpWithF1AndNeverQuitsWithEscape) {
    DrivenWindow window(small());
    ASSERT_TRUE(loaded(window));
    window.key("Tab");
    EXPECT_TRUE(window.becomes("/view/layer", "stage"));
    window.key("Tab");
    EXPECT_TRUE(window.becomes("/view/layer", "nothing"));
    window.key("Tab");
    EXPECT_TRUE(window.becomes("/view/layer", "panels"));
    window.key("F1");
    EXPECT_TRUE(window.becomes("/view/show_help", true));
    window.key("Escape");
    EXPECT_TRUE(window.becomes("/view/show_help", false));
    window.key("ctrl+k");
    EXPECT_TRUE(window.becomes("/view/show_palette", true));
    window.key("Escape");
    EXPECT_TRUE(window.becomes("/view/show_palette", false));
    window.key("Escape");
    window.key("Escape");
    EXPECT_FALSE(window.wait_for_exit(1));
    window.key("p");
    EXPECT_TRUE(window.becomes("/view/style", "points"));
    expect_clean_exit(window);
}

TEST_F(OrreryWindow, FindsAndRunsAnActionByItsName) {
    DrivenWindow window(small({"--algorithm", "cpu.simd"}));
    ASSERT_TRUE(loaded(window));
    window.key("ctrl+k");
    ASSERT_TRUE(window.becomes("/view/show_palette", true));
    window.type("reverse time");
    // The letters went to the text field, not to the shortcuts.
    EXPECT_EQ(window.fresh_state().at("settings").at("algorithm"), "cpu.simd");
    EXPECT_EQ(window.state().at("settings").at("running"), true);
    window.key("Return");
    EXPECT_TRUE(window.becomes("/settings/reversed", true));
    EXPECT_TRUE(window.becomes("/view/show_palette", false));
    expect_clean_exit(window);
}

TEST_F(OrreryWindow, SavesAPictureOfTheWindow) {
    DrivenWindow window(small());
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("drawn").at("bodies") == 512; }));
    window.key("F12");
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("last_picture") != ""; }));
    const Image picture =
        read_png(window.folder() / window.state().at("last_picture").get<std::string>());
    EXPECT_EQ(picture.size, (Extent{960, 540}));
    expect_clean_exit(window);
}

TEST_F(OrreryWindow, RecordsAVideoBetweenTwoPressesOfAKey) {
    if (!VideoFile::unavailable().empty()) {
        GTEST_SKIP() << VideoFile::unavailable();
    }
    DrivenWindow window(small());
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

TEST_F(OrreryWindow, ComesBackToAStateThatWasCopied) {
    DrivenWindow window(small({"--seed", "5"}));
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("simulation").at("steps") > 10; }));
    window.key("space");
    ASSERT_TRUE(window.becomes("/settings/running", false));
    const double time = window.fresh_state().at("simulation").at("time");
    window.key("ctrl+k");
    ASSERT_TRUE(window.becomes("/view/show_palette", true));
    window.type("copy state");
    window.key("Return");
    ASSERT_TRUE(window.becomes([](const Json& s) { return !s.at("toasts").empty(); }));
    window.key("bracketright");
    ASSERT_TRUE(
        window.becomes([](const Json& s) { return s.at("settings").at("source") != "plummer"; }));
    window.key("ctrl+v");
    ASSERT_TRUE(window.becomes("/settings/source", "plummer"));
    EXPECT_TRUE(window.becomes([&](const Json& s) {
        return std::abs(s.at("simulation").at("time").get<double>() - time) < 1e-9;
    })) << time;
    EXPECT_EQ(window.state().at("settings").at("seed"), 5);
    expect_clean_exit(window);
}

// The ends of the colour scale follow the bodies.
std::string look_but_range(const Json& state) {
    std::istringstream look(state.at("look").get<std::string>());
    std::string kept;
    for (std::string line; std::getline(look, line);) {
        if (!line.starts_with("lowest") && !line.starts_with("highest")) {
            kept += line + '\n';
        }
    }
    return kept;
}

TEST_F(OrreryWindow, SavesASessionThatOpensAgain) {
    std::filesystem::path session;
    DrivenWindow window(small({"--algorithm", "cpu.simd"}));
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("simulation").at("steps") > 3; }));
    window.key("space");
    ASSERT_TRUE(window.becomes("/settings/running", false));
    window.key("p");      // points
    window.key("o");      // boxes
    window.key("ctrl+2"); // a stored view
    window.key("Tab");    // no panels
    ASSERT_TRUE(window.becomes("/view/show_ui", false));
    const Json saved = window.fresh_state();
    window.key("ctrl+s");
    window.fresh_state();
    window.type("talk"); // instead of the name that stands there
    window.key("Return");
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("last_session") != ""; }));
    session = window.state().at("last_session").get<std::string>();
    EXPECT_EQ(session, window.folder() / "talk.orrery");
    // The same name once more: asked again first.
    const auto written = std::filesystem::last_write_time(session);
    window.key("ctrl+s");
    window.fresh_state();
    window.type("talk.orrery");
    window.key("Return");
    window.fresh_state();
    EXPECT_EQ(std::filesystem::last_write_time(session), written);
    window.key("Return");
    EXPECT_TRUE(window.becomes(
        [&](const Json&) { return std::filesystem::last_write_time(session) != written; }));

    DrivenWindow again({.arguments = {session.string(), "--size", "960x540"}});
    ASSERT_TRUE(loaded(again));
    const Json opened = again.fresh_state();
    EXPECT_EQ(opened.at("simulation").at("count"), 512);
    EXPECT_EQ(opened.at("settings").at("algorithm"), "cpu.simd");
    EXPECT_GE(opened.at("simulation").at("time"), saved.at("simulation").at("time"));
    EXPECT_EQ(look_but_range(opened), look_but_range(saved));
    EXPECT_EQ(opened.at("view").at("style"), "points");
}

TEST_F(OrreryWindow, OpensAFileByItsTypedPath) {
    DrivenWindow window(small());
    ASSERT_TRUE(loaded(window));
    std::ofstream(window.folder() / "pair.csv")
        << "x,y,z,vx,vy,vz,mass\n0,0,0,0,0,0,1\n1,0,0,0,1,0,1\n";
    window.key("ctrl+o");
    window.fresh_state();
    window.type("pair.csv");
    window.key("Return");
    EXPECT_TRUE(window.becomes("/simulation/count", 2));
    expect_clean_exit(window);
}

TEST_F(OrreryWindow, ShowsWhatIsWrongWithAFileAndGoesOn) {
    DrivenWindow window(small());
    ASSERT_TRUE(loaded(window));
    std::ofstream(window.folder() / "broken.csv") << "x,y,z,vx,vy,vz,mass\n0,0,nonsense\n";
    window.key("ctrl+o");
    window.fresh_state();
    window.type("broken.csv");
    window.key("Return");
    ASSERT_TRUE(
        window.becomes([](const Json& s) { return !s.at("simulation").at("error").is_null(); }));
    const Json state = window.fresh_state();
    EXPECT_NE(state.at("simulation").at("error").get<std::string>().find("broken.csv"),
              std::string::npos);
    EXPECT_EQ(state.at("wanted").at("source"), "plummer");
    EXPECT_EQ(state.at("simulation").at("count"), 512);
    EXPECT_EQ(state.at("settings").at("running"), true) << "a wrong file stops no show";
    window.key("Escape");
    EXPECT_TRUE(
        window.becomes([](const Json& s) { return s.at("simulation").at("error").is_null(); }));
    expect_clean_exit(window);
}

TEST_F(OrreryWindow, FollowsItsSizeAndTheScaleOfItsPanels) {
    DrivenWindow window(small());
    ASSERT_TRUE(loaded(window));
    window.resize(1280, 720);
    EXPECT_TRUE(window.becomes("/window/framebuffer_width", 1280));
    EXPECT_TRUE(window.becomes("/window/framebuffer_height", 720));
    window.resize(400, 300);
    EXPECT_TRUE(window.becomes("/window/framebuffer_width", 400));
    window.key("ctrl+equal");
    EXPECT_TRUE(window.becomes([](const Json& s) { return s.at("window").at("ui_scale") > 1.05; }));
    window.key("ctrl+minus");
    EXPECT_TRUE(window.becomes("/window/ui_scale", 1.0));
    expect_clean_exit(window);
}

TEST_F(OrreryWindow, FillsTheScreenWithF11AndComesBack) {
    DrivenWindow window(small());
    ASSERT_TRUE(loaded(window));
    window.key("F11");
    EXPECT_TRUE(window.becomes("/window/framebuffer_width", 1280));
    EXPECT_TRUE(window.becomes("/window/fullscreen", true));
    window.key("F11");
    EXPECT_TRUE(window.becomes("/window/framebuffer_width", 960));
    expect_clean_exit(window);
}

TEST_F(OrreryWindow, IsReadableOnAScreenOfFourThousandPixels) {
    DrivenWindow window({.arguments = {"plummer", "--bodies", "512", "--size", "640x360"},
                         .screen_width = 3840,
                         .screen_height = 2160});
    EXPECT_EQ(window.state().at("window").at("ui_scale"), 2.0);
}

TEST_F(OrreryWindow, RemembersItsScaleAndRecentFilesOnly) {
    DrivenWindow::Start start = small({"--algorithm", "cpu.simd"});
    start.remember = true;
    DrivenWindow window(start);
    ASSERT_TRUE(loaded(window));
    window.key("ctrl+equal");
    window.key("space");
    ASSERT_TRUE(window.becomes("/settings/running", false));
    expect_clean_exit(window);
    const std::filesystem::path config = window.folder() / "config" / "orrery";
    EXPECT_TRUE(std::filesystem::exists(config / "layout.ini"));
    std::ifstream in(config / "ui.toml");
    const std::string text(std::istreambuf_iterator<char>(in), {});
    EXPECT_NE(text.find("scale"), std::string::npos);
    EXPECT_NE(text.find("960"), std::string::npos);
    EXPECT_EQ(text.find("cpu.simd"), std::string::npos);
    EXPECT_EQ(text.find("plummer"), std::string::npos);
}

TEST_F(OrreryWindow, QuitsAndSwitchesInTheMiddleOfALongStep) {
    // A minute a step and more.
    DrivenWindow window({.arguments = {"plummer", "--bodies", "256k", "--algorithm", "cpu.aos",
                                       "--size", "640x360"}});
    ASSERT_TRUE(
        window.becomes([](const Json& s) { return s.at("simulation").at("loaded") == true; }, 60));
    window.fresh_state();
    window.key("a");
    EXPECT_TRUE(window.becomes(
        [](const Json& s) { return s.at("settings").at("algorithm") != "cpu.aos"; }));
    RecordProperty("last_switch_milliseconds",
                   window.state().at("simulation").at("last_switch_milliseconds").dump());
    window.key("ctrl+q");
    EXPECT_EQ(window.wait_for_exit(20), 0);
    RecordProperty("quit_milliseconds", window.state().at("quit_milliseconds").dump());
}

} // namespace

} // namespace orrery
