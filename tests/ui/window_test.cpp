// The real window, driven by real key and mouse events.

#include "render/image.hpp"
#include "tests/read_png.hpp"
#include "tests/ui/window_testing.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace orrery {

namespace {

using Json = nlohmann::json;

class OrreryWindow : public WindowTest {};

TEST_F(OrreryWindow, ShowsMovingBodiesWithoutBeingAsked) {
    DrivenWindow window({.arguments = {"--size", "640x360"}});
    ASSERT_TRUE(window.becomes(
        [](const Json& state) { return !state.at("first_moving_bodies_seconds").is_null(); }));
    const Json state = window.state();
    EXPECT_EQ(state.at("settings").at("source"), "galaxy_collision");
    EXPECT_GE(state.at("simulation").at("count"), 1000);
    EXPECT_EQ(state.at("drawn").at("bodies"), state.at("simulation").at("count"));
    EXPECT_EQ(state.at("window").at("channel_bits"), 8);
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
    EXPECT_TRUE(window.becomes("/settings/source", "galaxy_collision"));
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

TEST_F(OrreryWindow, EndsAFreezeBeforeATourAndUndoesNothingOfIt) {
    DrivenWindow window({.arguments = {"present", "galaxies", "--size", "640x360"}});
    ASSERT_TRUE(loaded(window));
    const Json first = window.state().at("settings");
    window.key("End");
    ASSERT_TRUE(window.becomes("/settings/source", "galaxy_collision"));
    const Json second = window.fresh_state().at("settings");
    ASSERT_NE(first, second);
    window.key("ctrl+z");
    window.key("shift+b");
    ASSERT_TRUE(window.becomes("/view/frozen", true));
    EXPECT_EQ(window.fresh_state().at("settings"), second);
    window.key("Escape");
    EXPECT_TRUE(window.becomes("/view/frozen", false));
    EXPECT_EQ(window.fresh_state().at("tour").at("given"), true);
    window.key("ctrl+k"); // and what is typed at once is typed there
    window.type("bodies 777");
    window.key("Return");
    ASSERT_TRUE(window.becomes("/settings/bodies", 777)) << window.state().at("settings");
    window.key("ctrl+z");
    EXPECT_TRUE(window.becomes("/settings", second)) << "what a hand has done in a step";
    expect_clean_exit(window);
}

TEST_F(OrreryWindow, FreezesTheStageInOneWindow) {
    DrivenWindow window({.arguments = {"present", "galaxies", "--size", "640x360"}});
    ASSERT_TRUE(loaded(window));
    const auto picture = [&window] {
        const Json before = window.state().at("last_picture");
        window.key("F12");
        EXPECT_TRUE(
            window.becomes([&](const Json& state) { return state.at("last_picture") != before; }));
        return read_png(window.folder() / window.state().at("last_picture").get<std::string>());
    };
    window.key("shift+b");
    ASSERT_TRUE(window.becomes("/view/frozen", true));
    window.fresh_state();
    const Image frozen = picture();
    window.key("Next");
    ASSERT_TRUE(window.becomes("/tour/step", 2));
    window.key("9"); // "To step 9" is for the speaker
    window.fresh_state();
    EXPECT_EQ(picture().rgb, frozen.rgb);
    window.key("Escape");
    ASSERT_TRUE(window.becomes("/view/frozen", false));
    window.fresh_state();
    EXPECT_NE(picture().rgb, frozen.rgb);
    expect_clean_exit(window);
}

TEST_F(OrreryWindow, ShowsCodeANumberAndASmallChartByKey) {
    DrivenWindow window(small());
    ASSERT_TRUE(loaded(window));
    const auto shows = [&window](const std::string& line) {
        return window.becomes([&](const Json& state) {
            return state.at("look").get<std::string>().find(line) != std::string::npos;
        });
    };
    EXPECT_TRUE(shows("code = false"));
    window.key("k");
    EXPECT_TRUE(shows("code = true"));
    window.key("m");
    EXPECT_TRUE(shows("chart_corner = true"));
    EXPECT_TRUE(shows("chart_growth = false"));
    window.key("shift+m");
    EXPECT_TRUE(shows("chart_growth = true"));
    window.key("n");
    EXPECT_TRUE(shows("number = \"factor\""));
    window.key("Tab"); // the stage, where all of it is drawn
    ASSERT_TRUE(window.becomes("/view/layer", "stage"));
    window.fresh_state();
    window.key("k");
    EXPECT_TRUE(shows("code = false"));
    expect_clean_exit(window);
}

TEST_F(OrreryWindow, ClosesTheOfferOfToursWithEsc) {
    DrivenWindow::Start start = small();
    start.remember = true; // the first start of a new user
    DrivenWindow window(start);
    ASSERT_TRUE(loaded(window));
    ASSERT_TRUE(window.becomes("/tour/offered", true));
    window.key("Escape");
    EXPECT_TRUE(window.becomes("/tour/offered", false));
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
    window.type_into_field("reverse time");
    // The letters went to the text field, not to the shortcuts.
    EXPECT_EQ(window.fresh_state().at("settings").at("algorithm"), "cpu.simd");
    EXPECT_EQ(window.state().at("settings").at("running"), true);
    window.key("Return");
    EXPECT_TRUE(window.becomes("/settings/reversed", true));
    EXPECT_TRUE(window.becomes("/view/show_palette", false));
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
        window.becomes([](const Json& s) { return s.at("simulation").at("loaded") == true; }));
    window.fresh_state();
    window.key("a");
    EXPECT_TRUE(window.becomes(
        [](const Json& s) { return s.at("settings").at("algorithm") != "cpu.aos"; }));
    RecordProperty("last_switch_milliseconds",
                   window.state().at("simulation").at("last_switch_milliseconds").dump());
    window.key("ctrl+q");
    EXPECT_EQ(window.wait_for_exit(), 0);
    RecordProperty("quit_milliseconds", window.state().at("quit_milliseconds").dump());
}

} // namespace

} // namespace orrery
