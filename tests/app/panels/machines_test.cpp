// Every row of every panel, on machines that are made up: with one, two and eight GPUs, and with
// one that refuses. What a row shows is large enough to be seen and within its panel, and a click
// on it does something or says why not.

#include "app/plot/plot.hpp"
#include "tests/app/panels/made_up_algorithms.hpp"
#include "tests/app/panels/widgets_testing.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace orrery {
namespace {

constexpr std::array panels{"Algorithms", "Simulation", "View",    "Timings",
                            "Trust",      "Machine",    "Accuracy"};

struct Machine {
    const char* name;
    std::size_t gpus;
    const char* refuses = ""; // why none of them computes
    Extent window{1920, 1080};
};

void PrintTo(const Machine& machine, std::ostream* out) { // NOLINT(readability-identifier-naming)
    *out << machine.name;
}

class Machines : public Widgets, public testing::WithParamInterface<Machine> {
protected:
    Machines() : Widgets(GetParam().window) {
        pretend_that_gpus(GetParam().refuses);
        let_time_fly();
        count_actions();
        for (std::size_t gpu = 0; gpu < GetParam().gpus; ++gpu) {
            app_.gpus.push_back({.index = static_cast<int>(gpu), .name = "NVIDIA H200 NVL 141 GB"});
        }
        for (const SolverEntry& solver : solvers()) {
            add_steps(app_.history, solver.info.id, 1, 9, 1.27, 1.94e12);
        }
    }

    void use(const char* algorithm) {
        app_.settings.algorithm = app_.status.settings.algorithm = algorithm;
    }

    // The windows that a panel consists of: itself, and what scrolls in it. First what is set of
    // the algorithm that runs: a click on another one takes that away.
    static std::vector<ImGuiWindow*> parts_of(const char* panel) {
        std::vector<ImGuiWindow*> parts;
        ImGuiWindow* const window = ImGui::FindWindowByName(panel);
        for (ImGuiWindow* other : ImGui::GetCurrentContext()->Windows) {
            if (other->Active && !other->Hidden &&
                ImGui::IsWindowChildOf(other, window, false, false)) {
                const bool first =
                    std::string_view(other->Name).find("/chosen") != std::string::npos;
                parts.insert(first ? parts.begin() : parts.end(), other);
            }
        }
        return parts;
    }

    static std::vector<ImGuiTestItemInfo> items_of(Hand hand, const char* panel) {
        hand.WindowFocus(("//" + std::string(panel)).c_str());
        hand.Yield(3);
        std::vector<ImGuiTestItemInfo> all;
        std::set<ImGuiID> seen;
        for (ImGuiWindow* const part : parts_of(panel)) {
            ImGuiTestItemList list;
            hand.GatherItems(&list, part->ID);
            for (const ImGuiTestItemInfo& item : list) {
                if (item.Window == part && item.ID != 0 && seen.insert(item.ID).second) {
                    all.push_back(item);
                }
            }
        }
        return all;
    }

    static void expect_seen(const ImGuiTestItemInfo& item, const char* panel) {
        constexpr float least = 8; // pixels
        const ImGuiWindow& in = *item.Window;
        const ImRect& place = item.RectFull;
        const std::string name = std::string(panel) + ": " + item.DebugLabel;
        EXPECT_GE(place.GetWidth(), least) << name;
        EXPECT_GE(place.GetHeight(), least) << name;
        EXPECT_GE(place.Min.x, in.Pos.x - 1) << name;
        EXPECT_LE(place.Max.x, in.Pos.x + in.Size.x + 1) << name;
        // Down there it can be scrolled to.
        EXPECT_LE(place.Max.y + in.Scroll.y, in.Pos.y + in.Size.y + in.ScrollMax.y + 1) << name;
    }

    // Some actions are told to the simulation alone, which computes nothing here.
    void count_actions() {
        Actions counted;
        for (Action action : app_.actions.all()) {
            action.run = [this, run = std::move(action.run)] {
                ++actions_run_;
                run();
            };
            counted.add(std::move(action));
        }
        for (const Choice& choice : app_.actions.choices()) {
            counted.add(choice);
        }
        app_.actions = std::move(counted);
    }

    // All that a click may change: what the program is told, and what is drawn.
    std::string all_that_is() const {
        std::string bytes(reinterpret_cast<const char*>(&app_), sizeof app_); // NOLINT
        const ImGuiContext& ui = *ImGui::GetCurrentContext();
        for (const std::size_t number : {static_cast<std::size_t>(actions_run_),
                                         static_cast<std::size_t>(ui.OpenPopupStack.Size),
                                         static_cast<std::size_t>(ui.ActiveId), drawn_}) {
            bytes += std::to_string(number) + " ";
        }
        return bytes;
    }

