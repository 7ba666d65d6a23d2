#include "app/language/spoken_language.hpp"
#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/state/app_state.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/followed.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

namespace {

// Where one is brought, one wants to look round from, and not to fly on or to be drawn away.
void end_flight(AppState& app) {
    app.get<Followed>() = {};
    app.camera.set_mode(CameraMode::orbit);
}

void go_to_stored_view(AppState& app, std::size_t slot) {
    if (app.view.stored_views[slot]) {
        remember_view(app);
        end_flight(app);
        app.camera.fly_to(*app.view.stored_views[slot]);
    } else {
        app.say(tr_format("No view {0} yet: Ctrl+{0} stores this one", slot + 1));
    }
}

void store_view(AppState& app, std::size_t slot) {
    app.view.stored_views[slot] = app.camera.pose();
    app.say(tr_format("Stored as view {0}: press {0} to return", slot + 1));
}

constexpr float slow_rotation = 6; // degrees a second: a turn takes a minute

void follow_body(AppState& app, std::size_t body) {
    remember_view(app);
    app.camera.set_mode(CameraMode::orbit);
    app.picked_body = body;
    app.get<Followed>() = {.what = Following::body, .body = body};
}

void follow_core(AppState& app) {
    remember_view(app);
    app.camera.set_mode(CameraMode::orbit);
    app.get<Followed>() = {.what = Following::core};
    app.announce("follow", "Following the densest core", Addressee::everyone);
}

void follow_nothing(AppState& app) {
    app.get<Followed>() = {};
    app.announce("follow", "No longer following");
}

std::vector<Choice::Option> follow_options(const AppState& app) {
    std::vector<Choice::Option> options;
    for (const Label& label : app.catalogue.labels) {
        options.push_back({label.text, tr_format("follow {}", tr_name(label.text)),
                           tr_noop("Keeps it in the centre")});
    }
    options.push_back(
        {"core", tr_noop("follow core"), tr_noop("Keeps the densest part in the centre")});
    options.push_back(
        {"nothing", tr_noop("follow nothing"), tr_noop("The camera stays where it is")});
    return options;
}

void add_follow_actions(AppState& app) {
    add_action(app, "Camera", "camera.follow_core", "Follow the core",
               "Keeps the densest part of the bodies in the centre; a double click follows a body",
               "G",
               [&app] {
                   const bool follows = app.get<Followed>().what == Following::core;
                   (follows ? follow_nothing : follow_core)(app);
               })
        .shows([&app] { return app.get<Followed>().what == Following::core; });
    add_action(app, "Camera", "camera.rotate", "Turn slowly", "Orbits the centre once a minute",
               "Y", [&app] { app.view.rotation = app.view.rotation != 0 ? 0 : slow_rotation; })
        .shows([&app] { return app.view.rotation != 0; });
    add_look_toggle(app, "reduced_motion");
    add_value(app, "camera.follow", "follow", "17", std::identity(),
              [&app](const std::string& name) { follow_by_name(app, name); })
        .options = [&app] { return follow_options(app); };
}

} // namespace

void add_camera_actions(AppState& app) {
    add_action(app, "Camera", "camera.home", "Home", "Returns to the scene's first view", "Home",
               [&app] {
                   remember_view(app);
                   end_flight(app);
                   app.requests.add(GoHome{});
               });
    add_action(app, "Camera", "camera.frame", "Frame all",
               "Moves the camera so that all bodies are in view", "F", [&app] {
                   remember_view(app);
                   app.get<Followed>() = {};
                   app.requests.add(FrameBodies{});
               });
    add_action(app, "Camera", "camera.before", "Previous view",
               "Returns to the view before the last jump; press again to come back", "Z",
               [&app] { go_to_view_before(app); })
        .only_if([&app] { return app.get<ViewMemory>().before.has_value(); },
                 tr_noop("No earlier view to return to"));
    add_action(app, "Camera", "camera.fly", "Fly",
               "Flies with W A S D, Q and E instead of orbiting; Shift is faster", "V",
               [&app] {
                   const bool flying = app.camera.mode() == CameraMode::fly;
                   app.camera.set_mode(flying ? CameraMode::orbit : CameraMode::fly);
                   app.say(flying ? "Drag to orbit the centre"
                                  : "Flying: W A S D, Q and E; V stops");
               })
        .shows([&app] { return app.camera.mode() == CameraMode::fly; });
    for (std::size_t slot = 0; slot < app.view.stored_views.size(); ++slot) {
        add_action(app, "Camera", fmt::format("camera.view_{}", slot + 1),
                   fmt::format("Go to view {}", slot + 1), "Goes to the stored view",
                   fmt::format("{}", slot + 1), [&app, slot] { go_to_stored_view(app, slot); });
    }
    for (std::size_t slot = 0; slot < app.view.stored_views.size(); ++slot) {
        add_action(app, "Camera", fmt::format("camera.store_{}", slot + 1),
                   fmt::format("Store view {}", slot + 1), "Stores the camera's position",
                   fmt::format("Ctrl+{}", slot + 1), [&app, slot] { store_view(app, slot); });
    }
    add_follow_actions(app);
}

void remember_view(AppState& app) {
    app.get<ViewMemory>().before = {app.camera.pose(), app.get<Followed>()};
}

void go_to_view_before(AppState& app) {
    const ViewMemory::Place place = *app.get<ViewMemory>().before;
    remember_view(app);
    app.get<Followed>() = place.followed;
    app.camera.set_mode(CameraMode::orbit);
    app.camera.fly_to(place.pose);
}

void take_views_of_source(AppState& app) {
    ViewMemory& views = app.get<ViewMemory>();
    const std::string& source = app.settings.source;
    if (views.source == source) {
        return;
    }
    if (!views.source.empty()) { // else nothing has been shown yet
        views.elsewhere[views.source] = std::exchange(app.view.stored_views, {});
        if (const auto kept = views.elsewhere.find(source); kept != views.elsewhere.end()) {
            app.view.stored_views = kept->second;
        }
        views.before.reset();
    }
    views.source = source;
}

// Unnamed bodies are known by their number, from 1.
std::size_t body_called(const AppState& app, const std::string& name) {
    for (const Label& label : app.catalogue.labels) {
        if (lower_case(label.text) == lower_case(name) ||
            lower_case(tr_name(label.text)) == lower_case(name)) {
            return label.body;
        }
    }
    if (name.find_first_not_of("0123456789.,kMG") != std::string::npos) { // no number either
        std::vector<std::string> names;
        std::ranges::transform(app.catalogue.labels, std::back_inserter(names), &Label::text);
        throw bad_input("no body here is called '" + name + "'", "",
                        did_you_mean(name, names, "double click a body"));
    }
    const std::size_t number = parse_number_of("bodies", name, "follow");
    const auto body =
        number == 0 ? std::nullopt : app.catalogue.numbers.find(number - 1, app.status.count);
    if (!body) {
        throw bad_input("there is no body " + with_thousands(number), "",
                        "bodies are numbered from 1 to " + with_thousands(app.status.count));
    }
    return *body;
}

void follow_by_name(AppState& app, const std::string& name) {
    if (name == "core") {
        follow_core(app);
    } else if (name == "nothing") {
        follow_nothing(app);
    } else if (!app.status.loaded || app.settings.source != app.status.settings.source) {
        app.get<Followed>() = {.wish = name};
    } else {
        app.get<Followed>().wish.clear();
        try {
            follow_body(app, body_called(app, name));
        } catch (const Error& error) {
            app.say(error);
        }
    }
}

} // namespace orrery
