#include "app/features/features.hpp"
#include "app/state/actions.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/followed.hpp"
#include "app/state/window_requests.hpp"
#include "tests/test_data.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <fstream>
#include <iterator>
#include <set>

namespace orrery {

namespace {

// ImGui without a window: frames whose input a test writes.
class Keyboard {
public:
    Keyboard() {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = {640, 480};
        io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
        io.ConfigInputTrickleEventQueue = false;
    }
    ~Keyboard() { ImGui::DestroyContext(); }
    Keyboard(const Keyboard&) = delete;
    Keyboard& operator=(const Keyboard&) = delete;

    // Holds the keys down and types the character, runs `look` within the frame, and lets go.
    template <class Look>
    auto frame(const std::vector<ImGuiKey>& keys, unsigned int character, const Look& look) {
        ImGuiIO& io = ImGui::GetIO();
        for (const ImGuiKey key : keys) {
            io.AddKeyEvent(key, true);
        }
        if (character != 0) {
            io.AddInputCharacter(character);
        }
        ImGui::NewFrame();
        const auto result = look();
        ImGui::EndFrame();
        for (const ImGuiKey key : keys) {
            io.AddKeyEvent(key, false);
        }
        ImGui::NewFrame();
        ImGui::EndFrame();
        return result;
    }

    bool presses(const std::string& shortcut, const std::vector<ImGuiKey>& keys,
                 unsigned int character = 0) {
        return frame(keys, character, [&] { return pressed(parse_shortcut(shortcut)); });
    }
};

TEST(Shortcut, AsksForExactlyItsModifiers) {
    Keyboard keyboard;
    EXPECT_TRUE(keyboard.presses("A", {ImGuiKey_A}));
    EXPECT_FALSE(keyboard.presses("A", {ImGuiMod_Shift, ImGuiKey_A}));
    EXPECT_FALSE(keyboard.presses("A", {ImGuiMod_Ctrl, ImGuiKey_A}));
    EXPECT_TRUE(keyboard.presses("Shift+A", {ImGuiMod_Shift, ImGuiKey_A}));
    EXPECT_FALSE(keyboard.presses("Shift+A", {ImGuiKey_A}));
    EXPECT_TRUE(keyboard.presses("Ctrl+K", {ImGuiMod_Ctrl, ImGuiKey_K}));
    EXPECT_TRUE(keyboard.presses("F12", {ImGuiKey_F12}));
    EXPECT_FALSE(keyboard.presses("F1", {ImGuiKey_F12}));
    EXPECT_FALSE(keyboard.presses("", {ImGuiKey_A}));
}

TEST(Shortcut, TakesSignsAsTheyAreTypedOnAnyKeyboard) {
    Keyboard keyboard;
    EXPECT_TRUE(keyboard.presses("+", {ImGuiMod_Shift, ImGuiKey_Equal}, '+'));
    EXPECT_TRUE(keyboard.presses("+", {ImGuiKey_KeypadAdd}, '+'));
    EXPECT_TRUE(keyboard.presses("]", {ImGuiMod_Ctrl, ImGuiMod_Alt, ImGuiKey_9}, ']'));
    EXPECT_FALSE(keyboard.presses("]", {ImGuiKey_RightBracket}, '+'));
    EXPECT_TRUE(keyboard.presses("1", {ImGuiMod_Shift, ImGuiKey_1}, '1'));
}

TEST(Shortcut, WorksOnTheNumberPadWithCtrl) {
    Keyboard keyboard;
    EXPECT_TRUE(keyboard.presses("Ctrl+=", {ImGuiMod_Ctrl, ImGuiKey_KeypadAdd}));
    EXPECT_TRUE(keyboard.presses("Ctrl+-", {ImGuiMod_Ctrl, ImGuiKey_KeypadSubtract}));
}

TEST(Shortcut, CountsWhenAQuickHandLetsGoOfCtrlWithinTheFrame) {
    Keyboard keyboard;
    ImGuiIO& io = ImGui::GetIO();
    const bool seen = keyboard.frame({ImGuiMod_Ctrl}, 0, [&] {
        io.AddKeyEvent(ImGuiKey_Q, true);
        io.AddKeyEvent(ImGuiMod_Ctrl, false);
        ImGui::EndFrame();
        ImGui::NewFrame();
        return pressed(parse_shortcut("Ctrl+Q")) && !pressed(parse_shortcut("Q"));
    });
    EXPECT_TRUE(seen);
}

TEST(Shortcut, LeavesLettersToATextFieldButNotFunctionKeysAndCtrl) {
    Keyboard keyboard;
    const auto pressed_while_typing = [&](const char* shortcut, const std::vector<ImGuiKey>& keys,
                                          unsigned int character = 0) {
        ImGui::GetIO().AddFocusEvent(true);
        return keyboard.frame(keys, character, [&] {
            ImGui::GetIO().WantTextInput = true;
            return pressed(parse_shortcut(shortcut));
        });
    };
    EXPECT_FALSE(pressed_while_typing("A", {ImGuiKey_A}, 'a'));
    EXPECT_FALSE(pressed_while_typing("+", {}, '+'));
    EXPECT_FALSE(pressed_while_typing("Space", {ImGuiKey_Space}, ' '));
    EXPECT_FALSE(pressed_while_typing("Home", {ImGuiKey_Home}));
    EXPECT_TRUE(pressed_while_typing("F1", {ImGuiKey_F1}));
    EXPECT_TRUE(pressed_while_typing("Ctrl+K", {ImGuiMod_Ctrl, ImGuiKey_K}));
    EXPECT_TRUE(pressed_while_typing("Esc", {ImGuiKey_Escape}));
}

TEST(Actions, RunOnlyWhenEnabled) {
    Keyboard keyboard;
    int runs = 0;
    bool enabled = false;
    Actions actions;
    actions.add({.id = "test.run",
                 .menu = "Test",
                 .label = "Run",
                 .tooltip = "Runs",
                 .shortcut = "R",
                 .run = [&] { ++runs; },
                 .enabled = [&] { return enabled; }});
    const auto press = [&](std::string_view taken = {}) {
        keyboard.frame({ImGuiKey_R}, 0, [&] { return actions.run_pressed(taken); });
    };
    press();
    actions.run("test.run");
    EXPECT_EQ(runs, 0);
    enabled = true;
    press();
    EXPECT_EQ(runs, 1);
    press("WASDQER");
    EXPECT_EQ(runs, 1) << "the letter steers the camera";
    actions.run("test.run");
    EXPECT_EQ(runs, 2);
}

class DefaultActions : public testing::Test {
protected:
    DefaultActions() { add_default_actions(app_); }

