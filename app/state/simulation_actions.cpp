// Actions on the simulation: scene, algorithm, clock, measurements; and going through time: to
// moments, in loops, slower and faster, and after a countdown.

#include "app/numbers.hpp"
#include "app/state/accuracy_trace.hpp"
#include "app/state/body_units.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/lesson_rates.hpp"
#include "app/state/measurement_status.hpp"
#include "app/state/scene_space.hpp"
#include "app/state/source_choice.hpp"
#include "app/state/time_view.hpp"
#include "sim/base/words.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/load_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace orrery {

namespace {

constexpr double slowest_pace = 60.0 / 512, fastest_pace = 60 * 16; // beyond: as fast as they come

std::size_t wanted_bodies(const AppState& app) {
    return app.settings.bodies != 0 ? app.settings.bodies : app.status.all_bodies();
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
    app.settings.algorithm = neighbouring_algorithm(app, steps);
    const SolverInfo& info = find_solver(app.settings.algorithm).info;
    app.announce("algorithm", std::string(info.id) + "  " + tr(info.title));
}

void step_once(AppState& app, bool backwards) {
    app.settings.running = false; // else what comes next hides the step
    app.simulation.step_once(backwards);
    app.requests.add(StepRivals{backwards});
}

void reset(AppState& app) {
    if (!app.status.loaded) { // it begins there anyhow
        return;
    }
    if (app.race.under_way) {
        app.requests.add(ResetRace{});
    } else {
        app.simulation.reset();
    }
}

std::vector<Choice::Option> scene_options() {
    return list_of<Choice::Option>(scenes(), [](const Scene& scene) {
        return Choice::Option{scene.id, scene.title, scene.idea};
    });
}

void add_clock_actions(AppState& app) {
    add_action(app, "Simulation", "simulation.pause", "Pause or play",
               "Pauses the simulation, or resumes it", "Space",
               [&app] { app.settings.running = !app.settings.running; })
        .shows([&app] { return !app.settings.running; });
    add_action(app, "Simulation", "simulation.step", "One step forward",
               "Pauses and takes a single step forwards in time", ".",
               [&app] { step_once(app, false); })
        .only_if(loaded(app));
    add_action(app, "Simulation", "simulation.step_back", "One step back",
               "Pauses and takes a single step backwards in time", ",",
               [&app] { step_once(app, true); })
        .only_if(loaded(app));
    add_toggle(app, "Simulation", "simulation.reverse", "Reverse time",
               "Runs time backwards, or forwards again", "J", app.settings.reversed);
    add_action(app, "Simulation", "simulation.reset", "Reset",
               "Starts again from the initial conditions", "R", reset);
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
        [&app] { // settings that differ from those sent are sent, and resume the simulation
            app.settings.algorithm = fallback_algorithm;
            app.settings.running = true;
            app.simulation.dismiss_error();
        })
        .only_if(
            [&app] { return app.status.error && app.settings.algorithm != fallback_algorithm; });
    const Needed free_count{tr_noop("This scene has a fixed number of bodies"), [&app] {
                                return app.status.loaded && has_free_count(app.settings.source);
                            }};
    add_action(app, "Simulation", "simulation.more_bodies", "Twice the bodies",
               "Restarts the scene with twice as many bodies", "+",
               [&app] { set_bodies(app, 2 * wanted_bodies(app)); })
        .only_if(free_count);
    add_action(app, "Simulation", "simulation.fewer_bodies", "Half the bodies",
               "Restarts the scene with half as many bodies", "-",
               [&app] { set_bodies(app, wanted_bodies(app) / 2); })
        .only_if(free_count);
}

void add_measuring_actions(AppState& app) {
    add_action(app, "Simulation", "simulation.verify", "Verify forces now",
               "Measures the algorithm's force error on 1,000 bodies, against a direct sum in "
               "double precision",
               "",
               [&app] {
                   app.simulation.verify(1000);
                   app.get<AskedForceError>().is_due = true;
               })
        .only_if([&app] { return app.status.loaded && !app.status.verifying; });
    add_action(
        app, "Simulation", "simulation.ladder", "Run the ladder",
        "Runs every available algorithm for a second and fills the chart; press again to stop",
        "Ctrl+L", RunLadder{})
        .only_if(loaded(app));
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
               "", MeasureMachine{})
        .shows([&app] { return app.get<MeasurementStatus>().under_way; });
    add_action(app, "Simulation", "simulation.lessons", "Measure the lessons",
               "Measures finite differences and transposes beside a copy, with the simulation "
               "paused; press again to stop",
               "", MeasureLessons{})
        .shows([&app] { return app.get<LessonRates>().under_way; });
    AccuracyTrace& trace = app.get<AccuracyTrace>();
    add_action(app, "Simulation", "accuracy.trace", "Trace accuracy",
               "Measures the force error after every change of algorithm or options, for the plot "
               "of error against time",
               "", [&trace] { trace.raise = trace.tracing = !trace.tracing; })
        .shows([&trace] { return trace.tracing; });
    add_action(app, "Simulation", "accuracy.clear", "Clear accuracy plot",
               "Deletes the measured errors and times", "", [&trace] { trace.clear(); })
        .only_if([&trace] { return !trace.points().empty(); });
}

