// Going through time: to moments, in loops, slower and faster, and after a countdown.

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/source_choice.hpp"
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

// "off": none.
std::optional<std::pair<double, double>> read_loop(const std::string& text) {
    return text == "off" ? std::nullopt : std::optional(read_span(text));
}

void add_time_choices(AppState& app) {
    const auto read_time = [](const std::string& text) { return parse_number(text, "time"); };
    add_value(app, "time.time", "time", "12.5", read_time, [&app](double time) {
        app.get<TimeView>().wanted = time;
        go_to_wanted_time(app);
    }).momentary = true;
    add_value(app, "time.countdown", "countdown", "5",
              number_within({0, 3600, "nobody waits longer"}, "countdown"),
              [&app](double seconds) { count_down(app, seconds); })
        .momentary = true;
    Choice& loop = add_value(app, "time.loop_from_to", "loop", "3 7.5", read_loop,
                             [&app](const std::optional<std::pair<double, double>>& span) {
                                 if (span) {
                                     loop_in_time(app, span->first, span->second);
                                 } else {
                                     end_loop(app);
                                 }
                             });
    loop.options = [] {
        return std::vector<Choice::Option>{{"off", tr_noop("loop off"), tr_noop("Time continues")}};
    };
    loop.momentary = true;
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
        app.say(error);
    }
}

void add_time_actions(AppState& app) {
    const auto loaded = [&app] { return app.status.loaded; };
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
               [&app] { next_loop_mark(app); })
        .only_if(loaded, still_loading);
    add_action(app, "Simulation", "time.slower", "Slower",
               "Halves the steps per second; motion stays smooth", "<", [&app] { slower(app); });
    add_action(app, "Simulation", "time.faster", "Faster",
               "Doubles the steps per second, up to no limit", ">", [&app] { faster(app); });
    add_action(app, "Simulation", "time.usual", "Default pace", "60 steps a second", "0",
               [&app] { set_pace(app, usual_pace); });
    add_action(app, "Simulation", "time.stop", "Stop waiting",
               "Stops a countdown or a jump in time, and pauses; so does Esc", "",
               [&app] { stop_waiting(app); })
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