    SimulationThread simulation_;
    AppState app_{.simulation = simulation_, .settings = {}};
};

TEST_F(DefaultActions, HaveEveryKeyThatWasPromised) {
    std::set<std::string> keys;
    for (const Action& action : app_.actions.all()) {
        if (!action.shortcut.empty()) {
            EXPECT_TRUE(
                keys.insert(action.presenting ? action.shortcut + " in a tour" : action.shortcut)
                    .second)
                << action.shortcut << " twice";
        }
        EXPECT_FALSE(action.label.empty()) << action.id;
        EXPECT_FALSE(action.tooltip.empty()) << action.id;
        EXPECT_FALSE(action.menu.empty()) << action.id;
    }
    for (const char* key :
         {"Space",   ".",      ",",   "J",      "R",      "[",      "]",      "A",
          "Shift+A", "+",      "-",   "1",      "9",      "Ctrl+1", "Ctrl+9", "Home",
          "F",       "V",      "P",   "Tab",    "F1",     "F11",    "F12",    "Ctrl+O",
          "Ctrl+S",  "Ctrl+Q", "Esc", "Ctrl+K", "Ctrl+=", "Ctrl+-"}) {
        EXPECT_TRUE(keys.contains(key)) << key;
    }
}

TEST_F(DefaultActions, GoUpAndDownInScaleToWhereTheyBegan) {
    for (int i = 0; i < 7; ++i) {
        app_.actions.run("view.larger");
    }
    for (int i = 0; i < 7; ++i) {
        app_.actions.run("view.smaller");
    }
    EXPECT_EQ(app_.view.ui_scale, 1.0F);
    for (int i = 0; i < 100; ++i) {
        app_.actions.run("view.smaller");
    }
    EXPECT_EQ(app_.view.ui_scale, smallest_ui_scale);
}

TEST_F(DefaultActions, TellHowToStoreAViewThatIsNotThere) {
    app_.actions.run("camera.view_4");
    ASSERT_EQ(app_.toasts.size(), 1U);
    EXPECT_NE(app_.toasts.front().text.find("Ctrl+4"), std::string::npos);
    app_.actions.run("camera.store_4");
    EXPECT_TRUE(app_.view.stored_views[3].has_value());
}

TEST_F(DefaultActions, AskTheWindowForWhatOnlyItCanDo) {
    app_.actions.run("file.screenshot");
    app_.actions.run("camera.home");
    app_.actions.run("file.quit");
    EXPECT_TRUE(app_.requests.has<TakeScreenshot>() && app_.requests.has<GoHome>() &&
                app_.requests.has<Quit>());
    EXPECT_FALSE(app_.requests.has<SaveSession>());
    app_.actions.run("file.save");
    EXPECT_FALSE(app_.requests.has<SaveSession>()) << "there is nothing to save yet";
}

TEST_F(DefaultActions, GoOnWithTheProcessorAfterAGpuHasFailed) {
    const Action& fall_back = app_.actions.find("simulation.fall_back");
    app_.settings.algorithm = "gpu.shared";
    app_.settings.running = false;
    EXPECT_FALSE(fall_back.is_enabled()) << "nothing has failed";
    app_.status.error = failure("an illegal memory access was encountered", "gpu.shared", "");
    EXPECT_TRUE(fall_back.is_enabled());
    app_.actions.run("simulation.fall_back");
    EXPECT_EQ(app_.settings.algorithm, "cpu.simd_threads");
    EXPECT_TRUE(app_.settings.running);
    EXPECT_FALSE(fall_back.is_enabled()) << "it cannot fall any further";
}

TEST_F(DefaultActions, ChooseByNameWhateverHasNames) {
    std::set<std::string> chosen;
    for (const Choice& choice : app_.actions.choices()) {
        for (const Choice::Option& option : choice.options()) {
            EXPECT_EQ(app_.actions.run(Command{choice.id, option.value}), option.enabled)
                << choice.id << ' ' << option.value;
        }
        chosen.insert(choice.id);
    }
    EXPECT_TRUE(chosen.contains("simulation.algorithm"));
    EXPECT_TRUE(app_.actions.run(Command{"simulation.algorithm", "cpu.aos"}));
    EXPECT_EQ(app_.settings.algorithm, "cpu.aos");
    EXPECT_TRUE(app_.actions.run(Command{"simulation.scene", "kepler"}));
    EXPECT_EQ(app_.settings.source, "kepler");
    EXPECT_TRUE(app_.actions.run(Command{"simulation.precision", "fp64"}));
    EXPECT_EQ(app_.settings.precision, Precision::fp64);
    EXPECT_TRUE(app_.actions.run(Command{"view.colours", "viridis"}));
    EXPECT_EQ(app_.view.style.colour_map, "viridis");
}

TEST_F(DefaultActions, RefuseCommandsThatNobodyKnows) {
    const Settings before = app_.settings;
    EXPECT_FALSE(app_.actions.run(Command{"simulation.algorithm", "quantum.foam"}));
    EXPECT_FALSE(app_.actions.run(Command{"simulation.weather", "rain"}));
    EXPECT_FALSE(app_.actions.run("simulation.weather"));
    EXPECT_FALSE(app_.actions.run("simulation.fall_back")) << "there is no error";
    EXPECT_EQ(app_.settings, before);
}

TEST_F(DefaultActions, SayBetweenWhichNumbersAChoiceLies) {
    const auto hint = [&](const char* choice, const char* value) {
        try {
            app_.actions.find_choice(choice)->check(value);
        } catch (const Error& error) {
            return error.hint();
        }
        return std::string("it is taken");
    };
    EXPECT_EQ(hint("simulation.time_step", "-3"), "use more than 0");
    EXPECT_EQ(hint("simulation.time_step", "0"), "use more than 0");
    EXPECT_EQ(hint("simulation.softening", "-3"), "use at least 0");
    EXPECT_EQ(hint("simulation.softening", "0"), "it is taken");
    EXPECT_EQ(hint("simulation.bodies", "8G"), "use at most 4294967296");
}

TEST_F(DefaultActions, ShareALineWhereTheyDifferInADigitOnly) {
    std::size_t views = 0;
    for (const ActionRow& row : action_rows(app_.actions)) {
        if (row.shortcut == "1 … 9" || row.shortcut == "Ctrl+1 … 9") {
            ++views;
        }
    }
    EXPECT_EQ(views, 2U);
    EXPECT_EQ(action_rows(app_.actions).size(), app_.actions.all().size() - 16);
}

// docs/keys.md.
std::string action_table_markdown(const Actions& actions) {
    std::string text = "# Keys and mouse\n\n"
                       "Made from the program's table of actions; F1 shows it in the window, and "
                       "Ctrl+K finds an action by its name.\n";
    std::string menu;
    for (const ActionRow& row : action_rows(actions)) {
        if (row.menu != menu) {
            menu = row.menu;
            text +=
                fmt::format("\n## {}\n\n| key | action | what it does |\n|---|---|---|\n", menu);
        }
        const std::string key = row.shortcut.empty() ? "" : fmt::format("`{}`", row.shortcut);
        text += fmt::format("| {} | {} | {} |\n", key, row.label, row.tooltip);
    }
    text += "\n## Mouse, in the picture\n\n| gesture | what it does |\n|---|---|\n";
    for (const MouseRow& row : mouse_rows()) {
        text += fmt::format("| {} | {} |\n", row.gesture, row.effect);
    }
    return text;
}

TEST_F(DefaultActions, AreWhatTheDocumentationSays) {
    AppState whole{.simulation = app_.simulation, .settings = {}};
    declare_actions(whole); // those of features as well
    const std::string expected = action_table_markdown(whole.actions);
    std::ifstream in(source_folder() / "docs/keys.md");
    const std::string written(std::istreambuf_iterator<char>(in), {});
    if (written != expected) {
        std::ofstream("keys.md") << expected;
    }
    EXPECT_EQ(written, expected) << "the new table was left in the working folder: keys.md";
}

} // namespace

} // namespace orrery
