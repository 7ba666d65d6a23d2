#include "app/features/tour/tour_stage.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/state/followed.hpp"
#include "app/state/race.hpp"
#include "app/state/source_choice.hpp"
#include "app/state/time_view.hpp"
#include "app/state/window_requests.hpp"
#include "sim/base/error.hpp"
#include "sim/simulation/load_source.hpp"
#include "sim/simulation/simulation.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <span>
#include <utility>

namespace orrery {
namespace {

// Choices and toggles with their values say what is; actions do something, which is of their own
// step alone.
bool says_what_is(const Actions& actions, const Command& command) {
    const Choice* const choice = actions.find_choice(command.id);
    return !command.value.empty() && !(choice != nullptr && choice->momentary);
}

// What a tour begins with is the same on every machine and whatever was done before, but for what
// belongs to the machine.
template <class Owner>
Owner first(std::span<const PropertyOf<Owner>> rows, const Owner& now) {
    Owner owner;
    for (const PropertyOf<Owner>& property : rows) {
        if (property.of_machine) {
            property.take(owner, now);
        }
    }
    return owner;
}

Settings first_settings(const Settings& now) {
    Settings settings = first(properties(), now);
    settings.running = true;
    settings.steps_per_second = pace_of_source(settings.source);
    return settings;
}

Look first_look(const Look& now) {
    Look look = first(look_properties(), now);
    look.layer = Layer::stage;
    look.theme = now.theme;
    look.stored_views = now.stored_views;
    look.keyframes = now.keyframes;
    return look;
}

// Starts the race of a step, or ends that of another one; why it cannot be run here, or "".
std::string change_race(AppState& app, const TourStep& step) {
    const std::string& words = step.race;
    app.requests.add(EndRace{});
    if (words.empty()) {
        return "";
    }
    try {
        const Race race = read_race(words);
        Settings settings = app.settings;
        settings.source = race.scene.empty() ? settings.source : race.scene;
        constexpr double some_softening = 1; // that of the scene is not known yet
        check_race(race, settings, some_softening);
    } catch (const Error& error) {
        return error.problem();
    }
    app.requests.add(StartRace{words, step.rates});
    return "";
}

void show_views(AppState& app, const std::vector<CameraFlight>& views, bool loads) {
    if (views.empty()) {
        return;
    }
    const CameraFlight& first = views.front();
    const std::vector<CameraFlight> rest(views.begin() + 1, views.end());
    if (loads) {
        app.requests.add(BeginAt{first.pose, rest}); // before anybody sees it from elsewhere
    } else if (first.seconds > 0) {
        app.camera.fly_along(views);
    } else {
        app.camera.jump_to(first.pose);
        app.camera.fly_along(rest);
    }
}

// A leap to a step finds the bodies where it needs them, and they go on as it says.
void begin_from(AppState& app, const std::optional<double>& time) {
    if (time) {
        app.get<TimeView>().wanted = time;
        app.get<TimeView>().begins = {*time, std::exchange(app.settings.reversed, false)};
    }
}

// Of a step before.
void stop_leap(AppState& app) {
    TimeView& time = app.get<TimeView>();
    if (std::exchange(time.begins, std::nullopt)) {
        time.wanted.reset();
        app.simulation.stop_travel();
    }
}

constexpr const char* subject = "rehearsal";

} // namespace

std::vector<std::string> enter_step(AppState& app, const Tour& tour, std::size_t position,
                                    bool again) {
    stop_leap(app);
    const Settings before = std::exchange(app.settings, first_settings(app.settings));
    static_cast<Look&>(app.view) = first_look(app.view);
    const Followed followed = std::exchange(app.get<Followed>(), {});
    std::vector<std::string> refused;
    const bool quits = app.requests.has<Quit>();
    const auto said = app.toasts;
    for (std::size_t i = 0; i <= position; ++i) {
        app.requests.drop<StartRace>(); // of a step before
        app.toasts = said;              // likewise
        for (const Command& command : tour.steps[i].commands) {
            if ((i == position || says_what_is(app.actions, command)) &&
                !app.actions.run(command) && i == position) {
                refused.push_back(tr_format("Step {}: '{}' cannot be done here", i + 1,
                                            words_of(app.actions, command)));
            }
            if (app.requests.has<Quit>() && !quits) { // a tour has a speaker who ends it
                app.requests.drop<Quit>();
                refused.push_back(tr_format("Step {}: '{}' cannot be done here", i + 1,
                                            words_of(app.actions, command)));
            }
        }
    }
    for (Toast& toast : app.toasts) { // a step says what it does by itself
        toast.addressee = Addressee::speaker;
    }
    if (const std::string trouble = change_race(app, tour.steps[position]); !trouble.empty()) {
        refused.push_back(tr_format("Step {}: no race here: {}", position + 1, trouble));
    }
    if (Followed& now = app.get<Followed>();
        now.what == followed.what && now.body == followed.body && now.wish == followed.wish) {
        now = followed; // with what is known of it
    }
    const bool loads = !same_system(before, app.settings);
    if (again && !loads) {
        app.simulation.reset();
    }
    app.view.chart_algorithms = tour.steps[position].chart;
    app.view.measures_error = tour.steps[position].measures_error;
    app.view.stage_number = tour.steps[position].shows.value_or(app.view.stage_number);
    app.view.lit_code = tour.steps[position].lit_code;
    take_views_of_source(app); // before this step's are the other scene's
    if (!again) {
        app.view.keyframes = tour.steps[position].views;
    }
    show_views(app, tour.steps[position].views, loads || again);
    if (loads || again) {
        begin_from(app, tour.steps[position].from);
    }
    return refused;
}

std::vector<Command> commands_between(const Settings& settings_before, const Look& look_before,
                                      const Settings& settings, const Look& look) {
    std::vector<Command> commands;
    Settings before = settings_before;
    if (before.source != settings.source) { // which brings its pace
        before.steps_per_second = pace_after(before, settings.source);
    }
    for (const PropertyValue& change : changes_between(before, settings)) {
        commands.push_back(
            {change.is_option ? "option." + change.id : command_of(*find_property(change.id)),
             change.words});
    }
    Look reached = look;
    if (look.automatic_range) { // which follows the bodies
        reached.style.scalar_low = look_before.style.scalar_low;
        reached.style.scalar_high = look_before.style.scalar_high;
    }
    for (const PropertyValue& change : changes_of(look_properties(), look_before, reached)) {
        commands.push_back({command_of(*find_look_property(change.id)), change.words});
    }
    return commands;
}

RehearsalResult rehearse(const Tour& tour, AppState& app, const std::stop_token& stop,
                         const std::function<void(const RehearsedStep&, const System&)>& after,
                         int steps) {
    RehearsalResult result;
    Simulation simulation;
    for (std::size_t position = 0; position < tour.steps.size(); ++position) {
        const Settings before = app.settings;
        RehearsedStep rehearsed;
        rehearsed.title = tour.steps[position].title;
        app.toasts.clear();
        std::ranges::move(enter_step(app, tour, position, false),
                          std::back_inserter(result.refused));
        for (const Toast& toast : app.toasts) {
            if (toast.is_error) {
                result.refused.push_back(tr_format("Step {}: {}", position + 1, toast.text));
            }
        }
        if (position == 0 || !same_system(before, app.settings)) {
            simulation.load(load_source(app.settings), app.settings);
        } else {
            simulation.apply(app.settings);
        }
        for (int step = 0; step < steps; ++step) {
            if (simulation.step(stop) == Outcome::cancelled) {
                return result;
            }
            rehearsed.step_milliseconds += simulation.timings().total_milliseconds / steps;
        }
        rehearsed.algorithm = app.settings.algorithm;
        rehearsed.bodies = simulation.count();
        after(rehearsed, simulation.snapshot());
    }
    result.whole = result.refused.empty();
    return result;
}

void Rehearsal::start(Tour tour, DeclareActions declare) {
    if (under_way()) {
        return;
    }
    steps_ = tour.steps.size();
    done_ = 0;
    result_.start(
        [this, declare, tour = std::move(tour)](const std::stop_token& stop) {
            SimulationThread idle;
            AppState app{.simulation = idle, .settings = {}};
            declare(app);
            return rehearse(tour, app, stop, [this](const auto&, const auto&) { ++done_; });
        },
        Workers::Priority::background);
}

void Rehearsal::poll(AppState& app) {
    if (!under_way()) {
        return;
    }
    if (!result_.finished()) {
        app.announce(subject, tr_format("Rehearsing step {} of {}", done_.load() + 1, steps_));
        return;
    }
    RehearsalResult result;
    try {
        result = result_.take();
    } catch (const std::exception& problem) {
        result.refused = {tr_format("Step {}: {}", done_.load() + 1, problem.what())};
    }
    for (const std::string& sentence : result.refused) {
        app.say(sentence, true);
    }
    app.announce(subject, result.whole ? tr_format("Every step runs here: {}",
                                                   counted(steps_, "step", "steps"))
                                       : tr("Some of the tour does not run here"));
}

} // namespace orrery
