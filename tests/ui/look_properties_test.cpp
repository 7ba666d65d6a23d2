// Every field of Look by every way that keeps it or speaks of it: sessions, tours, copied states
// and command lines, undo, Ctrl+K, --state-json.

#include "app/features/sharing/sharing.hpp"
#include "app/features/tour/tour_stage.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/look.hpp"
#include "app/state/shown_state.hpp"
#include "app/state/undo_history.hpp"
#include "app/window/state_report.hpp"
#include "sim/simulation/properties.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace orrery {
namespace {

// Looks that differ from the first one in one value: both ends of each range, and each choice.
std::vector<std::pair<std::string, Look>> sampled_looks() {
    std::vector<std::pair<std::string, Look>> all;
    for (const LookProperty& property : look_properties()) {
        const std::string id = property.id;
        for (const std::string& words : property.samples()) {
            Look look;
            look.automatic_range = id != "lowest" && id != "highest"; // which follow the bodies
            if (id == "brush") {
                choose_plot(look.plot, "density profile");
            }
            property.read(look, words);
            all.emplace_back(id + " " + words, look);
        }
    }
    return all;
}

class EveryLook : public testing::Test {
protected:
    EveryLook() { add_default_actions(app_); }

    std::vector<Command> commands_to(const Look& look) {
        return commands_between(app_.settings, {}, app_.settings, look);
    }

    SimulationThread simulation_; // idle
    AppState app_{.simulation = simulation_, .settings = {}};
};

// Does not compile once there is another field: give it a row in look_properties.cpp, and a name
// here.
TEST_F(EveryLook, HasARowForEachOfItsFields) {
    const Look look;
    const auto& [style, scalar, automatic_range, layer, theme, reference, scene_looks, show_dark,
                 show_trails, trail_length, show_orbits, show_path_ahead, show_velocities,
                 show_grid, show_axes, show_box, show_neighbours, physical_view, line_glow,
                 fade_lines, stars, race_overlay, show_scale_bar, show_labels, show_chart,
                 chart_corner, chart_growth, logarithmic_chart, stage_number, show_code,
                 show_kernel, show_legend, tree, density, haloes, plot, keep_frame_rate, web_flight,
                 rotation, drift, keep_in_frame, turn_with_orbit, travel_speed, turn_speed,
                 reduced_motion, camera, stored_views, keyframes] = look;
    constexpr std::size_t plain = 48 - 5 - 3; // poses of the camera are tables of their own
    const auto& [sprite, size, brightness, exposure, bloom, bloom_strength, hole_size, hole_disk,
                 dust, colour_by, low, high, logarithmic, slab, contrast, colour_map, box, lights] =
        style;
    constexpr std::size_t of_style = 18 - 2; // box and lights are the scene's
    const auto& [boxes, levels, walk, cut] = tree;
    const auto& [from, to] = levels;
    constexpr std::size_t of_tree = 5;
    const auto& [width, error, slice] = density;
    constexpr std::size_t of_density = 3;
    const auto& [rings, named, linking] = haloes;
    constexpr std::size_t of_haloes = 3;
    const auto& [kind, quantity, component, logarithmic_plot, large, brush] = plot;
    constexpr std::size_t of_plot = 6 - 1; // what is shown is one choice
    for (const void* const used :
         {static_cast<const void*>(&sprite), static_cast<const void*>(&from),
          static_cast<const void*>(&width), static_cast<const void*>(&rings),
          static_cast<const void*>(&kind)}) {
        EXPECT_NE(used, nullptr);
    }
    constexpr std::size_t in_two_ways = 1; // the colouring, which is two fields
    EXPECT_EQ(look_properties().size(),
              plain + of_style + of_tree + of_density + of_haloes + of_plot + in_two_ways);
}

TEST_F(EveryLook, HasNamesOfItsOwn) {
    std::set<std::string> titles;
    for (const Property& property : properties()) {
        titles.insert(property.title);
    }
    for (const LookProperty& property : look_properties()) {
        EXPECT_EQ(find_look_property(property.id), &property);
        EXPECT_TRUE(*property.title == '\0' || titles.insert(property.title).second)
            << property.title;
    }
}

TEST_F(EveryLook, GoesThroughSessionsAndCopiedStates) {
    for (const auto& [name, look] : sampled_looks()) {
        EXPECT_EQ(look_from_toml(look_to_toml(look), "some.orrery"), look) << name;
        ShownState state;
        state.look = look;
        EXPECT_EQ(shown_state_from_word(shown_state_to_word(state), "here").look, look) << name;
    }
}

TEST_F(EveryLook, IsSetByTheCommandsOfARecordedStep) {
    for (const auto& [name, look] : sampled_looks()) {
        static_cast<Look&>(app_.view) = {};
        for (const Command& command : commands_to(look)) {
            EXPECT_TRUE(app_.actions.run(command)) << command.id << " " << command.value;
        }
        Look expected = look;
        for (const LookProperty& property : look_properties()) {
            if (property.of_machine) {
                property.take(expected, Look{});
            }
        }
        EXPECT_EQ(static_cast<const Look&>(app_.view), expected) << name;
    }
}

TEST_F(EveryLook, IsSpokenByItsNameAndValue) {
    for (const LookProperty& property : look_properties()) {
        for (const std::string& words : property.samples()) {
            if (*property.title == '\0') {
                continue; // said by its parts
            }
            const Command command{command_of(property), words};
            EXPECT_EQ(spoken_command(app_.actions, words_of(app_.actions, command)), command);
            EXPECT_EQ(spoken_command(app_.actions, property.title + (" " + words)), command);
        }
    }
}

TEST_F(EveryLook, IsSaidByACopiedCommandLine) {
    for (const auto& [name, look] : sampled_looks()) {
        static_cast<Look&>(app_.view) = look;
        const std::string line = command_line_of(app_);
        for (const Command& command : commands_to(look)) {
            EXPECT_NE(line.find(words_of(app_.actions, command)), std::string::npos)
                << name << ": " << line;
        }
    }
}

TEST_F(EveryLook, IsToldByTheStateOfTheWindow) {
    for (const auto& [name, look] : sampled_looks()) {
        static_cast<Look&>(app_.view) = look;
        const auto told = nlohmann::json::parse(state_json(app_, {})).at("look");
        EXPECT_EQ(look_from_toml(told.get<std::string>(), "some.orrery"), look) << name;
    }
}

TEST_F(EveryLook, IsUndoneAndNamed) {
    for (const auto& [name, look] : sampled_looks()) {
        UndoHistory undo;
        undo.observe({}, {});
        undo.observe({}, look);
        if (undoable(look) == undoable(Look{})) {
            continue;
        }
        ASSERT_TRUE(undo.can_undo()) << name;
        EXPECT_NE(undo.undo_words(), "") << name;
        EXPECT_EQ(undo.undo().look, undoable(Look{})) << name;
        EXPECT_EQ(undo.redo().look, undoable(look)) << name;
    }
}

} // namespace
} // namespace orrery
