// The window's language, switched while it is open, and remembered.

#include "tests/ui/window_testing.hpp"

#include <fstream>
#include <sstream>

namespace orrery {

namespace {

class LanguageOfTheWindow : public WindowTest {};

TEST_F(LanguageOfTheWindow, IsSwitchedByKeysAndRemembered) {
    DrivenWindow window({.arguments = {"plummer", "--bodies", "64", "--size", "480x270",
                                       "--algorithm", "cpu.simd", "--language", "en"},
                         .screen_width = 640,
                         .screen_height = 360,
                         .remember = true});
    ASSERT_TRUE(loaded(window));
    EXPECT_EQ(window.fresh_state().at("view").at("language"), "en");
    window.key("ctrl+k");
    ASSERT_TRUE(window.becomes("/view/show_palette", true));
    window.type_into_field("language german");
    window.key("Return");
    ASSERT_TRUE(window.becomes("/view/language", "de"));
    window.key("space");
    EXPECT_TRUE(window.becomes("/settings/running", false)) << "keys go on to be what they are";
    expect_clean_exit(window);
    std::ostringstream kept;
    kept << std::ifstream(window.folder() / "config" / "orrery" / "ui.toml").rdbuf();
    EXPECT_NE(kept.str().find("language = 'de'"), std::string::npos) << kept.str();
}

} // namespace

} // namespace orrery