std::string pace_words(double pace, double usual) {
    if (pace == 0) {
        return tr("As many steps as possible");
    }
    const std::string words = tr_format("{} steps a second", briefly(pace));
    if (pace == usual) {
        return words + tr(" (default)");
    }
    return pace < usual ? tr_format("{} (1/{} of the default)", words, briefly(usual / pace))
                        : tr_format("{} ({} times the default)", words, briefly(pace / usual));
}

void set_pace(AppState& app, double pace) {
    app.settings.steps_per_second = pace;
    app.announce("pace", pace_words(pace, pace_of_source(app.settings.source)),
                 Addressee::everyone);
}

void slower(AppState& app) {
    const double pace = app.settings.steps_per_second;
    set_pace(app, pace == 0 ? fastest_pace : std::max(pace / 2, slowest_pace));
}

void faster(AppState& app) {
    const double pace = app.settings.steps_per_second;
    set_pace(app, pace == 0 || 2 * pace > fastest_pace ? 0 : 2 * pace);
}

void go_to_kept_time(AppState& app, double time) {
    const TravelStatus& travel = app.status.travel;
    const auto [low, high] = std::minmax(travel.first.time, travel.end.time);
    if (time >= low && time <= high) {
        app.settings.running = false;
        app.simulation.go_to_time(time);
        return;
    }
    const bool ahead = app.settings.reversed ? time < travel.end.time : time > travel.end.time;
    if (!ahead) {
        throw bad_input("t = " + plainly(time) + " is before the recorded time", "",
                        "it begins at t = " + plainly(travel.first.time));
    }
    app.settings.running = true;
    app.simulation.run_to(time);
    const auto& cosmology = app.get<SceneSpace>().cosmology;
    app.announce("time", cosmology ? tr_format("Going to {}; Esc stops",
                                               spoken_moment(*cosmology, app.units, time))
                                   : tr_format("Going to t = {}; Esc stops", plainly(time)));
}

using TimeSpan = std::optional<std::pair<double, double>>;

// The ends of a loop are told by time: "3 7.5"; "off": no loop.
TimeSpan read_loop(const std::string& text) {
    if (text == "off") {
        return std::nullopt;
    }
    const std::vector<std::string> ends = words_in(text);
    if (ends.size() != 2) {
        throw bad_input("a loop needs two times, not '" + text + "'", "", "write loop 3 7.5");
    }
    const double from = parse_number(ends[0], "loop"), to = parse_number(ends[1], "loop");
    return std::pair<double, double>(std::minmax(from, to));
}

void begin_loop(AppState& app, StepSpan span) {
    app.get<TimeView>().loop_from.reset();
    app.simulation.set_loop(span);
    app.settings.running = true;
    app.announce("loop", "Looping. L stops it.");
}

void end_loop(AppState& app) {
    app.get<TimeView>().loop_from.reset();
    if (app.status.travel.loop) {
        app.simulation.set_loop(std::nullopt);
        app.announce("loop", "Loop off");
    }
}

void loop_in_time(AppState& app, const TimeSpan& span) {
    if (!span) {
        end_loop(app);
        return;
    }
    const auto [from, to] = *span;
    const TravelStatus& travel = app.status.travel;
    const std::vector<TimelineMark> marks = app.simulation.timeline_marks();
    const std::optional<double> first = step_at(marks, from), last = step_at(marks, to);
    if (!first || !last || std::lround(*first) == std::lround(*last)) {
        throw bad_input(fmt::format("t = {} to {} is not all recorded", plainly(from), plainly(to)),
                        "",
                        fmt::format("recorded is t = {} to {}", plainly(travel.first.time),
                                    plainly(travel.end.time)));
    }
    const auto [low, high] = std::minmax(*first, *last);
    begin_loop(app, {static_cast<std::uint64_t>(std::lround(low)),
                     static_cast<std::uint64_t>(std::lround(high))});
}

// From here, to here, no more: in turn.
void next_loop_mark(AppState& app) {
    const std::uint64_t here = app.status.travel.step;
    std::optional<std::uint64_t>& begin = app.get<TimeView>().loop_from;
    if (app.status.travel.loop) {
        end_loop(app);
    } else if (!begin) {
        begin = here;
        app.announce("loop", tr_format("Loop starts at t = {}. Press L again at the end.",
                                       plainly(app.status.time)));
    } else if (*begin == here) {
        begin.reset();
        app.announce("loop", "No loop");
    } else {
        const auto [from, to] = std::minmax(*begin, here);
        begin_loop(app, {from, to});
    }
}

void stop_waiting(AppState& app) {
    app.get<TimeView>().starts_at.reset();
    app.get<TimeView>().wanted.reset();
    app.get<TimeView>().begins.reset();
    app.get<TimeView>().comes_back = false;
    app.settings.running = false;
    app.simulation.stop_travel();
}

