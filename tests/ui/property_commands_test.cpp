// Every setting by every way that keeps it or speaks of it: tours, copied states and command lines,
// undo, Ctrl+K.

#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/commands/system_arguments.hpp"
#include "app/features/sharing/sharing.hpp"
#include "app/features/tour/tour_stage.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/undo_history.hpp"
#include "app/window/state_report.hpp"
#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/properties.hpp"
#include "sim/solver.hpp"
#include "tests/sim/simulation/sampled_settings.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <string>

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

TEST_F(EverySetting, IsInAReportAndRepeatedByAgain) {
    ChosenSystem system;
    system.system = make_scene(find_scene("kepler"), 2, 1);
    for (const auto& [name, settings] : sampled_settings()) {
        system.chosen.settings = settings;
        nlohmann::ordered_json report{{"asked", {{"steps", 1}}}, {"interrupted", true}};
        try {
            report["provenance"] = provenance(system);
        } catch (const Error&) {
            continue; // not with this system, or not here
        }
        const Settings again = repeated_run(report, "report.json").saved.settings;
        for (const Property& property : properties()) {
            const std::string said = property.words(settings);
            if (property.in_report && said != property.unset) {
                EXPECT_EQ(property.words(again), said) << name;
            }
        }
        EXPECT_EQ(options_json(again), options_json(settings)) << name;
    }
}

TEST_F(EverySetting, IsTakenFromTheCommandLine) {
    for (const auto& [name, settings] : sampled_settings()) {
        for (const Property& property : properties()) {
            const std::string words = property.words(settings);
            if (*property.flag == '\0' || words == property.words(Settings{})) {
                continue;
            }
            Parser parser;
            SystemArguments arguments;
            add_source_arguments(parser, arguments, "plummer");
            add_force_arguments(parser, arguments, UnnamedAlgorithm::direct_sum);
            add_motion_arguments(parser, arguments);
            EXPECT_EQ(parser.parse({property.flag, words}).mistake, "") << name;
            ASSERT_EQ(arguments.typed.size(), 1U) << name;
            EXPECT_EQ(arguments.typed.front().key, property.id);
            Settings typed;
            property.member.set(typed, arguments.typed.front().value);
            EXPECT_EQ(property.words(typed), words) << name;
        }
    }
}

TEST_F(EverySetting, IsToldByTheStateOfTheWindow) {
    for (const auto& [name, settings] : sampled_settings()) {
        app_.settings = settings;
        const auto told = nlohmann::json::parse(state_json(app_, {})).at("wanted");
        for (const Property& property : properties()) {
            EXPECT_TRUE(told.contains(property.id)) << property.id;
        }
        EXPECT_EQ(told.at("seed"), settings.seed) << name;
        EXPECT_EQ(told.at("steps_per_second"), settings.steps_per_second) << name;
    }
}

} // namespace
} // namespace orrery
