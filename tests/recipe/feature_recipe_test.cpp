// The feature that CONTRIBUTING.md shows, with its line in the list.

#include "app/features/features.hpp"
#include "tests/app/panels/panels_testing.hpp"

#include <gtest/gtest.h>
#include <imgui_internal.h>

namespace orrery {
namespace {

TEST(FeatureRecipe, HasAnActionAndAPanelThatIsThereWhileItIsOn) {
    SimulationThread simulation;
    AppState app{.simulation = simulation, .settings = {}};
    declare_actions(app);
    const Features features({});
    Frame frame{app};
    frame.steps.resize(3);
    ScreenlessImGui screen({640, 480}, 1);
    const auto has_panel = [&] {
        features.all(&Feature::update, frame);
        screen.frame([&] { features.all(&Feature::panels, frame); });
        const ImGuiWindow* const window = ImGui::FindWindowByName("Step counter");
        return window != nullptr && window->Active;
    };
    EXPECT_FALSE(has_panel());
    ASSERT_TRUE(app.actions.run("view.step_count"));
    EXPECT_TRUE(app.actions.find("view.step_count").is_checked());
    EXPECT_TRUE(has_panel());
    app.actions.run(Command{"view.step_count", "off"});
    EXPECT_FALSE(has_panel());
}

} // namespace
} // namespace orrery
