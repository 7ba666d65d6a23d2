#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/state/accuracy_trace.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/measurement_status.hpp"
#include "app/state/race.hpp"
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

using Options = std::vector<Choice::Option>;

Options scene_options() {
    Options options;
    for (const Scene& scene : scenes()) {
        options.push_back({scene.id, scene.title, scene.idea});
    }
    return options;
}

Options chart_options() {
    return {{"png", tr_noop("export chart as PNG"), tr_noop("The chart as an image for slides")},
            {"svg", tr_noop("export chart as SVG"), tr_noop("The chart as a vector image")},
            {"csv", tr_noop("export chart as CSV"), tr_noop("The chart's data as a table")},
            {"json", tr_noop("export chart as JSON"), tr_noop("The chart's data for programs")}};
}

void add_scene_and_chart(AppState& app) {
    app.actions.add({.id = "simulation.scene",
                     .kind = "scene",
                     .options = scene_options,
                     .choose = [&app](const std::string& id) { choose_scene(app, id); }});
    app.actions.add(
        {.id = "chart.export",
         .kind = "export chart",
         .options = chart_options,
         .choose = [&app](const std::string& format) { app.requests.add(ExportChart{format}); }});
}

void add_clock_actions(AppState& app) {
    const auto loaded = [&app] { return app.status.loaded; };
    add_action(app, "Simulation", "simulation.pause", "Pause or play",
               "Pauses the simulation, or resumes it", "Space",
               [&app] { app.settings.running = !app.settings.running; })
        .shows([&app] { return !app.settings.running; });
    add_action(app, "Simulation", "simulation.step", "One step forward",
               "Takes a single step forwards in time", ".", [&app] { step_once(app, false); })
        .only_if(loaded, still_loading);
    add_action(app, "Simulation", "simulation.step_back", "One step back",
               "Takes a single step backwards in time", ",", [&app] { step_once(app, true); })
        .only_if(loaded, still_loading);
    add_action(app, "Simulation", "simulation.reverse", "Reverse time",
               "Runs time backwards, or forwards again", "J",
               [&app] { app.settings.reversed = !app.settings.reversed; })
        .shows([&app] { return app.settings.reversed; });
    add_action(app, "Simulation", "simulation.reset", "Reset",
               "Starts again from the initial conditions", "R", [&app] { reset(app); })
        .only_if(loaded, still_loading);
}

void add_choice_actions(AppState& app) {
    add_action(app, "Simulation", "simulation.next_scene", "Next scene",
               "Opens the next scene in the list", "]", [&app] { go_to_scene(app, 1); });
    add_action(app, "Simulation", "simulation.previous_scene", "Previous scene",
               "Opens the previous scene in the list", "[", [&app] { go_to_scene(app, -1); });
    add_action(app, "Simulation", "simulation.next_algorithm", "Next algorithm",
               "Switches to the next algorithm; the bodies stay where they are", "A",
               [&app] { go_to_algorithm(app, 1); });
    add_action(app, "Simulation", "simulation.previous_algorithm", "Previous algorithm",
               "Switches to the previous algorithm; the bodies stay where they are", "Shift+A",
               [&app] { go_to_algorithm(app, -1); });
    add_action(
        app, "Simulation", "simulation.fall_back", tr_noop("Switch to cpu.simd_threads"),
        "After an error, continues from the last good state with the least demanding algorithm", "",
        [&app] { fall_back(app); })
        .only_if(
            [&app] { return app.status.error && app.settings.algorithm != fallback_algorithm; });
    const auto free_count = [&app] {
        return app.status.loaded && has_free_count(app.settings.source);
    };
    add_action(app, "Simulation", "simulation.more_bodies", "Twice the bodies",
               "Restarts the scene with twice as many bodies", "+",
               [&app] { set_bodies(app, 2 * wanted_bodies(app)); })
        .only_if(free_count, fixed_count);
    add_action(app, "Simulation", "simulation.fewer_bodies", "Half the bodies",
               "Restarts the scene with half as many bodies", "-",
               [&app] { set_bodies(app, wanted_bodies(app) / 2); })
        .only_if(free_count, fixed_count);
    add_action(app, "Simulation", "simulation.verify", "Verify forces now",
               "Measures the algorithm's force error on 1,000 bodies, against a direct sum in "
               "double precision",
               "", [&app] { app.simulation.verify(1000); })
        .only_if([&app] { return app.status.loaded && !app.status.verifying; });
}

void add_measuring_actions(AppState& app) {
    add_action(
        app, "Simulation", "simulation.ladder", "Run the ladder",
        "Runs every available algorithm for a second and fills the chart; press again to stop",
        "Ctrl+L", [&app] { app.requests.add(RunLadder{}); })
        .only_if([&app] { return app.status.loaded; }, still_loading);
    add_action(app, "Simulation", "simulation.scaling", "Run scaling test",
               "Measures every algorithm with more and more bodies, with the simulation paused, "
               "and plots the time per step beside the chart; press again to stop",
               "Ctrl+Shift+L",
               [&app] {
                   app.requests.add(RunScaling{});
                   app.requests.add(EndRace{});
               })
        .shows([&app] { return app.get<ScalingStatus>().under_way; });
    add_action(app, "Simulation", "simulation.measure", "Measure this machine",
               "Measures the peak performance of processor, memory and GPUs for a few seconds, "
               "with the simulation paused; press again to stop",
               "", [&app] { app.requests.add(MeasureMachine{}); })
        .shows([&app] { return app.get<MeasurementStatus>().under_way; });
}

void add_accuracy_actions(AppState& app) {
    add_action(app, "Simulation", "accuracy.trace", "Trace accuracy",
               "Measures the force error after every change of algorithm or options, for the plot "
               "of error against time",
               "",
               [&app] {
                   app.get<AccuracyTrace>().tracing = !app.get<AccuracyTrace>().tracing;
                   app.get<AccuracyTrace>().raise = app.get<AccuracyTrace>().tracing;
               })
        .shows([&app] { return app.get<AccuracyTrace>().tracing; });
    add_action(app, "Simulation", "accuracy.clear", "Clear accuracy plot",
               "Deletes the measured errors and times", "",
               [&app] { app.get<AccuracyTrace>().clear(); })
        .only_if([&app] { return !app.get<AccuracyTrace>().points().empty(); });
}

} // namespace

void add_simulation_actions(AppState& app) {
    add_scene_and_chart(app);
    add_clock_actions(app);
    add_choice_actions(app);
    add_measuring_actions(app);
    add_accuracy_actions(app);
}

} // namespace orrery
