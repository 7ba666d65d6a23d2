// The menus by key, and the recently opened files.

#include "app/panels/panels.hpp"
#include "app/state/actions.hpp"
#include "app/state/window_requests.hpp"
#include "tests/app/panels/panels_testing.hpp"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <vector>

namespace orrery {
namespace {

class Menus : public testing::TestWithParam<Extent> {
protected:
    Menus() {
        app_.view.layer = Layer::panels;
        app_.recent_files = {"/data/galaxy.csv", "/data/other.orrery"};
        show();
    }

    void show(int frames = 3) {
        for (int i = 0; i < frames; ++i) {
            screen_.frame([&] {
                app_.actions.run_pressed();
                status_line(app_);
            });
        }
    }

    void press(const std::vector<ImGuiKey>& keys) {
        for (const bool down : {true, false}) {
            for (const ImGuiKey key : keys) {
                ImGui::GetIO().AddKeyEvent(key, down);
            }
            show();
        }
    }

    PanelsState state_;
    AppState& app_ = state_.app;
    ScreenlessImGui screen_{GetParam(), 1.0F};
};

TEST_P(Menus, OpenByAltAndALetterAndAreWalkedThroughByArrows) {
    EXPECT_FALSE(menu_is_open());
    press({ImGuiMod_Alt, ImGuiKey_F});
    ASSERT_TRUE(menu_is_open());
    press({ImGuiKey_DownArrow});
    press({ImGuiKey_UpArrow});
    press({ImGuiKey_Enter});
    EXPECT_TRUE(app_.requests.has<ChooseFile>()) << "the first line of the menu";
    EXPECT_FALSE(menu_is_open());
    EXPECT_EQ(ImGui::GetIO().ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard, 0)
        << "arrows belong to the picture again";
}

TEST_P(Menus, LeaveTheSimulationAloneWhileTheyAreOpen) {
    const bool running = app_.settings.running;
    press({ImGuiKey_F10});
    ASSERT_TRUE(menu_is_open());
    const std::string algorithm = app_.settings.algorithm;
    press({ImGuiKey_A});
    EXPECT_EQ(app_.settings.algorithm, algorithm);
    press({ImGuiKey_Escape});
    EXPECT_FALSE(menu_is_open());
    EXPECT_EQ(app_.settings.running, running);
    press({ImGuiKey_A});
    EXPECT_NE(app_.settings.algorithm, algorithm);
}

TEST_P(Menus, HaveALetterEach) {
    for (const ImGuiKey letter :
         {ImGuiKey_F, ImGuiKey_E, ImGuiKey_S, ImGuiKey_C, ImGuiKey_V, ImGuiKey_T, ImGuiKey_H}) {
        press({ImGuiMod_Alt, letter});
        EXPECT_TRUE(menu_is_open()) << ImGui::GetKeyName(letter);
        while (menu_is_open()) {
            press({ImGuiKey_Escape});
        }
    }
}

// Tour has its own first letter, although Stage stands before it.
TEST_P(Menus, AreOpenedByTheirFirstLettersWhereTheyCan) {
    const std::pair<ImGuiKey, const char*> letters[] = {
        {ImGuiKey_T, "Tour"}, {ImGuiKey_S, "Simulation"}, {ImGuiKey_A, "Stage"}};
    for (const auto& [letter, menu] : letters) {
        press({ImGuiMod_Alt, letter});
        ASSERT_TRUE(menu_is_open()) << menu;
        const ImGuiPopupData& opened = ImGui::GetCurrentContext()->OpenPopupStack.back();
        // In the bar, or in the one menu of a narrow one.
        const ImGuiID line = opened.Window->ParentWindow->ID;
        const ImGuiID bar = ImHashStr("##MenuBar", 0, line);
        EXPECT_TRUE(opened.PopupId == ImHashStr(menu, 0, bar) ||
                    opened.PopupId == ImHashStr(menu, 0, line))
            << menu;
        while (menu_is_open()) {
            press({ImGuiKey_Escape});
        }
    }
}

// All that a quick finger does within one frame of a slow machine.
TEST_P(Menus, OpenByATapThatIsShorterThanAFrame) {
    for (int time = 0; time < 5; ++time) {
        ImGuiIO& io = ImGui::GetIO();
        for (const bool down : {true, false}) {
            if (down) {
                io.AddKeyEvent(ImGuiMod_Alt, true);
                io.AddKeyEvent(ImGuiKey_LeftAlt, true);
            }
            io.AddKeyEvent(ImGuiKey_H, down);
        }
        io.AddKeyEvent(ImGuiMod_Alt, false);
        io.AddKeyEvent(ImGuiKey_LeftAlt, false);
        press({});
        press({});
        ASSERT_TRUE(menu_is_open());
        while (menu_is_open()) {
            press({ImGuiKey_Escape});
        }
    }
}

// ImGui says so of a place that is asked for and then left empty.
TEST(StatusLine, AsksForNoPlaceWhereItHasNoRoomForAnyNumber) {
    static int complaints = 0;
    for (const int width : {1, 40, 64, 100, 150, 200}) {
        ScreenlessImGui screen({width, 64}, 1.0F);
        PanelsState state;
        state.app.view.layer = Layer::panels;
        ImGui::GetIO().ConfigErrorRecoveryEnableAssert = false;
        ImGui::GetCurrentContext()->ErrorCallback = [](ImGuiContext*, void*, const char*) {
            ++complaints;
        };
        for (int i = 0; i < 3; ++i) {
            screen.frame([&] { status_line(state.app); });
        }
    }
    EXPECT_EQ(complaints, 0);
}

// Wide enough for all menus, and so narrow that they are one.
INSTANTIATE_TEST_SUITE_P(OfABar, Menus, testing::Values(Extent{1920, 1080}, Extent{400, 700}));

TEST(MenuBar, ShortensWhatItSaysOfALongStepBeforeItsMenusBecomeOne) {
    PanelsState state;
    AppState& app = state.app;
    app.view.layer = Layer::panels;
    app.settings.source = app.status.settings.source = "galaxy_collision";
    app.status.settings.algorithm = "cpu.simd_threads";
    app.status.count = 65'536;
    app.status.time = 123.4;
    app.step_in_flight = StepInFlight{3.2, 0.75};
    ScreenlessImGui screen({1280, 720}, 1.0F);
    const auto show = [&] {
        for (int i = 0; i < 3; ++i) {
            screen.frame([&] { status_line(app); });
        }
    };
    show();
    for (const ImGuiKey key : {ImGuiMod_Alt, ImGuiKey_F}) {
        ImGui::GetIO().AddKeyEvent(key, true);
        show();
    }
    EXPECT_EQ(ImGui::GetCurrentContext()->OpenPopupStack.Size, 1) << "File lies in another menu";
}

TEST(RecentFiles, AreFoundByTheirNames) {
    PanelsState state;
    state.app.recent_files = {"/data/galaxy.csv", "/data/other.orrery"};
    const Choice* const recent = state.app.actions.find_choice("file.recent");
    ASSERT_NE(recent, nullptr);
    const std::vector<Choice::Option> options = recent->options();
    ASSERT_EQ(options.size(), 2U);
    EXPECT_EQ(options[0].label, "galaxy.csv");
    EXPECT_TRUE(state.app.actions.run(Command{"file.recent", options[1].value}));
    ASSERT_TRUE(state.app.requests.has<OpenFile>());
    EXPECT_EQ(state.app.requests.newest<OpenFile>()->file, "/data/other.orrery");
}

} // namespace
} // namespace orrery