void add_time_choices(AppState& app) {
    const auto read_time = [](const std::string& text) { return parse_number(text, "time"); };
    add_value(app, "time.time", "time", "12.5", read_time, [&app](double time) {
        app.get<TimeView>().wanted = time;
        app.get<TimeView>().begins.reset();
        go_to_wanted_time(app);
    }).momentary = true;
    add_value(app, "time.countdown", "countdown", "5",
              number_within({0, 3600, "nobody waits longer"}, "countdown"),
              [&app](double seconds) {
                  app.settings.running = false;
                  app.get<TimeView>().starts_at = app.now + seconds;
              })
        .momentary = true;
    Choice& loop = add_value(app, "time.loop_from_to", "loop", "3 7.5", read_loop, loop_in_time);
    loop.options = [] {
        return std::vector<Choice::Option>{{"off", tr_noop("loop off"), tr_noop("Time continues")}};
    };
    loop.momentary = true;
}

} // namespace

void go_to_wanted_time(AppState& app) {
    // The loaded system is not yet the wanted one while a scene is loading.
    const bool loads =
        !app.status.loaded || app.status.loading || !same_system(app.settings, app.status.settings);
    if (!app.get<TimeView>().wanted || loads) {
        return;
    }
    const double time = *std::exchange(app.get<TimeView>().wanted, std::nullopt);
    try {
        go_to_kept_time(app, time);
    } catch (const Error& error) {
        app.get<TimeView>().begins.reset();
        app.say(error);
    }
}

void add_simulation_actions(AppState& app) {
    app.actions.add({.id = "simulation.scene",
                     .kind = "scene",
                     .options = scene_options,
                     .choose = [&app](const std::string& id) { choose_scene(app, id); }});
    const std::vector<Choice::Option> chart_formats{
        {"png", tr_noop("export chart as PNG"), tr_noop("The chart as an image for slides")},
        {"svg", tr_noop("export chart as SVG"), tr_noop("The chart as a vector image")},
        {"csv", tr_noop("export chart as CSV"), tr_noop("The chart's data as a table")},
        {"json", tr_noop("export chart as JSON"), tr_noop("The chart's data for programs")}};
    app.actions.add(
        {.id = "chart.export",
         .kind = "export chart",
         .options = [=] { return chart_formats; },
         .choose = [&app](const std::string& format) { app.requests.add(ExportChart{format}); }});
    add_clock_actions(app);
    add_choice_actions(app);
    add_measuring_actions(app);
}

void add_time_actions(AppState& app) {
    add_toggle(app, "Simulation", "time.bar", "Time bar",
               "Keeps the time bar below the picture; otherwise it appears with the pointer. Drag "
               "it to see any moment since the start.",
               "T", app.get<TimeView>().bar,
               Needed{tr_noop("No steps computed yet"), [&app] {
                          return app.status.travel.end.step != app.status.travel.first.step;
                      }});
    add_action(app, "Simulation", "time.newest", "Back to the latest step",
               "Returns from the past to the last computed step", "End",
               [&app] {
                   app.settings.running = false;
                   app.simulation.go_to_step(app.status.travel.end.step);
               })
        .only_if([&app] { return app.status.travel.in_past; }, tr_noop("This is the latest step"));
    add_action(app, "Simulation", "time.loop", "Loop: start / end / off",
               "Marks the start of a loop, then its end; a third press turns it off", "L",
               next_loop_mark)
        .only_if(loaded(app));
    add_action(app, "Simulation", "time.slower", "Slower",
               "Halves the steps per second; motion stays smooth", "<", slower);
    add_action(app, "Simulation", "time.faster", "Faster",
               "Doubles the steps per second, up to no limit", ">", faster);
    add_action(app, "Simulation", "time.usual", "Default pace",
               "As suits the scene: 60 steps a second for most", "0",
               [&app] { set_pace(app, pace_of_source(app.settings.source)); });
    add_action(app, "Simulation", "time.stop", "Stop waiting",
               "Stops a countdown or a jump in time, and pauses; so does Esc", "", stop_waiting)
        .only_if([&app] { return app.view.waiting; });
    add_time_choices(app);
}

std::optional<double> step_at(const std::vector<TimelineMark>& marks, double time) {
    for (std::size_t k = marks.size(); k-- > 1;) {
        const auto [low, high] = std::minmax(marks[k - 1].time, marks[k].time);
        if (time >= low && time <= high && high > low) {
            const double share = (time - marks[k - 1].time) / (marks[k].time - marks[k - 1].time);
            const auto from = static_cast<double>(marks[k - 1].step);
            return from + share * (static_cast<double>(marks[k].step) - from);
        }
    }
    return std::nullopt;
}

double time_at(const std::vector<TimelineMark>& marks, std::uint64_t step) {
    for (std::size_t k = 1; k < marks.size(); ++k) {
        if (step <= marks[k].step) {
            const auto width = static_cast<double>(marks[k].step - marks[k - 1].step);
            const double share = static_cast<double>(step - marks[k - 1].step) / width;
            return marks[k - 1].time + share * (marks[k].time - marks[k - 1].time);
        }
    }
    return marks.empty() ? 0 : marks.back().time;
}

} // namespace orrery
