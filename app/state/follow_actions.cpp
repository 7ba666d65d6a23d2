// What the camera stays with while it moves, and how it moves.

#include "app/numbers.hpp"
#include "app/state/default_actions.hpp"
#include "sim/base/error.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

namespace {

constexpr float slow_rotation = 6; // degrees a second: a turn takes a minute

void follow_body(AppState& app, std::size_t body) {
    app.camera.set_mode(CameraMode::orbit);
    app.picked_body = body;
    app.followed = {.what = Following::body, .body = body};
}

void follow_core(AppState& app) {
    app.camera.set_mode(CameraMode::orbit);
    app.followed = {.what = Following::core};
    app.announce("follow", "The densest core stays in the centre");
}

void follow_nothing(AppState& app) {
    app.followed = {};
    app.announce("follow", "Follows nothing any more");
}

std::vector<Choice::Option> follow_options(const AppState& app) {
    std::vector<Choice::Option> options;
    for (const Label& label : app.catalogue.labels) {
        options.push_back({label.text, "follow " + label.text, "Keeps it in the centre"});
    }
    options.push_back({"core", "follow core", "Keeps the densest part in the centre"});
    options.push_back({"nothing", "follow nothing", "The camera stays where it is"});
    return options;
}

// Bodies without a name are known by their number, from 1.
std::size_t read_body(const std::string& text) {
    return parse_number_of("bodies", text, "follow");
}

void follow(AppState& app, const std::string& name) {
    if (name == "core") {
        follow_core(app);
        return;
    }
    if (name == "nothing") {
        follow_nothing(app);
        return;
    }
    const std::vector<Label>& labels = app.catalogue.labels;
    const auto label = std::find_if(labels.begin(), labels.end(),
                                    [&](const Label& each) { return each.text == name; });
    if (label != labels.end()) {
        follow_body(app, label->body);
        return;
    }
    const std::size_t number = read_body(name);
    if (number == 0 || number > app.status.count) {
        app.say("There is no body " + with_thousands(number) + " among " +
                    with_thousands(app.status.count),
                true);
        return;
    }
    follow_body(app, number - 1);
}

} // namespace

void add_follow_actions(AppState& app) {
    app.actions.add({.id = "camera.follow_core",
                     .menu = "Camera",
                     .label = "Follow the core",
                     .tooltip = "Keeps the densest part of the bodies in the centre, or no more; a "
                                "double click follows a body",
                     .shortcut = "G",
                     .run =
                         [&app] {
                             if (app.followed.what == Following::core) {
                                 follow_nothing(app);
                             } else {
                                 follow_core(app);
                             }
                         },
                     .checked = [&app] { return app.followed.what == Following::core; }});
    app.actions.add(
        {.id = "camera.rotate",
         .menu = "Camera",
         .label = "Turn slowly",
         .tooltip = "Circles the centre once a minute, or no more",
         .shortcut = "Y",
         .run = [&app] { app.view.rotation = app.view.rotation != 0 ? 0 : slow_rotation; },
         .checked = [&app] { return app.view.rotation != 0; }});
    app.actions.add({.id = "camera.reduced_motion",
                     .menu = "Camera",
                     .label = "Reduced motion",
                     .tooltip = "The picture fades to another view instead of flying there",
                     .shortcut = "",
                     .run = [&app] { app.view.reduced_motion = !app.view.reduced_motion; },
                     .checked = [&app] { return app.view.reduced_motion; }});
    app.actions.add(Choice{.id = "camera.follow",
                           .kind = "follow",
                           .options = [&app] { return follow_options(app); },
                           .choose = [&app](const std::string& name) { follow(app, name); },
                           .check = [](const std::string& name) { read_body(name); },
                           .example = "17"});
}

} // namespace orrery
