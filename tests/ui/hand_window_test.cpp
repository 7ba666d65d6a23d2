// A hand in the running simulation, in the real window.

#include "tests/ui/window_testing.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace orrery {

namespace {

using Json = nlohmann::json;

class HandInTheWindow : public WindowTest {
protected:
    static bool has_bodies(DrivenWindow& window, int count) {
        return window.becomes([count](const Json& s) {
            return s.at("simulation").at("count") == count && s.at("drawn").at("bodies") == count;
        });
    }
    static void take(DrivenWindow& window) {
        window.key("h");
        ASSERT_TRUE(window.becomes([](const Json& s) {
            return s.at("hand").at("active") == true && s.at("hand").at("speed_a_length") > 0;
        }));
    }
};

TEST_F(HandInTheWindow, ThrowsHoldsDeletesAndTakesBackInPause) {
    DrivenWindow window(small({"--no-ui", "--paused", "--do", "layer stage"}));
    ASSERT_TRUE(has_bodies(window, 512));
    take(window);
    const Json camera = window.fresh_state().at("camera");
    window.drag(1, 800, 150, 860, 190);
    ASSERT_TRUE(has_bodies(window, 513)) << window.state().dump(1);
    EXPECT_EQ(window.fresh_state().at("camera"), camera) << "the mouse is a hand";
    window.key("ctrl+z");
    ASSERT_TRUE(has_bodies(window, 512));
    window.key("ctrl+shift+z");
    ASSERT_TRUE(has_bodies(window, 513));
    window.move_mouse(800, 150);
    window.click(1);
    ASSERT_TRUE(window.becomes("/hand/holds", true)) << "where it was thrown from";
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("hand").at("held_mass") > 0; }));
    window.key("Delete");
    ASSERT_TRUE(has_bodies(window, 512));
    EXPECT_TRUE(window.becomes("/hand/holds", false));
    window.key("ctrl+z");
    ASSERT_TRUE(has_bodies(window, 513));
    window.key("Escape");
    EXPECT_TRUE(window.becomes("/hand/active", false));
    expect_clean_exit(window);
}

TEST_F(HandInTheWindow, GrabsABodyInMotionAndTakesItBack) {
    DrivenWindow window({.arguments = {"kepler", "--size", "960x540", "--no-ui", "--paused", "--do",
                                       "layer stage", "--do", "add body 1e-3 at 0,2,0"}});
    ASSERT_TRUE(has_bodies(window, 3));
    take(window);
    window.key("space");
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("simulation").at("steps") > 10; }));
    window.drag(1, 850, 130, 890, 180);
    ASSERT_TRUE(has_bodies(window, 4));
    EXPECT_EQ(window.fresh_state().at("settings").at("running"), true);
    window.key("ctrl+z");
    ASSERT_TRUE(has_bodies(window, 3));
    window.key("ctrl+z");
    ASSERT_TRUE(has_bodies(window, 2)) << "what was said at the start, too";
    EXPECT_EQ(window.fresh_state().at("settings").at("running"), true);
    expect_clean_exit(window);
}

TEST_F(HandInTheWindow, IsKeptByACopiedStateAndDoneAgainAtItsTime) {
    DrivenWindow window({.arguments = {"kepler", "--size", "960x540", "--no-ui", "--paused", "--do",
                                       "layer stage"}});
    ASSERT_TRUE(has_bodies(window, 2));
    const auto say = [&](const char* words) {
        window.key("ctrl+k");
        ASSERT_TRUE(window.becomes("/view/show_palette", true));
        window.type_into_field(words);
        window.key("Return");
        ASSERT_TRUE(window.becomes("/view/show_palette", false));
    };
    window.key("period");
    ASSERT_TRUE(window.becomes("/simulation/steps", 1));
    say("add body 1e-3 at 0,2,0");
    ASSERT_TRUE(has_bodies(window, 3));
    window.key("period");
    ASSERT_TRUE(window.becomes("/simulation/steps", 2));
    say("add ring 20");
    ASSERT_TRUE(has_bodies(window, 23));
    const double time = window.fresh_state().at("simulation").at("time");
    say("copy state");
    ASSERT_TRUE(window.becomes([](const Json& s) { return !s.at("toasts").empty(); }));
    window.key("bracketright");
    ASSERT_TRUE(
        window.becomes([](const Json& s) { return s.at("settings").at("source") != "kepler"; }));
    window.key("ctrl+v");
    ASSERT_TRUE(has_bodies(window, 23)) << window.state().dump(1);
    EXPECT_EQ(window.fresh_state().at("simulation").at("steps"), 2);
    EXPECT_NEAR(window.state().at("simulation").at("time").get<double>(), time, 1e-9);
    expect_clean_exit(window);
}

TEST_F(HandInTheWindow, IsUndoneByGoingBackInATour) {
    const TemporaryFolder folder;
    const std::string tour = folder.path() / "talk.toml";
    std::ofstream(tour) << "title = \"T\"\n[[step]]\ntitle = \"One\"\n"
                           "do = [\"scene kepler\"]\n[[step]]\ntitle = \"Two\"\n"
                           "do = [\"add body 1e-3 at 0,2,0\"]\n[[step]]\ntitle = \"Three\"\n";
    DrivenWindow window({.arguments = {"present", tour, "--size", "960x540"}});
    ASSERT_TRUE(has_bodies(window, 2));
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("simulation").at("steps") > 3; }));
    window.key("Next");
    ASSERT_TRUE(has_bodies(window, 3));
    window.key("Next");
    ASSERT_TRUE(window.becomes("/tour/step", 3));
    take(window);
    window.drag(1, 850, 130, 890, 180);
    ASSERT_TRUE(has_bodies(window, 4));
    window.key("Prior");
    ASSERT_TRUE(has_bodies(window, 3)) << "what the step adds itself it has added again";
    window.key("Prior");
    ASSERT_TRUE(has_bodies(window, 2));
    window.key("Next");
    EXPECT_TRUE(has_bodies(window, 3));
    EXPECT_EQ(window.fresh_state().at("settings").at("running"), true);
    expect_clean_exit(window);
}

TEST_F(HandInTheWindow, DrawsLinesByTheirKeys) {
    DrivenWindow window(small({"--no-ui", "--paused", "--do", "layer stage", "--do", "follow 7"}));
    ASSERT_TRUE(has_bodies(window, 512));
    for (const char* key : {"shift+f", "shift+v", "shift+g"}) {
        window.key(key);
    }
    EXPECT_TRUE(window.becomes([](const Json& s) {
        return s.at("guides").at("places_ahead") > 100 && s.at("guides").at("arrows") > 100;
    })) << window.state().dump(1);
    const std::string look = window.fresh_state().at("look");
    EXPECT_NE(look.find("grid = true"), std::string::npos);
    EXPECT_NE(look.find("path_ahead = true"), std::string::npos);
    expect_clean_exit(window);
}

} // namespace

} // namespace orrery
