// Time and what is followed through it, in the real window.

#include "tests/ui/driven_window.hpp"

#include <gtest/gtest.h>

namespace orrery {

namespace {

using Json = nlohmann::json;

class TimeInTheWindow : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string reason = DrivenWindow::missing(); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
    }
};

TEST_F(TimeInTheWindow, IsDraggedBackPlayedOnFromThereAndUndone) {
    DrivenWindow window({.arguments = {"plummer", "--bodies", "256", "--algorithm", "cpu.tree",
                                       "--size", "960x540", "--paused", "--do", "layer stage",
                                       "--do", "time bar on", "--do", "pace unlimited"}});
    ASSERT_TRUE(window.becomes("/simulation/loaded", true));
    EXPECT_EQ(window.state().at("simulation").at("steps"), 0) << "begins paused";
    window.key("space");
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("simulation").at("steps") > 40; }));
    window.drag(1, 700, 438, 480, 438);
    // On the way there other steps are seen: they are computed again, from a kept moment on.
    ASSERT_TRUE(window.becomes([](const Json& s) {
        const Json& time = s.at("timeline");
        const double step = time.at("step"), end = time.at("end_step");
        return time.at("in_past") == true && time.at("under_way") == false &&
               s.at("settings").at("running") == false && step > end / 10 && step < end * 9 / 10;
    })) << window.state().dump(1);
    const int end = window.state().at("timeline").at("end_step");
    window.key("space");
    ASSERT_TRUE(window.becomes("/timeline/in_past", false)) << "another way";
    window.key("space");
    ASSERT_TRUE(window.becomes("/settings/running", false));
    window.key("ctrl+z");
    EXPECT_TRUE(window.becomes("/timeline/end_step", end)) << "the one that was thrown away";
    window.key("ctrl+q");
    EXPECT_EQ(window.wait_for_exit(), 0) << window.log();
}

TEST_F(TimeInTheWindow, HasALoopWhoseEndsAreDragged) {
    DrivenWindow window({.arguments = {"plummer", "--bodies", "256", "--algorithm", "cpu.tree",
                                       "--size", "960x540", "--paused", "--do", "layer stage",
                                       "--do", "time bar on", "--do", "pace unlimited"}});
    ASSERT_TRUE(window.becomes("/simulation/loaded", true));
    window.key("space");
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("simulation").at("steps") > 40; }));
    window.key("l");
    const int from = window.fresh_state().at("timeline").at("step");
    ASSERT_TRUE(window.becomes(
        [&](const Json& s) { return s.at("simulation").at("steps").get<int>() > 2 * from; }));
    window.key("l");
    ASSERT_TRUE(
        window.becomes([](const Json& s) { return !s.at("timeline").at("loop").is_null(); }));
    window.key("space");
    ASSERT_TRUE(window.becomes("/settings/running", false));
    const Json before = window.fresh_state().at("timeline");
    const Json bar = before.at("bar");
    const auto x_of = [&](int step) {
        const double share =
            static_cast<double>(step - before.at("first_step").get<int>()) /
            (before.at("end_step").get<int>() - before.at("first_step").get<int>());
        return static_cast<int>(bar.at("left").get<double>() +
                                share *
                                    (bar.at("right").get<double>() - bar.at("left").get<double>()));
    };
    const int loop_from = before.at("loop").at(0), loop_to = before.at("loop").at(1);
    const int y = bar.at("middle");
    window.drag(1, x_of(loop_to), y, x_of((loop_from + loop_to) / 2), y);
    EXPECT_TRUE(window.becomes([&](const Json& s) {
        const Json loop = s.at("timeline").at("loop");
        return !loop.is_null() && loop.at(0) == loop_from && loop.at(1) < loop_to;
    })) << window.state().at("timeline");
    EXPECT_EQ(window.state().at("timeline").at("step"), before.at("step")) << "no other moment";
    window.key("ctrl+q");
    EXPECT_EQ(window.wait_for_exit(), 0) << window.log();
}

TEST_F(TimeInTheWindow, RunsBackFromTheMomentThatAStepOfATourNeeds) {
    DrivenWindow window({.arguments = {"present", "chaos", "--step", "8", "--size", "640x360"}});
    ASSERT_TRUE(window.becomes("/settings/reversed", true));
    const double turned = window.state().at("simulation").at("time");
    EXPECT_GT(turned, 0.8);
    EXPECT_TRUE(window.becomes([&](const Json& s) { // it does not rest there
        return s.at("simulation").at("time") < turned - 0.1;
    }));
    EXPECT_TRUE(window.becomes("/settings/running", false)) << "where they began, it does";
    EXPECT_NEAR(window.state().at("simulation").at("time"), 0, 0.3) << "within a few pictures";
    window.key("ctrl+q");
    EXPECT_EQ(window.wait_for_exit(), 0) << window.log();
}

TEST_F(TimeInTheWindow, CarriesTheCameraAlongWithABody) {
    DrivenWindow window({.arguments = {"solar_system", "--size", "640x360", "--paused", "--do",
                                       "follow Mercury", "--do", "layer stage"}});
    ASSERT_TRUE(window.becomes("/followed/figures_known", true));
    const Json before = window.fresh_state().at("camera").at("centre");
    window.key("space");
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("simulation").at("steps") > 20; }));
    EXPECT_NE(window.fresh_state().at("camera").at("centre"), before);
    window.key("bracketright");
    EXPECT_TRUE(window.becomes("/followed/what", "nothing")) << "it is gone";
    window.key("ctrl+q");
    EXPECT_EQ(window.wait_for_exit(), 0) << window.log();
}

TEST_F(TimeInTheWindow, FollowsABodyAgainWhoseDeletionIsUndone) {
    DrivenWindow window({.arguments = {"solar_system", "--size", "640x360", "--paused", "--do",
                                       "follow Mercury", "--do", "delete body Mercury"}});
    ASSERT_TRUE(window.becomes("/simulation/count", 19));
    EXPECT_TRUE(window.becomes("/followed/what", "nothing"));
    window.key("ctrl+z");
    EXPECT_TRUE(window.becomes("/followed/what", "body"));
    window.key("ctrl+q");
    EXPECT_EQ(window.wait_for_exit(), 0) << window.log();
}

} // namespace

} // namespace orrery
