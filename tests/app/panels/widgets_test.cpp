// Every widget does what it says: driven by the Dear ImGui Test Engine, which moves the mouse and
// presses keys as a person would, on the panels as they are laid out in a window.

#include "app/state/actions.hpp"
#include "app/state/measurement_status.hpp"
#include "app/state/window_requests.hpp"
#include "sim/base/error.hpp"
#include "sim/integrator.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "tests/app/panels/widgets_testing.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <regex>
#include <string>
#include <vector>

namespace orrery {
namespace {

std::string item(const char* panel, const std::string& path) {
    return "//" + std::string(panel) + "/" + path;
}

// A card in the list, which scrolls by itself.
void click_card(ImGuiTestContext& hand, const std::string& id) {
    hand.SetRef(hand.WindowInfo("//Algorithms/list").ID);
    hand.ItemClick((id + "/##card").c_str());
}

TEST_F(Widgets, ChooseEachAlgorithmThatRunsHereByItsCard) {
    for (const SolverEntry& entry : solvers()) {
        if (!entry.unavailable().empty()) {
            continue;
        }
        by_hand([&](Hand hand) { click_card(hand, entry.info.id); });
        EXPECT_EQ(app_.settings.algorithm, entry.info.id);
    }
}

TEST_F(Widgets, LeaveCardsInTheirPlacesWhicheverIsChosen) {
    std::vector<float> places; // in the list, wherever it is scrolled to
    by_hand([&](Hand hand) {
        for (const char* chosen : {"cpu.aos", "cpu.simd"}) {
            click_card(hand, chosen);
            hand.Yield(3);
            const ImGuiTestItemInfo card = hand.ItemInfo("cpu.simd_threads/##card");
            places.push_back(card.RectFull.Min.y + card.Window->Scroll.y);
        }
    });
    EXPECT_EQ(places.front(), places.back());
}

TEST_F(Widgets, FoldWhatCannotRunHereIntoALineForEachReason) {
    const auto& list = solvers();
    const auto unavailable = std::find_if(list.begin(), list.end(), [](const SolverEntry& entry) {
        return !entry.unavailable().empty();
    });
    if (unavailable == list.end()) {
        GTEST_SKIP() << "every algorithm runs on this machine";
    }
    const std::string card = std::string(unavailable->info.id) + "/##card";
    by_hand([&](Hand hand) {
        hand.SetRef(hand.WindowInfo("//Algorithms/list").ID);
        EXPECT_FALSE(hand.ItemExists(card.c_str()));
        hand.ItemClick(("###" + unavailable->unavailable()).c_str());
        hand.Yield(2);
        EXPECT_TRUE(hand.ItemExists(card.c_str()));
    });
}

TEST_F(Widgets, RefuseATimeStepThatMakesNoSenseAndSayWhy) {
    app_.settings.time_step.reset();
    app_.toasts.clear();
    by_hand([&](Hand hand) {
        hand.ItemClick(item("Simulation", "Time step/value/##typed").c_str());
        hand.KeyCharsReplaceEnter("1e9");
    });
    EXPECT_FALSE(app_.settings.time_step);
    ASSERT_EQ(app_.toasts.size(), 1U);
    EXPECT_NE(app_.toasts.front().text.find("time step"), std::string::npos);
}

TEST_F(Widgets, TakeNumbersThatAreTyped) {
    const struct {
        const char* panel;
        const char* path;
        const char* typed;
        std::function<double(const AppState&)> value;
        double expected;
    } cases[] = {
        {"Simulation", "Time step/value/##typed", "1/64",
         [](const AppState& app) { return app.settings.time_step.value_or(0); }, 1.0 / 64},
        {"Simulation", "Softening/value/##typed", "0.125",
         [](const AppState& app) { return app.settings.softening.value_or(-1); }, 0.125},
        {"Simulation", "pace/##typed", "10",
         [](const AppState& app) { return app.settings.steps_per_second; }, 10},
        {"View", "size/##typed", "2.5",
         [](const AppState& app) { return double{app.view.style.size}; }, 2.5},
        {"View", "exposure/##typed", "-1.5",
         [](const AppState& app) { return double{app.view.style.exposure}; }, -1.5},
    };
    for (const auto& [panel, path, typed, value, expected] : cases) {
        by_hand([&](Hand hand) {
            hand.ItemClick(item(panel, path).c_str());
            hand.KeyCharsReplaceEnter(typed);
        });
        EXPECT_DOUBLE_EQ(value(app_), expected) << path;
    }
}

TEST_F(Widgets, KeepTheirNumberWhereWordsAreTypedAndSayWhy) {
    const float before = app_.view.style.size;
    app_.toasts.clear();
    by_hand([&](Hand hand) {
        hand.ItemClick(item("View", "size/##typed").c_str());
        hand.KeyCharsReplaceEnter("large");
    });
    EXPECT_EQ(app_.view.style.size, before);
    ASSERT_EQ(app_.toasts.size(), 1U);
    EXPECT_TRUE(app_.toasts.front().is_error);
}

TEST_F(Widgets, ChooseEachIntegratorAndScene) {
    for (const Integrator& integrator : integrators()) {
        if (integrator.needs_expansion) {
            continue; // for scenes that expand, which this one does not
        }
        by_hand([&](Hand hand) {
            hand.ItemClick(item("Simulation", "##integrator").c_str());
            hand.ItemClick(("//$FOCUSED/" + std::string(integrator.title)).c_str());
        });
        EXPECT_EQ(app_.settings.integrator, integrator.id);
    }
    for (const Scene& scene : scenes()) {
        by_hand([&](Hand hand) {
            hand.ItemClick(item("Simulation", "##scene").c_str());
            hand.ItemClick(("//$FOCUSED/" + std::string(scene.title)).c_str());
        });
        EXPECT_EQ(app_.settings.source, scene.id);
    }
}

TEST_F(Widgets, TurnWhatIsShownOnAndOff) {
    const struct {
        const char* path;
        std::function<bool(const View&)> value;
    } toggles[] = {
        {"##view.bloom", [](const View& view) { return view.style.bloom; }},
        {"##view.legend", [](const View& view) { return view.show_legend; }},
        {"##view.labels", [](const View& view) { return view.show_labels; }},
    };
    for (const auto& [path, value] : toggles) {
        const bool before = value(app_.view);
        by_hand([&](Hand hand) { hand.ItemClick(item("View", path).c_str()); });
        EXPECT_NE(value(app_.view), before) << path;
        by_hand([&](Hand hand) { hand.ItemClick(item("View", path).c_str()); });
        EXPECT_EQ(value(app_.view), before) << path;
    }
}

TEST_F(Widgets, FindAnAlgorithmByTypingSomeOfItsName) {
    app_.settings.algorithm = "cpu.aos";
    by_hand([](Hand hand) {
        hand.KeyPress(ImGuiMod_Ctrl | ImGuiKey_K);
        hand.KeyChars("symmetric");
        hand.Yield(2);
        hand.KeyPress(ImGuiKey_Enter);
    });
    EXPECT_EQ(app_.settings.algorithm, "cpu.symmetric");
    EXPECT_FALSE(app_.view.show_palette);
}

TEST_F(Widgets, OfferToMeasureBeforeAnythingIsKnownOfTheMachine) {
    app_.peaks.reset();
    ASSERT_FALSE(app_.requests.has<MeasureMachine>());
    by_hand([&](Hand hand) {
        hand.WindowFocus("//Machine");
        hand.Yield(2);
        hand.ItemClick(item("Machine", "Measure##simulation.measure").c_str());
    });
    EXPECT_TRUE(app_.requests.has<MeasureMachine>());
}

TEST_F(Widgets, HaveAMenuItemForEveryActionThatRunsIt) {
    for (const Action& action :
         std::vector<Action>(app_.actions.all().begin(), app_.actions.all().end())) {
        if (!action.is_enabled() || action.id == "view.panels") {
            continue; // what is grey, and what takes the panels away
        }
        const bool toggles = static_cast<bool>(action.checked);
        const bool before = action.is_checked();
        by_hand([&](Hand hand) {
            const std::string series = series_of(action);
            const std::string submenu = series.empty() ? "" : series + "/";
            // A slash in a label is none of the path.
            const std::string label = std::regex_replace(action.label, std::regex("/"), "\\/");
            hand.MenuClick(("//##MainMenuBar/" + action.menu + "/" + submenu + label).c_str());
        });
        const bool asks_the_window =
            action.id == "view.fullscreen" || action.id == "simulation.measure" ||
            action.id == "simulation.lessons" || action.id == "simulation.scaling" ||
            action.id == "file.record" || action.id == "speaker.window";
        if (toggles && !asks_the_window) {
            EXPECT_NE(action.is_checked(), before) << action.id;
        }
        app_.view.show_help = app_.view.show_palette = false;
    }
    EXPECT_TRUE(app_.requests.has<ToggleFullscreen>());
    EXPECT_TRUE(app_.requests.has<ToggleSpeaker>());
    EXPECT_TRUE(app_.requests.has<ChooseFile>());
    EXPECT_TRUE(app_.requests.has<MeasureMachine>());
    EXPECT_TRUE(app_.requests.has<ToggleRecording>());
    EXPECT_TRUE(app_.requests.has<Quit>());
}

// Whatever is clicked, in any order: what the panels ask for can be computed.
TEST_F(Widgets, AskForNothingThatCannotBeComputed) {
    for (const char* panel : {"Simulation", "Algorithms", "View", "Timings", "Trust", "Machine"}) {
        std::size_t clicked = 0;
        by_hand([&](Hand hand) {
            ImGuiTestItemList items;
            hand.WindowFocus(("//" + std::string(panel)).c_str());
            hand.GatherItems(&items, ("//" + std::string(panel)).c_str());
            for (const ImGuiTestItemInfo& found : items) {
                hand.SetRef(("//" + std::string(panel)).c_str());
                if (hand.ItemExists(found.ID)) {
                    hand.ItemClick(found.ID, 0, ImGuiTestOpFlags_NoCheckHoveredId);
                    hand.KeyPress(ImGuiKey_Escape);
                    ++clicked;
                }
            }
        });
        EXPECT_GT(clicked, 0U) << panel;
        try {
            checked(app_.settings, {.gravity = 1, .time_step = 0.01, .softening = 0.1});
        } catch (const Error& error) {
            ADD_FAILURE() << panel << ": " << error.what();
        }
        EXPECT_NO_THROW(find_scene(app_.settings.source)) << panel;
    }
}

} // namespace
} // namespace orrery
