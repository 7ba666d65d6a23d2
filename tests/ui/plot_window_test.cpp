// The plot of a scene in the real window, and bodies chosen in it by a real mouse.

#include "tests/ui/window_testing.hpp"

#include <gtest/gtest.h>

namespace orrery {

namespace {

using Json = nlohmann::json;

class PlotInTheWindow : public WindowTest {};

TEST_F(PlotInTheWindow, LightsUpTheBodiesThatARangeHasAndForgetsThemWithEsc) {
    DrivenWindow window({.arguments = {"plummer", "--bodies", "500", "--size", "1280x720", "--do",
                                       "plot distance"}});
    ASSERT_TRUE(window.becomes("/plot/shown", "distance"));
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("plot").at("time").is_number(); }));
    EXPECT_TRUE(window.state().at("plot").at("chosen").is_null());

    window.drag(1, 470, 660, 600, 660);
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("plot").at("chosen") > 0; }));
    const Json chosen = window.state().at("plot");
    EXPECT_LT(chosen.at("chosen"), 500);
    EXPECT_NEAR(chosen.at("share_of_mass").get<double>(), chosen.at("chosen").get<double>() / 500,
                1e-6);
    EXPECT_NE(window.state().at("look").get<std::string>().find("[look.brush]"), std::string::npos);

    window.key("shift+h");
    ASSERT_TRUE(window.becomes("/plot/held", true));
    const Json held = window.state().at("plot").at("chosen");
    ASSERT_TRUE(window.becomes([&](const Json& s) {
        return s.at("simulation").at("time") > chosen.at("time").get<double>() + 0.1;
    }));
    EXPECT_EQ(window.state().at("plot").at("chosen"), held);

    window.key("Escape");
    EXPECT_TRUE(window.becomes("/plot/chosen", nullptr));
    expect_clean_exit(window);
}

} // namespace
} // namespace orrery
