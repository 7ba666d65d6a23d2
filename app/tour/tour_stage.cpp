#include "app/tour/tour_stage.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/state/camera_requests.hpp"
#include "app/state/colouring.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/followed.hpp"
#include "app/state/race.hpp"
#include "app/state/race_requests.hpp"
#include "app/state/spoken_command.hpp"
#include "app/state/tour_status.hpp"
#include "sim/base/error.hpp"
#include "sim/simulation/load_source.hpp"

#include <fmt/format.h>

#include <algorithm>
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
Settings first_settings(const Settings& now) {
    Settings first;
    first.threads = now.threads;
    first.devices = now.devices;
    first.running = true;
    return first;
}

Look first_look(const Look& now) {
    Look first;
    first.layer = Layer::stage;
    first.theme = now.theme;
    first.stored_views = now.stored_views;
    return first;
}

void fly(Camera& camera, const CameraFlight& flight) {
    if (flight.seconds > 0) {
        camera.fly_to(flight.pose, flight.seconds);
    } else {
        camera.jump_to(flight.pose);
    }
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

void show_views(AppState& app, const std::vector<TourView>& views, bool loads) {
    app.requests.drop<CameraFlight>();
    if (views.empty()) {
        return;
    }
    const TourView& first = views.front();
    if (loads) {
        app.requests.add(BeginAt{first.pose}); // before anybody sees it from elsewhere
    } else {
        fly(app.camera, {first.pose, first.seconds});
    }
    for (std::size_t i = 1; i < views.size(); ++i) {
        app.requests.add(CameraFlight{views[i].pose, views[i].seconds});
    }
}

} // namespace

std::vector<std::string> enter_step(AppState& app, const Tour& tour, std::size_t position,
                                    bool again) {
    const Settings before = std::exchange(app.settings, first_settings(app.settings));
    static_cast<Look&>(app.view) = first_look(app.view);
    const Followed followed = std::exchange(app.get<Followed>(), {});
    std::vector<std::string> refused;
    for (std::size_t i = 0; i <= position; ++i) {
        app.requests.drop<StartRace>(); // of a step before
        for (const Command& command : tour.steps[i].commands) {
            if ((i == position || says_what_is(app.actions, command)) &&
                !app.actions.run(command) && i == position) {
                refused.push_back(tr_format("Step {}: '{}' cannot be done here", i + 1,
                                            words_of(app.actions, command)));
            }
        }
    }
    if (const std::string trouble = change_race(app, tour.steps[position]); !trouble.empty()) {
        refused.push_back(tr_format("Step {}: no race here: {}", position + 1, trouble));
    }
    if (app.get<Followed>().what == followed.what && app.get<Followed>().body == followed.body) {
        app.get<Followed>() = followed; // with what is known of it
    }
    const bool loads = !same_system(before, app.settings);
    if (again && !loads) {
        app.simulation.reset();
    }
    app.view.chart_algorithms = tour.steps[position].chart;
    app.view.measures_error = tour.steps[position].measures_error;
    show_views(app, tour.steps[position].views, loads);
    app.get<StageWords>() = {tour.steps[position].title, tour.steps[position].words};
    return refused;
}

std::vector<Command> commands_between(const Settings& settings_before, const Look& look_before,
                                      const Settings& settings, const Look& look) {
    std::vector<Command> commands;
    const auto add = [&](bool differs, const char* id, const std::string& value) {
        if (differs) {
            commands.push_back({id, value});
        }
    };
    for (const PropertyValue& change : changes_between(settings_before, settings)) {
        commands.push_back(
            {change.is_option ? "option." + change.id : command_of(*find_property(change.id)),
             change.words});
    }
    const auto flag = [](bool on) { return on ? "on" : "off"; };

    const Look& saw = look_before;
    add(&colouring_of(saw) != &colouring_of(look), "view.colour_by", colouring_of(look).id);
    add(saw.style.colour_map != look.style.colour_map, "view.colours", look.style.colour_map);
    constexpr const char* sprites[] = {"glow", "points", "discs"};
    add(saw.style.sprite != look.style.sprite, "view.sprite",
        sprites[static_cast<int>(look.style.sprite)]);
    const auto real = [](float value) { return fmt::format("{}", value); };
    add(saw.style.size != look.style.size, "view.size", real(look.style.size));
    add(saw.style.brightness != look.style.brightness, "view.brightness",
        real(look.style.brightness));
    add(saw.style.exposure != look.style.exposure, "view.exposure", real(look.style.exposure));
    add(saw.style.bloom != look.style.bloom, "view.bloom", flag(look.style.bloom));
    add(saw.style.bloom_strength != look.style.bloom_strength, "view.bloom_strength",
        real(look.style.bloom_strength));
    add(saw.trail_length != look.trail_length, "view.trail_length", real(look.trail_length));
    add(saw.show_path_ahead != look.show_path_ahead, "view.path_ahead", flag(look.show_path_ahead));
    add(saw.show_velocities != look.show_velocities, "view.velocities", flag(look.show_velocities));
    add(saw.show_grid != look.show_grid, "view.grid", flag(look.show_grid));
    add(saw.show_axes != look.show_axes, "view.axes", flag(look.show_axes));
    add(saw.fade_lines != look.fade_lines, "view.fade_lines", flag(look.fade_lines));
    add(saw.stars != look.stars, "view.stars", real(look.stars));
    add(saw.show_labels != look.show_labels, "view.labels", flag(look.show_labels));
    add(saw.tree.boxes != look.tree.boxes, "view.octree", flag(look.tree.boxes));
    add(saw.tree.levels.from != look.tree.levels.from, "view.octree_from",
        std::to_string(look.tree.levels.from));
    add(saw.tree.levels.to != look.tree.levels.to, "view.octree_to",
        std::to_string(look.tree.levels.to));
    constexpr const char* slices[] = {"none", "camera", "xy", "xz", "yz"};
    add(saw.density.slice != look.density.slice, "view.slice",
        slices[static_cast<int>(look.density.slice)]);
    add(saw.density.width != look.density.width, "view.density_width", real(look.density.width));
    add(saw.density.error != look.density.error, "view.density_error", real(look.density.error));
    add(saw.show_chart != look.show_chart, "view.chart", flag(look.show_chart));
    add(saw.logarithmic_chart != look.logarithmic_chart, "view.logarithmic_chart",
        flag(look.logarithmic_chart));
    add(saw.reference != look.reference, "view.reference", look.reference);
    return commands;
}

} // namespace orrery
