// Haloes, the flight between them and the power spectrum in the real window, by key and mouse.

#include "tests/ui/window_testing.hpp"

#include <gtest/gtest.h>

namespace orrery {

namespace {

using Json = nlohmann::json;

class StructureInTheWindow : public WindowTest {
protected:
    // The web of today, at rest.
    static DrivenWindow::Start today(std::vector<std::string> more = {}) {
        std::vector<std::string> arguments{"cosmic_web", "--bodies", "32k",        "--algorithm",
                                           "cpu.mesh",   "--size",   "1280x720",   "--do",
                                           "time 13.7",  "--do",     "layer stage"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return {.arguments = arguments};
    }
    static bool arrives(DrivenWindow& window) {
        return window.becomes([](const Json& s) {
            return s.at("simulation").at("time") > 13.6 && !s.at("settings").at("running");
        });
    }
    static bool has_rings(DrivenWindow& window) {
        return window.becomes([](const Json& s) {
            const Json& ringed = s.at("haloes").at("ringed");
            return ringed.size() == 10 && ringed[0].at("mass") >= ringed[9].at("mass") &&
                   ringed[0].at("mass") > 1e4; // 10^14 Msun
        });
    }
};

// A ring that nothing is written over.
Json clear_ring(const Json& state) {
    for (const Json& halo : state.at("haloes").at("ringed")) {
        const Json& ring = halo.at("ring");
        if (!ring.is_null() && ring[0] > 100 && ring[0] < 1100 && ring[1] > 200 && ring[1] < 480) {
            return halo;
        }
    }
    return nullptr;
}

TEST_F(StructureInTheWindow, RingsTheGreatestHaloesAndFollowsTheOneThatIsClicked) {
    DrivenWindow window(today());
    ASSERT_TRUE(arrives(window)) << window.log();
    EXPECT_EQ(window.state().at("haloes").at("ringed").size(), 0U);
    window.key("shift+r");
    ASSERT_TRUE(has_rings(window)) << window.state().at("haloes").dump(1);

    const Json halo = clear_ring(window.fresh_state());
    ASSERT_FALSE(halo.is_null());
    window.move_mouse(halo.at("ring")[0].get<int>(), halo.at("ring")[1].get<int>());
    // On a busy machine the two clicks may be a frame too far apart to be a double one.
    int looks = 0;
    ASSERT_TRUE(window.becomes([&](const Json& s) {
        if (s.at("followed").at("what") == "halo") {
            return true;
        }
        if (looks++ % 60 == 0) {
            window.click(1, 2);
        }
        return false;
    }));
    const Json followed = window.state().at("followed").at("body");
    EXPECT_TRUE(window.becomes([&](const Json& s) { // it is in the middle, whatever it is called
        for (const Json& one : s.at("haloes").at("ringed")) {
            if (one.at("number") == followed && !one.at("ring").is_null()) {
                return std::abs(one.at("ring")[0].get<double>() - 640) < 40;
            }
        }
        return false;
    })) << window.state().dump(1);

    window.key("shift+r");
    EXPECT_TRUE(window.becomes("/followed/what", "nothing"));
    expect_clean_exit(window);
}

TEST_F(StructureInTheWindow, FliesToAHaloByItsNameInThePalette) {
    DrivenWindow window(today());
    ASSERT_TRUE(arrives(window)) << window.log();
    const double before = window.state().at("camera").at("distance");
    window.key("ctrl+k");
    ASSERT_TRUE(window.becomes("/view/show_palette", true));
    window.type("halo greatest");
    window.key("Return");
    ASSERT_TRUE(window.becomes("/followed/what", "halo"));
    EXPECT_TRUE(window.becomes(
        [&](const Json& s) { return s.at("camera").at("distance") < 0.7 * before; }));
    const Json state = window.fresh_state();
    EXPECT_EQ(state.at("followed").at("body"), state.at("haloes").at("ringed")[0].at("number"));
    expect_clean_exit(window);
}

TEST_F(StructureInTheWindow, FliesThroughTheWebUntilTheHandMovesTheCamera) {
    DrivenWindow window(today({"--do", "neighbour boxes on"}));
    ASSERT_TRUE(arrives(window)) << window.log();
    const Json start = window.fresh_state().at("camera").at("centre");
    window.key("shift+k");
    ASSERT_TRUE(window.becomes("/view/web_flight", true));
    // It gets somewhere, and goes on from there.
    ASSERT_TRUE(window.becomes([&](const Json& s) {
        return s.at("camera").at("centre") != start && s.at("camera").at("distance") < 100;
    }));
    const Json there = window.fresh_state().at("camera").at("centre");
    ASSERT_TRUE(
        window.becomes([&](const Json& s) { return s.at("camera").at("centre") != there; }));
    window.drag(1, 640, 300, 700, 320);
    EXPECT_TRUE(window.becomes("/view/web_flight", false));
    expect_clean_exit(window);
}

TEST_F(StructureInTheWindow, PlotsThePowerSpectrumBesideThePicture) {
    DrivenWindow window(today());
    ASSERT_TRUE(arrives(window)) << window.log();
    window.key("shift+u");
    ASSERT_TRUE(window.becomes("/plot/shown", "power spectrum"));
    EXPECT_TRUE(window.becomes("/plot/large", true));
    EXPECT_TRUE(window.becomes([](const Json& s) {
        const Json& time = s.at("plot").at("time");
        return time.is_number() && time > 13.6;
    }));
    window.key("shift+u");
    EXPECT_TRUE(window.becomes("/plot/large", false));
    expect_clean_exit(window);
}

TEST_F(StructureInTheWindow, MeasuresTheLessonsWhileTheSimulationRests) {
    DrivenWindow window(small({"--do", "measure the lessons"}));
    ASSERT_TRUE(window.becomes("/machine/measuring_lessons", true)) << window.log();
    ASSERT_TRUE(window.becomes([](const Json& s) {
        return !s.at("machine").at("measuring_lessons") && s.at("machine").at("transposes") >= 3;
    })) << window.state().at("machine").dump(1);
    EXPECT_GE(window.state().at("machine").at("stencils"), 6);
    EXPECT_TRUE(window.becomes("/settings/running", true)) << "goes on as before";
    expect_clean_exit(window);
}

} // namespace
} // namespace orrery
