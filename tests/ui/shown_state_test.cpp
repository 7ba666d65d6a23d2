// The account of what was shown in a picture or a copied word, and the way back from it.

#include "app/state/shown_state.hpp"

#include "app/features/sharing/sharing.hpp"
#include "app/state/default_actions.hpp"
#include "sim/base/error.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

ShownState some_state() {
    ShownState state;
    state.settings.source = "plummer";
    state.settings.bodies = 4096;
    state.settings.seed = 7;
    state.settings.algorithm = "cpu.tree";
    state.settings.time_step = 1.0 / 64;
    state.settings.solver_options["cpu.tree"]["error"] = 1e-3;
    state.look.style.exposure = 1.5F;
    state.look.layer = Layer::stage;
    state.look.camera = pose_from_angles({1, 2, 3}, 4, 30, 20);
    state.time = 12.25;
    state.edits = {{0.5, 0, "add body 0.1 at 1,2,3 velocity 0,0,0"},
                   {3, 0, "delete body thrown 1"}};
    return state;
}

TEST(ShownState, ComesBackFromItsWords) {
    const ShownState state = some_state();
    EXPECT_EQ(shown_state_from_toml(shown_state_to_toml(state), "a.png"), state);
    const std::string word = shown_state_to_word(state);
    EXPECT_EQ(shown_state_from_word("  " + word + "\n", "here"), state);
    EXPECT_LT(word.size(), 1700U) << word;
    EXPECT_EQ(word.find_first_of(" '\"$\\"), std::string::npos) << "a shell takes it as it is";
}

TEST(ShownState, IsRefusedWhereAWordIsNotAllOfOne) {
    const std::string word = shown_state_to_word(some_state());
    for (const std::string& bad :
         {std::string(), std::string("hello"), word.substr(1), word.substr(0, word.size() / 2),
          std::string("orrery:"), std::string("orrery:AAAA"), word + "!"}) {
        EXPECT_THROW(shown_state_from_word(bad, "here"), Error) << bad;
    }
}

TEST(ShownState, IsToldAsACommandLine) {
    SimulationThread idle;
    AppState app{.simulation = idle, .settings = {}};
    add_default_actions(app);
    app.status.settings = some_state().settings;
    app.status.count = 4096;
    static_cast<Look&>(app.view) = some_state().look;
    EXPECT_EQ(command_line_of(app),
              "orrery plummer --bodies 4096 --seed 7 --algorithm cpu.tree --dt 0.015625 --do "
              "'exposure 1.5' --do 'layer stage'");
    app.status.settings = {};
    app.status.settings.source = "galaxy_collision";
    app.status.settings.steps_per_second = 5; // its own
    EXPECT_EQ(command_line_of(app).find("pace"), std::string::npos);
    app.status.settings.steps_per_second = 60;
    EXPECT_NE(command_line_of(app).find("pace 60"), std::string::npos);
}

} // namespace
} // namespace orrery
