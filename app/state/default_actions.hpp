#pragma once

#include "app/state/app_state.hpp"
#include "sim/simulation/properties.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace orrery {

// Registers everything that can be done in the window in app.actions. The actions keep a reference
// to `app`.
void add_default_actions(AppState& app);

// Whether Esc has something to close before anything else.
bool something_is_open(const View& view);

// Has the camera follow the body of that name or number, "core" or "nothing"; as soon as there are
// bodies.
void follow_by_name(AppState& app, const std::string& name);

// Where the body of that name or number is. Throws bad_input where there is none.
std::size_t body_called(const AppState& app, const std::string& name);

// Goes where `time T` wants, as soon as the system is there.
void go_to_wanted_time(AppState& app);

// Lights no bodies up any more.
void clear_brush(AppState& app);

// Something to do: `run` is a function of the app or of nothing, or what is asked for by
// app.requests. Tests of whether it can be done, and whether it is on, are told the Action.
template <class Run>
Action& add_action(AppState& app, std::string menu, std::string id, std::string label,
                   std::string tooltip, std::string shortcut, Run run) {
    const auto carry_out = [&app, run] {
        if constexpr (std::is_invocable_v<Run>) {
            run();
        } else if constexpr (std::is_invocable_v<Run, AppState&>) {
            run(app);
        } else {
            app.requests.add(run);
        }
    };
    return app.actions.add({.id = std::move(id),
                            .menu = std::move(menu),
                            .label = std::move(label),
                            .tooltip = std::move(tooltip),
                            .shortcut = std::move(shortcut),
                            .run = carry_out});
}
// A setting whose values no list can hold: `read` throws bad_input for words that are none, and
// `set` is given what it reads, behind the app or alone.
template <class Read, class Set>
Choice& add_value(AppState& app, const char* id, const char* kind, const char* example, Read read,
                  Set set) {
    const auto choose = [&app, read, set](const std::string& words) {
        if constexpr (std::is_invocable_v<Set, AppState&, decltype(read(words))>) {
            set(app, read(words));
        } else {
            set(read(words));
        }
    };
    return app.actions.add({.id = id,
                            .kind = kind,
                            .choose = choose,
                            .check = [read](const auto& words) { static_cast<void>(read(words)); },
                            .example = example});
}

// Something that is on or off.
Action& add_toggle(AppState& app, const char* menu, const char* id, const char* label,
                   const char* tooltip, const char* shortcut, bool& value,
                   std::optional<Needed> needed = {});
// The same of a flag of the look, by its id.
void add_look_toggle(AppState& app, std::string_view id, std::optional<Needed> needed = {});

// For what waits until the system is there.
Needed loaded(const AppState& app);

// Its parts, by what they act on.
void add_simulation_actions(AppState& app);
void add_race_actions(AppState& app);
void add_time_actions(AppState& app);
void add_camera_actions(AppState& app);
void add_view_actions(AppState& app);
void add_stage_actions(AppState& app); // and those of tours
void add_property_choices(AppState& app);
// "simulation.time_step", "view.sprite": the command that sets it.
std::string command_of(const PropertyFacts& property);

} // namespace orrery
