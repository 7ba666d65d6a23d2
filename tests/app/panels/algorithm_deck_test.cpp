// The deck has more cards than there is room for.

#include "app/panels/panels.hpp"
#include "sim/solver.hpp"
#include "tests/app/panels/panels_testing.hpp"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <stdexcept>
#include <string_view>

namespace orrery {
namespace {

// Algorithms that do not run are folded away.
std::string last_that_runs() {
    std::string last;
    for (const SolverEntry& entry : solvers()) {
        last = entry.unavailable().empty() ? entry.info.id : last;
    }
    return last;
}

class AlgorithmDeck : public testing::Test {
protected:
    ImGuiWindow& shown(const char* algorithm) {
        state_.app.settings.algorithm = algorithm;
        for (int frame = 0; frame < 4; ++frame) {
            show();
        }
        return list();
    }
    // The part of the panel that scrolls.
    static ImGuiWindow& list() {
        for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
            if (std::string_view(window->Name).starts_with("Algorithms/list")) {
                return *window;
            }
        }
        throw std::runtime_error("the deck has no list");
    }
    void show() {
        imgui_.frame([&] {
            ImGui::SetNextWindowSize({320, 200}); // too low for the fewest algorithms
            algorithm_deck_panel(state_.app);
        });
    }

    ScreenlessImGui imgui_{{1280, 720}, 1};
    PanelsState state_;
};

TEST_F(AlgorithmDeck, ShowsTheCardOfTheAlgorithmThatIsChosen) {
    const char* const first = solvers().front().info.id;
    const std::string last = last_that_runs();
    const ImGuiWindow& deck = shown(last.c_str());
    ASSERT_GT(deck.ScrollMax.y, 95.0F) << "all of it nearly fits";
    EXPECT_GT(deck.Scroll.y, deck.ScrollMax.y - 45);
    shown(first);
    EXPECT_LT(deck.Scroll.y, 45.0F);
}

TEST_F(AlgorithmDeck, StaysWhereItWasScrolledTo) {
    ImGuiWindow& deck = shown(last_that_runs().c_str());
    ImGui::SetScrollY(&deck, 100);
    for (int frame = 0; frame < 4; ++frame) {
        show();
    }
    EXPECT_FLOAT_EQ(deck.Scroll.y, 100);
}

} // namespace
} // namespace orrery
