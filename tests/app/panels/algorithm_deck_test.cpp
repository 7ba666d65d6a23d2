// The deck has more cards than there is room for.

#include "app/panels/panels.hpp"
#include "sim/solver.hpp"
#include "tests/app/panels/panels_testing.hpp"

#include <gtest/gtest.h>
#include <imgui_internal.h>

namespace orrery {
namespace {

class AlgorithmDeck : public testing::Test {
protected:
    ImGuiWindow& shown(const char* algorithm) {
        state_.app.settings.algorithm = algorithm;
        for (int frame = 0; frame < 4; ++frame) {
            show();
        }
        return *ImGui::FindWindowByName("Algorithms");
    }
    void show() {
        imgui_.frame([&] {
            ImGui::SetNextWindowSize({320, 400});
            algorithm_deck_panel(state_.app);
        });
    }

    ScreenlessImGui imgui_{{1280, 720}, 1};
    PanelsState state_;
};

TEST_F(AlgorithmDeck, ShowsTheCardOfTheAlgorithmThatIsChosen) {
    const char* const first = solvers().front().info.id;
    const char* const last = solvers().back().info.id;
    const ImGuiWindow& deck = shown(last);
    ASSERT_GT(deck.ScrollMax.y, 200.0F) << "all of it nearly fits";
    EXPECT_GT(deck.Scroll.y, deck.ScrollMax.y - 60);
    shown(first);
    EXPECT_LT(deck.Scroll.y, 60.0F);
}

TEST_F(AlgorithmDeck, StaysWhereItWasScrolledTo) {
    ImGuiWindow& deck = shown(solvers().back().info.id);
    ImGui::SetScrollY(&deck, 100);
    for (int frame = 0; frame < 4; ++frame) {
        show();
    }
    EXPECT_FLOAT_EQ(deck.Scroll.y, 100);
}

} // namespace
} // namespace orrery
