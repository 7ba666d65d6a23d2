// What the camera stays with while it moves, and how it moves.

#include "app/language/spoken_language.hpp"
#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/followed.hpp"
#include "app/state/view_memory.hpp"
#include "sim/base/closest_names.hpp"
#include "sim/base/error.hpp"

#include <string>
#include <utility>
#include <vector>

namespace orrery {

namespace {

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

std::vector<std::string> names_of(const Catalogue& catalogue) {
    std::vector<std::string> names;
    for (const Label& label : catalogue.labels) {
        names.push_back(label.text);
    }
    return names;
}

} // namespace

// Unnamed bodies are known by their number, from 1.
std::size_t body_called(const AppState& app, const std::string& name) {
    for (const Label& label : app.catalogue.labels) {
        if (lower_case(label.text) == lower_case(name) ||
            lower_case(tr_name(label.text)) == lower_case(name)) {
            return label.body;
        }
    }
    const bool is_number = name.find_first_not_of("0123456789.,kMG") == std::string::npos;
    if (!is_number) {
        throw bad_input("no body here is called '" + name + "'", "",
                        did_you_mean(name, names_of(app.catalogue), "double click a body"));
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
            app.say(error.problem() + ": " + error.hint(), true);
        }
    }
}

void add_follow_actions(AppState& app) {
    app.actions.add(
        {.id = "camera.follow_core",
         .menu = "Camera",
         .label = "Follow the core",
         .tooltip =
             "Keeps the densest part of the bodies in the centre; a double click follows a body",
         .shortcut = "G",
         .run =
             [&app] {
                 if (app.get<Followed>().what == Following::core) {
                     follow_nothing(app);
                 } else {
                     follow_core(app);
                 }
             },
         .checked = [&app] { return app.get<Followed>().what == Following::core; }});
    app.actions.add(
        {.id = "camera.rotate",
         .menu = "Camera",
         .label = "Turn slowly",
         .tooltip = "Orbits the centre once a minute",
         .shortcut = "Y",
         .run = [&app] { app.view.rotation = app.view.rotation != 0 ? 0 : slow_rotation; },
         .checked = [&app] { return app.view.rotation != 0; }});
    add_look_toggle(app, "reduced_motion");
    app.actions.add(Choice{.id = "camera.follow",
                           .kind = "follow",
                           .options = [&app] { return follow_options(app); },
                           .choose = [&app](const std::string& name) { follow_by_name(app, name); },
                           .check = [](const std::string&) {},
                           .example = "17"});
}

} // namespace orrery
