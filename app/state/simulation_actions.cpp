#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/measurement_status.hpp"
#include "app/state/measuring_requests.hpp"
#include "app/state/race_requests.hpp"
#include "app/state/scaling.hpp"
#include "app/state/scene_look.hpp"
#include "app/state/source_choice.hpp"
#include "sim/scene.hpp"

#include <algorithm>

namespace orrery {

namespace {

constexpr const char* fixed_count = tr_noop("This scene has a fixed number of bodies");

std::size_t wanted_bodies(const AppState& app) {
    return app.settings.bodies != 0 ? app.settings.bodies : app.status.count;
}

void set_bodies(AppState& app, std::size_t count) {
    app.settings.bodies = std::clamp(count, min_bodies, max_shown_bodies);
    app.announce("bodies", tr_format("{} bodies", with_thousands(app.settings.bodies)));
}

void go_to_scene(AppState& app, int steps) {
    choose_scene(app, neighbouring_scene(app.settings.source, steps));
    app.announce("scene", find_scene(app.settings.source).title);
}

void go_to_algorithm(AppState& app, int steps) {
    app.settings.algorithm = neighbouring_algorithm(app.settings, steps);
    const SolverInfo& info = find_solver(app.settings.algorithm).info;
    app.announce("algorithm", std::string(info.id) + "  " + tr(info.title));
}

// Settings that differ from those sent are sent, and resume the simulation.
void fall_back(AppState& app) {
    app.settings.algorithm = fallback_algorithm;
    app.settings.running = true;
    app.simulation.dismiss_error();
}

void step_once(AppState& app, bool backwards) {
    app.simulation.step_once(backwards);
    app.requests.add(StepRivals{backwards});
}

void reset(AppState& app) {
    if (app.race.under_way) {
        app.requests.add(ResetRace{});
    } else {
        app.simulation.reset();
    }
}

void add_clock_actions(AppState& app) {
    const auto loaded = [&app] { return app.status.loaded; };
    app.actions.add({.id = "simulation.pause",
                     .menu = "Simulation",
                     .label = "Pause or play",
                     .tooltip = "Pauses the simulation, or resumes it",
                     .shortcut = "Space",
                     .run = [&app] { app.settings.running = !app.settings.running; },
                     .checked = [&app] { return !app.settings.running; }});
    app.actions.add({.id = "simulation.step",
                     .menu = "Simulation",
                     .label = "One step forward",
                     .tooltip = "Takes a single step forwards in time",
                     .shortcut = ".",
                     .run = [&app] { step_once(app, false); },
                     .enabled = loaded,
                     .needs = still_loading});
    app.actions.add({.id = "simulation.step_back",
                     .menu = "Simulation",
                     .label = "One step back",
                     .tooltip = "Takes a single step backwards in time",
                     .shortcut = ",",
                     .run = [&app] { step_once(app, true); },
                     .enabled = loaded,
                     .needs = still_loading});
    app.actions.add({.id = "simulation.reverse",
                     .menu = "Simulation",
                     .label = "Reverse time",
                     .tooltip = "Runs time backwards, or forwards again",
                     .shortcut = "J",
                     .run = [&app] { app.settings.reversed = !app.settings.reversed; },
                     .checked = [&app] { return app.settings.reversed; }});
    app.actions.add({.id = "simulation.reset",
                     .menu = "Simulation",
                     .label = "Reset",
                     .tooltip = "Starts again from the initial conditions",
                     .shortcut = "R",
                     .run = [&app] { reset(app); },
                     .enabled = loaded,
                     .needs = still_loading});
}

void add_choice_actions(AppState& app) {
    app.actions.add({.id = "simulation.next_scene",
                     .menu = "Simulation",
                     .label = "Next scene",
                     .tooltip = "Opens the next scene in the list",
                     .shortcut = "]",
                     .run = [&app] { go_to_scene(app, 1); }});
    app.actions.add({.id = "simulation.previous_scene",
                     .menu = "Simulation",
                     .label = "Previous scene",
                     .tooltip = "Opens the previous scene in the list",
                     .shortcut = "[",
                     .run = [&app] { go_to_scene(app, -1); }});
    app.actions.add({.id = "simulation.next_algorithm",
                     .menu = "Simulation",
                     .label = "Next algorithm",
                     .tooltip = "Switches to the next algorithm; the bodies stay where they are",
                     .shortcut = "A",
                     .run = [&app] { go_to_algorithm(app, 1); }});
    app.actions.add(
        {.id = "simulation.previous_algorithm",
         .menu = "Simulation",
         .label = "Previous algorithm",
         .tooltip = "Switches to the previous algorithm; the bodies stay where they are",
         .shortcut = "Shift+A",
         .run = [&app] { go_to_algorithm(app, -1); }});
    app.actions.add(
        {.id = "simulation.fall_back",
         .menu = "Simulation",
         .label = tr_noop("Switch to cpu.simd_threads"),
         .tooltip = "After an error, continues from the last good state with the least demanding "
                    "algorithm",
         .shortcut = "",
         .run = [&app] { fall_back(app); },
         .enabled =
             [&app] { return app.status.error && app.settings.algorithm != fallback_algorithm; }});
    const auto free_count = [&app] {
        return app.status.loaded && has_free_count(app.settings.source);
    };
    app.actions.add({.id = "simulation.more_bodies",
                     .menu = "Simulation",
                     .label = "Twice the bodies",
                     .tooltip = "Restarts the scene with twice as many bodies",
                     .shortcut = "+",
                     .run = [&app] { set_bodies(app, 2 * wanted_bodies(app)); },
                     .enabled = free_count,
                     .needs = fixed_count});
    app.actions.add({.id = "simulation.fewer_bodies",
                     .menu = "Simulation",
                     .label = "Half the bodies",
                     .tooltip = "Restarts the scene with half as many bodies",
                     .shortcut = "-",
                     .run = [&app] { set_bodies(app, wanted_bodies(app) / 2); },
                     .enabled = free_count,
                     .needs = fixed_count});
    app.actions.add({.id = "simulation.verify",
                     .menu = "Simulation",
                     .label = "Verify forces now",
                     .tooltip = "Measures the algorithm's force error on 1,000 bodies, against a "
                                "direct sum in double precision",
                     .shortcut = "",
                     .run = [&app] { app.simulation.verify(1000); },
                     .enabled = [&app] { return app.status.loaded && !app.status.verifying; }});
}

void add_measuring_actions(AppState& app) {
    app.actions.add(
        {.id = "simulation.ladder",
         .menu = "Simulation",
         .label = "Run the ladder",
         .tooltip =
             "Runs every available algorithm for a second and fills the chart; press again to stop",
         .shortcut = "Ctrl+L",
         .run = [&app] { app.requests.add(RunLadder{}); },
         .enabled = [&app] { return app.status.loaded; },
         .needs = still_loading});
    app.actions.add(
        {.id = "simulation.scaling",
         .menu = "Simulation",
         .label = "Run scaling test",
         .tooltip = "Measures every algorithm with more and more bodies, with the simulation "
                    "paused, and plots the time per step beside the chart; press again to stop",
         .shortcut = "Ctrl+Shift+L",
         .run =
             [&app] {
                 app.requests.add(RunScaling{});
                 app.requests.add(EndRace{});
             },
         .checked = [&app] { return app.get<ScalingStatus>().under_way; }});
    app.actions.add({.id = "simulation.measure",
                     .menu = "Simulation",
                     .label = "Measure this machine",
                     .tooltip = "Measures the peak performance of processor, memory and GPUs for a "
                                "few seconds, with the simulation paused; press again to stop",
                     .shortcut = "",
                     .run = [&app] { app.requests.add(MeasureMachine{}); },
                     .checked = [&app] { return app.get<MeasurementStatus>().under_way; }});
}

} // namespace

void add_simulation_actions(AppState& app) {
    add_clock_actions(app);
    add_choice_actions(app);
    add_measuring_actions(app);
}

} // namespace orrery
