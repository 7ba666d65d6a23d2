// Every setting by every way that keeps it or speaks of it: tours, copied states and command lines,
// undo, Ctrl+K.

#include "app/state/default_actions.hpp"
#include "app/state/spoken_command.hpp"
#include "app/state/undo_history.hpp"
#include "app/tour/tour_stage.hpp"
#include "app/window/state_sharing.hpp"
#include "sim/simulation/properties.hpp"
#include "sim/solver.hpp"
#include "tests/sim/simulation/sampled_settings.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

class EverySetting : public testing::Test {
protected:
    EverySetting() {
        add_default_actions(app_);
        app_.status.settings.source = "kepler"; // no limits of the system that is to be loaded
    }

    // Not offered on this machine: an algorithm of a GPU that is not there.
    static bool is_possible(const Settings& settings) {
        const SolverEntry& entry = find_solver(settings.algorithm);
        return entry.unavailable_with(settings.sharing).empty();
    }

    static Settings without_machine(Settings settings) {
        for (const Property& property : properties()) {
            if (property.of_machine) {
                property.take(settings, Settings{});
            }
        }
        return settings;
    }

    SimulationThread simulation_; // idle
    AppState app_{.simulation = simulation_, .settings = {}};
};

TEST_F(EverySetting, IsSetByTheCommandsOfARecordedStep) {
    for (const auto& [name, settings] : sampled_settings()) {
        if (!is_possible(settings)) {
            continue;
        }
        app_.settings = {};
        for (const Command& command : commands_between({}, app_.view, settings, app_.view)) {
            EXPECT_TRUE(app_.actions.run(command)) << command.id << " " << command.value;
        }
        EXPECT_EQ(app_.settings, without_machine(settings)) << name;
    }
}

TEST_F(EverySetting, IsSpokenByItsNameAndValue) {
    for (const auto& [name, settings] : sampled_settings()) {
        if (!is_possible(settings)) {
            continue;
        }
        app_.settings = {};
        for (const Command& command : commands_between({}, app_.view, settings, app_.view)) {
            const std::string words = words_of(app_.actions, command);
            EXPECT_EQ(spoken_command(app_.actions, words), command) << words;
        }
    }
}

TEST_F(EverySetting, IsKeptByACopiedState) {
    for (const auto& [name, settings] : sampled_settings()) {
        ShownState state;
        state.settings = settings;
        EXPECT_EQ(shown_state_from_word(shown_state_to_word(state), "here").settings, settings)
            << name;
    }
}

TEST_F(EverySetting, IsUndoneAndNamed) {
    for (const auto& [name, settings] : sampled_settings()) {
        UndoHistory undo;
        undo.observe({}, {});
        undo.observe(settings, {});
        if (undoable(settings) == undoable(Settings{})) {
            continue;
        }
        ASSERT_TRUE(undo.can_undo()) << name;
        EXPECT_EQ(undo.undo().settings, undoable(Settings{})) << name;
        EXPECT_EQ(undo.redo().settings, undoable(settings)) << name;
    }
}

TEST_F(EverySetting, IsSaidByACopiedCommandLine) {
    for (const auto& [name, settings] : sampled_settings()) {
        app_.status.settings = settings;
        app_.status.count = settings.bodies == 0 ? 4096 : settings.bodies;
        const std::string line = command_line_of(app_);
        for (const PropertyValue& change : changes_between({}, settings)) {
            if (change.id != "source" && change.id != "bodies") {
                EXPECT_NE(line.find(change.words), std::string::npos) << name << ": " << line;
            }
        }
    }
}

} // namespace
} // namespace orrery
