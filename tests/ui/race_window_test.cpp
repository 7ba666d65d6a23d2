// A race in the real window, driven by real keys.

#include "tests/ui/driven_window.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace orrery {
namespace {

TEST(RaceInAWindow, BeginsByAKeyPausesBothAndGoesOnAloneAfterEscape) {
    if (const std::string reason = DrivenWindow::missing(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    DrivenWindow window({.arguments = {"plummer", "--bodies", "512", "--size", "960x540",
                                       "--algorithm", "cpu.simd", "--threads", "2"}});
    ASSERT_TRUE(
        window.becomes([](const nlohmann::json& s) { return s.at("simulation").at("steps") > 2; }));
    window.key("x");
    ASSERT_TRUE(window.becomes([](const nlohmann::json& state) {
        const nlohmann::json& race = state.at("race");
        return race.at("under_way") == true && race.at("racers").size() == 2 &&
               race.at("racers").at(0).at("steps_per_second") > 0 &&
               race.at("racers").at(1).at("steps_per_second") > 0;
    }));
    const nlohmann::json racing = window.state();
    EXPECT_EQ(racing.at("race").at("racers").at(0).at("title"), "SIMD");
    EXPECT_EQ(racing.at("race").at("racers").at(1).at("title"), "Two loops");
    EXPECT_EQ(racing.at("settings").at("threads"), 1);
    EXPECT_EQ(racing.at("view").at("layer"), "stage");
    window.key("space");
    ASSERT_TRUE(window.becomes("/settings/running", false));
    const auto times = [&window] {
        const nlohmann::json racers = window.fresh_state().at("race").at("racers");
        return std::pair(racers.at(0).at("time").get<double>(),
                         racers.at(1).at("time").get<double>());
    };
    const auto paused = times();
    EXPECT_EQ(times(), paused);
    window.key("period");
    EXPECT_TRUE(window.becomes([&](const nlohmann::json& state) {
        const nlohmann::json& racers = state.at("race").at("racers");
        return racers.at(0).at("time") > paused.first && racers.at(1).at("time") > paused.second;
    }));
    window.key("Escape");
    ASSERT_TRUE(window.becomes("/race/under_way", false));
    EXPECT_TRUE(window.becomes("/settings/threads", 2));
    EXPECT_TRUE(window.becomes("/view/layer", "panels"));
    window.key("space");
    EXPECT_TRUE(window.becomes([&](const nlohmann::json& state) {
        return state.at("simulation").at("time") > paused.first;
    }));
    window.key("ctrl+q");
    EXPECT_EQ(window.wait_for_exit(), 0) << window.log();
    EXPECT_EQ(window.state().at("window").at("gl_errors"), 0);
}

TEST(RaceInAWindow, OfThreeBodiesKeepsOneTimeAndSaysThatAnotherAlgorithmEndsIt) {
    if (const std::string reason = DrivenWindow::missing(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    DrivenWindow window({.arguments = {"pythagorean", "--size", "960x540", "--algorithm",
                                       "cpu.simd", "--threads", "2"}});
    ASSERT_TRUE(
        window.becomes([](const nlohmann::json& s) { return s.at("simulation").at("steps") > 2; }));
    window.key("x");
    ASSERT_TRUE(window.becomes([](const nlohmann::json& state) {
        const nlohmann::json& race = state.at("race");
        return race.at("under_way") == true && race.at("racers").size() == 2 &&
               race.at("racers").at(1).at("steps_per_second") > 0;
    }));
    EXPECT_EQ(window.state().at("race").at("equal_times"), true);
    window.key("shift+y");
    EXPECT_TRUE(window.becomes([](const nlohmann::json& state) {
        const std::string look = state.at("look");
        return look.find("race_overlay = true") != std::string::npos;
    })) << window.state().at("look");
    window.key("shift+y");
    window.key("a");
    EXPECT_TRUE(window.becomes([](const nlohmann::json& state) {
        const std::string messages = state.at("toasts").dump();
        return state.at("race").at("under_way") == false &&
               messages.find("The race is over") != std::string::npos;
    }));
    window.key("ctrl+q");
    EXPECT_EQ(window.wait_for_exit(), 0) << window.log();
    EXPECT_EQ(window.state().at("window").at("gl_errors"), 0);
}

} // namespace
} // namespace orrery
