// A window on a display with 10 bits for each colour.

#include "tests/ui/window_testing.hpp"

namespace orrery {
namespace {

class DeepColour : public WindowTest {};

TEST_F(DeepColour, IsTakenWhereTheDisplayHasIt) {
    DrivenWindow::Start start = small({"--size", "320x180"});
    start.screen_depth = 30;
    start.screen_width = 320;
    start.screen_height = 180;
    DrivenWindow window(start);
    ASSERT_TRUE(loaded(window));
    EXPECT_EQ(window.state().at("window").at("channel_bits"), 10) << window.log();
    window.key("F12"); // is read from there
    EXPECT_TRUE(window.becomes([](const nlohmann::json& state) {
        return !state.at("last_picture").get<std::string>().empty();
    })) << window.log();
    expect_clean_exit(window);
}

} // namespace
} // namespace orrery
