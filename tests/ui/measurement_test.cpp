// Measuring the machine from the window.

#include "tests/ui/driven_window.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

class MachineMeasurement : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string reason = DrivenWindow::missing(); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
    }

    static DrivenWindow::Start small() {
        return {.arguments = {"plummer", "--bodies", "512", "--size", "960x540"}};
    }

    static void run_by_palette(DrivenWindow& window) {
        window.key("ctrl+k");
        ASSERT_TRUE(window.becomes("/view/show_palette", true));
        window.type_into_field("measure this");
        window.key("Return");
    }
};

TEST_F(MachineMeasurement, LetsTheSimulationRestAndGoOnAfterwards) {
    DrivenWindow window(small());
    ASSERT_TRUE(window.becomes("/simulation/loaded", true));
    EXPECT_EQ(window.state().at("machine").at("peaks_known"), false);
    run_by_palette(window);
    ASSERT_TRUE(window.becomes("/machine/measuring", true));
    EXPECT_TRUE(window.becomes("/settings/running", false));
    ASSERT_TRUE(window.becomes("/machine/measuring", false));
    EXPECT_TRUE(window.becomes("/settings/running", true));
    const auto state = window.state();
    if (!state.at("machine").at("peaks_known").get<bool>()) { // other tests run beside this one
        EXPECT_NE(state.at("toasts").dump().find("the machine was busy"), std::string::npos)
            << state.at("toasts");
    }
}

TEST_F(MachineMeasurement, IsStoppedByTheSameActionAndByQuitting) {
    DrivenWindow window(small());
    ASSERT_TRUE(window.becomes("/simulation/loaded", true));
    run_by_palette(window);
    ASSERT_TRUE(window.becomes("/machine/measuring", true));
    run_by_palette(window);
    ASSERT_TRUE(window.becomes("/machine/measuring", false));
    EXPECT_EQ(window.state().at("machine").at("peaks_known"), false);
    EXPECT_TRUE(window.becomes("/settings/running", true));
    run_by_palette(window);
    ASSERT_TRUE(window.becomes("/machine/measuring", true));
    window.key("ctrl+q");
    EXPECT_EQ(window.wait_for_exit(), 0) << window.log();
}

} // namespace
} // namespace orrery
