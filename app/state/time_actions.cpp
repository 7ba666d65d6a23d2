// Going through time: to moments, in loops, slower and faster, and after a countdown.

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/marked_time.hpp"
#include "app/state/setting_limits.hpp"
#include "app/state/time_view.hpp"
#include "sim/base/error.hpp"
#include "sim/simulation/load_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

namespace {

constexpr double usual_pace = 60;
constexpr double slowest_pace = 60.0 / 512, fastest_pace = 60 * 16; // beyond: as fast as they come

std::string pace_words(double pace) {
    if (pace == 0) {
        return tr("As many steps as possible");
    }
    const std::string words = tr_format("{} steps a second", briefly(pace));
    if (pace == usual_pace) {
        return words + tr(" (default)");
    }
    return pace < usual_pace
               ? tr_format("{} (1/{} of the default)", words, briefly(usual_pace / pace))
               : tr_format("{} ({} times the default)", words, briefly(pace / usual_pace));
}

void set_pace(AppState& app, double pace) {
    app.settings.steps_per_second = pace;
    app.announce("pace", pace_words(pace), Addressee::everyone);
}

void slower(AppState& app) {
    const double pace = app.settings.steps_per_second;
    set_pace(app, pace == 0 ? fastest_pace : std::max(pace / 2, slowest_pace));
}

void faster(AppState& app) {
    const double pace = app.settings.steps_per_second;
    set_pace(app, pace == 0 || 2 * pace > fastest_pace ? 0 : 2 * pace);
}

bool is_kept(const TravelStatus& travel, double time) {
    const auto [low, high] = std::minmax(travel.first.time, travel.end.time);
    return time >= low && time <= high;
}

// What is computed now is not what is wanted: a scene is on its way.
bool loads(const AppState& app) {
    return !app.status.loaded || app.status.loading ||
           !same_system(app.settings, app.status.settings);
}

void go_to_kept_time(AppState& app, double time) {
    const TravelStatus& travel = app.status.travel;
    if (is_kept(travel, time)) {
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
    app.announce("time", tr_format("Going to t = {}; Esc stops", plainly(time)));
}

// Ends of loops are told by time: "3 7.5".
std::pair<double, double> read_span(const std::string& text) {
    const std::size_t gap = text.find_first_of(" \t");
    const std::size_t second = text.find_first_not_of(" \t", gap);
    if (gap == std::string::npos || second == std::string::npos) {
        throw bad_input("a loop needs two times, '" + text + "' is only one", "",
                        "write loop 3 7.5");
    }
    const double from = parse_number(text.substr(0, gap), "loop");
    const double to = parse_number(text.substr(second), "loop");
    return std::minmax(from, to);
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

void loop_in_time(AppState& app, double from, double to) {
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
    if (app.status.travel.loop) {
        end_loop(app);
    } else if (!app.get<TimeView>().loop_from) {
        app.get<TimeView>().loop_from = here;
        app.announce("loop", tr_format("Loop starts at t = {}. Press L again at the end.",
                                       plainly(app.status.time)));
    } else if (*app.get<TimeView>().loop_from == here) {
        app.get<TimeView>().loop_from.reset();
        app.announce("loop", "No loop");
    } else {
        const auto [from, to] = std::minmax(*app.get<TimeView>().loop_from, here);
        begin_loop(app, {from, to});
    }
}

void stop_waiting(AppState& app) {
    app.get<TimeView>().starts_at.reset();
    app.get<TimeView>().wanted.reset();
    app.settings.running = false;
    app.simulation.stop_travel();
}

void count_down(AppState& app, double seconds) {
    app.settings.running = false;
    app.get<TimeView>().starts_at = app.now + seconds;
}

// What a palette's words may ask for, and an error in a toast where it cannot be done now.
template <class Do>
std::function<void(const std::string&)> trying(AppState& app, Do act) {
    return [&app, act](const std::string& text) {
        try {
            act(text);
        } catch (const Error& error) {
            app.say(error.problem() + ": " + error.hint(), true);
        }
    };
}

double read_countdown(const std::string& text) {
    const double seconds = parse_number(text, "countdown");
    check_within({0, 3600, "nobody waits longer"}, seconds, "countdown");
    return seconds;
}

void add_time_choices(AppState& app) {
    const auto none = [] { return std::vector<Choice::Option>(); };
    app.actions.add(Choice{.id = "time.time",
                           .kind = "time",
                           .options = none,
                           .choose = trying(app,
                                            [&app](const std::string& text) {
                                                app.get<TimeView>().wanted =
                                                    parse_number(text, "time");
                                                go_to_wanted_time(app);
                                            }),
                           .check = [](const std::string& text) { parse_number(text, "time"); },
                           .example = "12.5",
                           .momentary = true});
    app.actions.add(Choice{
        .id = "time.countdown",
        .kind = "countdown",
        .options = none,
        .choose =
            trying(app, [&app](const std::string& text) { count_down(app, read_countdown(text)); }),
        .check = [](const std::string& text) { read_countdown(text); },
        .example = "5",
        .momentary = true});
    app.actions.add(Choice{.id = "time.loop_from_to",
                           .kind = "loop",
                           .options =
                               [] {
                                   return std::vector<Choice::Option>{
                                       {"off", tr_noop("loop off"), tr_noop("Time continues")}};
                               },
                           .choose = trying(app,
                                            [&app](const std::string& text) {
                                                if (text == "off") {
                                                    end_loop(app);
                                                    return;
                                                }
                                                const auto [from, to] = read_span(text);
                                                loop_in_time(app, from, to);
                                            }),
                           .check =
                               [](const std::string& text) {
                                   if (text != "off") {
                                       read_span(text);
                                   }
                               },
                           .example = "3 7.5",
                           .momentary = true});
}

} // namespace

void go_to_wanted_time(AppState& app) {
    if (!app.get<TimeView>().wanted || loads(app)) {
        return;
    }
    const double time = *std::exchange(app.get<TimeView>().wanted, std::nullopt);
    try {
        go_to_kept_time(app, time);
    } catch (const Error& error) {
        app.say(error.problem() + ": " + error.hint(), true);
    }
}

void add_time_actions(AppState& app) {
    const auto loaded = [&app] { return app.status.loaded; };
    app.actions.add({.id = "time.bar",
                     .menu = "Simulation",
                     .label = "Time bar",
                     .tooltip = "Keeps the time bar below the picture; otherwise it appears with "
                                "the pointer. Drag it to see any moment since the start.",
                     .shortcut = "T",
                     .run =
                         [&app] {
                             app.get<TimeView>().bar = !app.get<TimeView>().bar;
                             const TravelStatus& travel = app.status.travel;
                             if (app.get<TimeView>().bar && travel.end.step == travel.first.step) {
                                 app.announce("needs", "No steps computed yet");
                             }
                         },
                     .checked = [&app] { return app.get<TimeView>().bar; }});
    app.actions.add({.id = "time.newest",
                     .menu = "Simulation",
                     .label = "Back to the latest step",
                     .tooltip = "Returns from the past to the last computed step",
                     .shortcut = "End",
                     .run =
                         [&app] {
                             app.settings.running = false;
                             app.simulation.go_to_step(app.status.travel.end.step);
                         },
                     .enabled = [&app] { return app.status.travel.in_past; },
                     .needs = tr_noop("This is the latest step")});
    app.actions.add(
        {.id = "time.loop",
         .menu = "Simulation",
         .label = "Loop: start / end / off",
         .tooltip = "Marks the start of a loop, then its end; a third press turns it off",
         .shortcut = "L",
         .run = [&app] { next_loop_mark(app); },
         .enabled = loaded,
         .needs = still_loading});
    app.actions.add({.id = "time.slower",
                     .menu = "Simulation",
                     .label = "Slower",
                     .tooltip = "Halves the steps per second; motion stays smooth",
                     .shortcut = "<",
                     .run = [&app] { slower(app); }});
    app.actions.add({.id = "time.faster",
                     .menu = "Simulation",
                     .label = "Faster",
                     .tooltip = "Doubles the steps per second, up to no limit",
                     .shortcut = ">",
                     .run = [&app] { faster(app); }});
    app.actions.add({.id = "time.usual",
                     .menu = "Simulation",
                     .label = "Default pace",
                     .tooltip = "60 steps a second",
                     .shortcut = "0",
                     .run = [&app] { set_pace(app, usual_pace); }});
    app.actions.add({.id = "time.stop",
                     .menu = "Simulation",
                     .label = "Stop waiting",
                     .tooltip = "Stops a countdown or a jump in time, and pauses; so does Esc",
                     .shortcut = "",
                     .run = [&app] { stop_waiting(app); },
                     .enabled = [&app] { return app.view.waiting; }});
    add_time_choices(app);
}

} // namespace orrery
