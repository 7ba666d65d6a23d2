// The camera in the real window, moved by real key and mouse events.

#include "tests/ui/window_testing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>

namespace orrery {

namespace {

using Json = nlohmann::json;

class CameraInTheWindow : public WindowTest {};

double distance_between(const Json& a, const Json& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        sum += std::pow(a[i].get<double>() - b[i].get<double>(), 2);
    }
    return std::sqrt(sum);
}

TEST_F(CameraInTheWindow, CirclesTheCentreWhenDraggedAndComesCloserWithTheWheel) {
    DrivenWindow window(small({"--no-ui"}));
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("drawn").at("bodies") == 512; }));
    const Json start = window.fresh_state().at("camera");
    window.drag(1, 480, 270, 600, 300);
    ASSERT_TRUE(window.becomes([&](const Json& s) {
        return distance_between(s.at("camera").at("orientation"), start.at("orientation")) > 0.05;
    }));
    const Json circled = window.fresh_state().at("camera");
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

TEST_F(CameraInTheWindow, StoresViewsAndComesBackToThem) {
    DrivenWindow window(small({"--no-ui"}));
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("drawn").at("bodies") == 512; }));
    const Json stored = window.fresh_state().at("camera");
    window.key("ctrl+3");
    window.drag(3, 480, 270, 380, 240);
    ASSERT_TRUE(window.becomes([&](const Json& s) {
        return distance_between(s.at("camera").at("centre"), stored.at("centre")) > 0;
    }));
    window.key("3");
    EXPECT_TRUE(window.becomes([&](const Json& s) {
        return distance_between(s.at("camera").at("centre"), stored.at("centre")) < 1e-6;
    }));
}

TEST_F(CameraInTheWindow, FliesAlongKeyframesThatKeysHaveSet) {
    DrivenWindow window(small({"--no-ui"}));
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("drawn").at("bodies") == 512; }));
    const Json first = window.fresh_state().at("camera");
    const auto has_keyframe = [](const char* words) {
        return [words](const Json& s) {
            return s.at("toasts").dump().find(words) != std::string::npos;
        };
    };
    window.key("shift+n");
    ASSERT_TRUE(window.becomes(has_keyframe("Keyframe 1:")));
    window.drag(3, 480, 270, 380, 240);
    ASSERT_TRUE(window.becomes([&](const Json& s) {
        return distance_between(s.at("camera").at("centre"), first.at("centre")) > 0;
    }));
    window.key("shift+n");
    ASSERT_TRUE(window.becomes(has_keyframe("Keyframe 2:")));
    const Json second = window.fresh_state().at("camera");
    window.key("shift+j");
    EXPECT_TRUE(window.becomes([&](const Json& s) { // on its way
        const Json& centre = s.at("camera").at("centre");
        return distance_between(centre, first.at("centre")) > 0 &&
               distance_between(centre, second.at("centre")) > 1e-3;
    }));
    EXPECT_TRUE(window.becomes([&](const Json& s) {
        return distance_between(s.at("camera").at("centre"), second.at("centre")) < 1e-9;
    }));
    expect_clean_exit(window);
}

// Three bodies that fall together: the eye comes closer by itself.
TEST_F(CameraInTheWindow, KeepsBodiesInFrameAsTheyFallTogether) {
    DrivenWindow window({.arguments = {"pythagorean", "--size", "960x540", "--no-ui", "--algorithm",
                                       "cpu.simd", "--do", "keep in frame off"}});
    ASSERT_TRUE(window.becomes("/simulation/loaded", true));
    const Json before = window.fresh_state().at("camera");
    window.key("ctrl+f");
    EXPECT_TRUE(window.becomes([&](const Json& s) {
        const double now = s.at("camera").at("distance"), then = before.at("distance");
        return now < 0.9 * then;
    }));
    expect_clean_exit(window);
}

// They stand still, two of them beside the picture.
TEST_F(CameraInTheWindow, KeepsFewBodiesClearOfTheStagesWords) {
    DrivenWindow window(
        {.arguments = {"pythagorean", "--size", "960x540", "--paused", "--algorithm", "cpu.simd",
                       "--do", "layer stage", "--do", "keep in frame off"}});
    ASSERT_TRUE(window.becomes("/simulation/loaded", true));
    window.click(4, 8);
    double distance = 0; // at rest: who still turns the wheel keeps nothing in the frame
    ASSERT_TRUE(window.becomes([&](const Json&) {
        const double now = window.fresh_state().at("camera").at("distance");
        return std::exchange(distance, now) == now && now < 7;
    }));
    window.key("ctrl+f");
    constexpr double radius = 2.6, share = 0.58; // of the three; between the words, of the height
    const double least = radius * (1 + 1 / (share * std::tan(std::numbers::pi / 8)));
    EXPECT_TRUE(window.becomes(
        [&](const Json& s) { return s.at("camera").at("distance") > 0.97 * least; }));
    expect_clean_exit(window);
}

TEST_F(CameraInTheWindow, FliesWithLettersThatThenDoNothingElse) {
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

} // namespace

} // namespace orrery
