// A periodic box that expands, in the real window.

#include "tests/ui/driven_window.hpp"

#include <gtest/gtest.h>

namespace orrery {

namespace {

using Json = nlohmann::json;

class BoxInTheWindow : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string reason = DrivenWindow::missing(); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
    }
};

void run_by_palette(DrivenWindow& window, const char* action) {
    window.key("ctrl+k");
    ASSERT_TRUE(window.becomes("/view/show_palette", true));
    window.type(action);
    window.key("Return");
    ASSERT_TRUE(window.becomes("/view/show_palette", false));
}

TEST_F(BoxInTheWindow, HasEdgesAndNeighboursAndGrowsWithSpaceOnDemand) {
    DrivenWindow window({.arguments = {"cosmic_web", "--bodies", "512", "--size", "960x540",
                                       "--paused", "--do", "pace unlimited"}});
    ASSERT_TRUE(window.becomes("/simulation/loaded", true)) << window.log();
    EXPECT_TRUE(window.becomes("/view/box", true)) << "edges are there by themselves";
    run_by_palette(window, "Box edges");
    EXPECT_TRUE(window.becomes("/view/box", false));
    run_by_palette(window, "Neighbour boxes");
    EXPECT_TRUE(window.becomes("/view/neighbours", true));
    run_by_palette(window, "Physical size");
    ASSERT_TRUE(window.becomes("/view/physical_view", true));
    const double before = window.fresh_state().at("camera").at("distance");
    window.key("space");
    // The scale factor has grown by a tenth at least.
    EXPECT_TRUE(window.becomes([before](const Json& s) {
        return s.at("simulation").at("steps") > 5 && s.at("camera").at("distance") < before / 1.1;
    })) << window.state().dump(1);
    window.key("ctrl+q");
    EXPECT_EQ(window.wait_for_exit(), 0) << window.log();
}

} // namespace

} // namespace orrery