    // Whether a click on the item, at a share of its width, does something, or its tooltip says why
    // it does not. Items that take no clicks, such as plots, need not.
    bool answers(Hand hand, const char* panel, const ImGuiTestItemInfo& item, float at) {
        constexpr int still = 7; // frames, in which animations come to rest and tooltips appear
        hand.MouseMove(item.ID, ImGuiTestOpFlags_NoCheckHoveredId);
        const ImGuiTestItemInfo now = hand.ItemInfo(item.ID);
        const ImRect place = now.RectClipped;
        hand.MouseMoveToPos({place.Min.x + at * place.GetWidth(), place.GetCenter().y});
        hand.Yield(still);
        const ImGuiContext& ui = *ImGui::GetCurrentContext();
        if ((now.ItemFlags & ImGuiItemFlags_Disabled) != 0) {
            return std::any_of(ui.Windows.begin(), ui.Windows.end(), [](const ImGuiWindow* window) {
                return window->Active && (window->Flags & ImGuiWindowFlags_Tooltip) != 0;
            });
        }
        if (ui.HoveredIdPreviousFrame != item.ID) {
            return true;
        }
        const std::string before = all_that_is();
        hand.MouseClick();
        hand.Yield(3);
        const bool changed = all_that_is() != before;
        if (ui.OpenPopupStack.Size > 0 || ui.ActiveId != 0) { // lists and fields; else it ends more
            hand.KeyPress(ImGuiKey_Escape);
            hand.Yield();
        }
        hand.WindowFocus(("//" + std::string(panel)).c_str());
        return changed;
    }

private:
    int actions_run_ = 0;
};

TEST_P(Machines, ShowEachRowOfEachPanelWhicheverAlgorithmIsChosen) {
    for (const SolverEntry& solver : solvers()) {
        if (!solver.unavailable().empty()) {
            continue;
        }
        use(solver.info.id);
        for (const Sharing sharing : {Sharing::none, Sharing::peer}) {
            app_.settings.sharing = sharing;
            by_hand([&](Hand hand) {
                for (const ImGuiTestItemInfo& item : items_of(hand, "Algorithms")) {
                    expect_seen(item, solver.info.id);
                }
            });
        }
    }
    for (const char* const panel : panels) {
        by_hand([&](Hand hand) {
            const std::vector<ImGuiTestItemInfo> items = items_of(hand, panel);
            for (const ImGuiTestItemInfo& item : items) {
                expect_seen(item, panel);
            }
        });
    }
}

TEST_P(Machines, AnswerEachClickOnEachRow) {
    const bool computes = find_solver("gpu.tree").unavailable().empty();
    for (const char* const panel : panels) {
        use(computes ? "gpu.tree" : "cpu.tree");
        by_hand([&](Hand hand) {
            // A choice that is already set answers only after another one: so there and back again.
            std::vector<ImGuiTestItemInfo> items = items_of(hand, panel);
            std::map<ImGuiID, std::string> silent;
            for (const ImGuiTestItemInfo& item : items) {
                silent[item.ID] = item.DebugLabel;
            }
            for (const float at : {0.3F, 0.6F}) {
                for (const ImGuiTestItemInfo& item : items) {
                    if (!hand.ItemExists(item.ID) || answers(hand, panel, item, at)) {
                        silent.erase(item.ID);
                    }
                }
                std::reverse(items.begin(), items.end());
            }
            for (const auto& [id, label] : silent) {
                ADD_FAILURE() << panel << ": a click on " << label << " does nothing";
            }
        });
    }
}

TEST_P(Machines, HaveTheRunningAlgorithmInViewAfterEachSwitch) {
    for (int switched = 0; switched < 30; ++switched) {
        by_hand([](Hand hand) {
            hand.KeyPress(ImGuiKey_A);
            hand.Yield(4);
        });
        use(std::string(app_.settings.algorithm).c_str());
        const ImGuiWindow& list = **std::find_if(
            ImGui::GetCurrentContext()->Windows.begin(), ImGui::GetCurrentContext()->Windows.end(),
            [](const ImGuiWindow* window) {
                return std::string_view(window->Name).starts_with("Algorithms/list");
            });
        by_hand([&](Hand hand) {
            hand.SetRef(list.ID);
            const ImGuiTestItemInfo row =
                hand.ItemInfo((app_.settings.algorithm + "/##card").c_str());
            EXPECT_GE(row.RectFull.Min.y, list.InnerRect.Min.y - 1) << app_.settings.algorithm;
            EXPECT_LE(row.RectFull.Max.y, list.InnerRect.Max.y + 1) << app_.settings.algorithm;
        });
    }
}

INSTANTIATE_TEST_SUITE_P(
    Of, Machines,
    testing::Values(Machine{"OneGpu", 1}, Machine{"TwoGpus", 2}, Machine{"EightGpus", 8},
                    Machine{"TwoGpusInASmallWindow", 2, "", {1280, 720}},
                    Machine{"AGpuThatRefuses", 0,
                            "the NVIDIA driver is older than CUDA 13.0, which this build needs"}),
    [](const auto& instance) { return instance.param.name; });

// The whole ladder at once: what a GPU machine is bought for.
TEST(Ladder, IsSeenAsAWholeOnAMachineWithGpus) {
    pretend_that_gpus("");
    for (const Extent size : {Extent{1280, 720}, Extent{1920, 1080}, Extent{3840, 2160}}) {
        ScreenlessImGui screen(size, size.height > 2000 ? 2 : 1);
        PanelsState state;
        state.app.gpus = {{.index = 0, .name = "NVIDIA H200"}, {.index = 1, .name = "NVIDIA H200"}};
        state.app.settings.algorithm = state.app.status.settings.algorithm = "gpu.fmm";
        for (int frame = 0; frame < 8; ++frame) {
            screen.frame([&] {
                status_line(state.app);
                lay_out(size, size.height > 2000 ? 2 : 1, state.app);
                simulation_panel(state.app);
                algorithm_deck_panel(state.app);
                view_panel(state.app);
                timings_panel(state.app);
            });
        }
        for (const ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows) {
            if (std::string_view(window->Name).starts_with("Algorithms/list")) {
                EXPECT_LE(window->ScrollMax.y, 0) << size.width << " x " << size.height;
            }
        }
    }
}

} // namespace
} // namespace orrery
