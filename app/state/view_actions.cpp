// Actions on the view: layers, styles, lines, plots, languages; the camera's views and the bodies
// that it follows.

#include "app/numbers.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/followed.hpp"
#include "app/state/halo_status.hpp"
#include "app/state/plot_status.hpp"
#include "app/state/scene_space.hpp"
#include "app/state/source_choice.hpp"
#include "app/state/window_requests.hpp"
#include "sim/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace orrery {

namespace {

// The next value of a choice, around the end of the list; says which.
void go_round(AppState& app, const char* id) {
    const LookProperty& property = *find_look_property(id);
    const std::vector<PropertyChoice> all = property.choices();
    const auto now = std::ranges::find(all, property.words(app.view), &PropertyChoice::name);
    const PropertyChoice& next = now + 1 == all.end() ? all.front() : *(now + 1);
    property.member.set(app.view, next.name);
    app.announce(id, next.label);
}

// With a window for the speaker, the audience's has no panels.
void next_layer(AppState& app) {
    Layer& layer = app.view.layer;
    const Layer first = app.get<SpeakerStatus>().open ? Layer::stage : Layer::panels;
    layer = layer == Layer::panels ? Layer::stage : layer == Layer::stage ? Layer::nothing : first;
}

Needed picked_body_needed(AppState& app) {
    return {tr_noop("Double-click a body first"), [&app] { return app.picked_body.has_value(); }};
}

void add_curtain(AppState& app, const char* id, const char* label, const char* tooltip,
                 const char* shortcut, Curtain curtain) {
    Curtain& now = app.view.curtain;
    add_action(app, "View", id, label, tooltip, shortcut, [&now, curtain] {
        now = now == curtain ? Curtain::open : curtain;
    }).shows([&now, curtain] { return now == curtain; });
}

// In tenths, so that going up and down again ends exactly where it began.
void change_ui_scale(View& view, int tenths) {
    view.ui_scale = std::clamp(std::round(10 * view.ui_scale + static_cast<float>(tenths)) / 10,
                               smallest_ui_scale, largest_ui_scale);
}

constexpr float usual_stars = 0.5F;

using Options = std::vector<Choice::Option>;

constexpr const char* every_body = "all";

Options component_options(const AppState& app) {
    Options options{{every_body, tr_noop("plot component all"), tr_noop("Plots all bodies")}};
    for (const Component& component : app.catalogue.components) {
        options.push_back({component.name, tr_format("plot component {}", tr(component.name)),
                           tr_noop("Plots the bodies that belonged to it at the start")});
    }
    return options;
}

Options language_options(const AppState& app) {
    return list_of<Choice::Option>(app.languages, [](const Translation& each) {
        return Choice::Option{each.id, each.choice, tr("Switches the window to this language")};
    });
}

// "german" and "Deutsch" are as good as "de". Where no window knows the languages, as when a tour
// is rehearsed, any may be one.
std::string read_language(const AppState& app, const std::string& name) {
    if (app.languages.empty()) {
        return name;
    }
    if (const Translation* const found = find_language(app.languages, name)) {
        return found->id;
    }
    const auto names = list_of<std::string>(app.languages, &Translation::name);
    throw bad_input("unknown language '" + name + "'", "", did_you_mean(name, names, "Ctrl+K"));
}

void next_language(AppState& app) {
    const auto now = std::ranges::find(app.languages, app.view.language, &Translation::id);
    const bool last = now == app.languages.end() || now + 1 == app.languages.end();
    app.view.language = last ? app.languages.front().id : (now + 1)->id;
}

void add_plot_actions(AppState& app) {
    add_look_toggle(app, "plot_large",
                    Needed{tr_noop("The plot appears after the chart or the race"),
                           [&app] { return !app.view.show_chart && !app.race.under_way; }});
    add_look_toggle(app, "plot_logarithmic");
    const auto has_brush = [&app] { return app.view.plot.brush.has_value(); };
    add_toggle(app, "View", "plot.hold", "Lock selection",
               "Keeps the same bodies selected wherever they go; press again to select those in "
               "the range now",
               "Shift+H", app.get<PlotStatus>().held)
        .only_if(has_brush, tr_noop("No bodies are selected: drag across the scene's plot"));
    add_action(app, "View", "plot.clear", "Clear selection", "Clears the selection; so does Esc",
               "", clear_brush)
        .only_if(has_brush);
    add_value(app, "plot.component", "plot component", "disk", std::identity(),
              [&app](const std::string& name) {
                  app.view.plot.component = name == every_body ? "" : name;
              })
        .options = [&app] { return component_options(app); };
}

// Lines and a sky that help to see.
void add_guide_actions(AppState& app) {
    add_look_toggle(app, "path_ahead", picked_body_needed(app));
    for (const char* const id :
         {"velocities", "grid", "axes", "fading_lines", "box", "neighbours", "physical_view"}) {
        add_look_toggle(app, id);
    }
    add_look_toggle(app, "haloes");
    View& view = app.view;
    add_action(app, "View", "view.sky", "Background stars",
               "Draws faint distant stars behind the bodies", "",
               [&view] { view.stars = view.stars > 0 ? 0 : usual_stars; })
        .shows([&view] { return view.stars > 0; });
}

void add_language_actions(AppState& app) {
    add_value(
        app, "view.language", "language", "deutsch",
        [&app](const std::string& name) { return read_language(app, name); },
        [&app](const std::string& id) { app.view.language = id; })
        .options = [&app] { return language_options(app); };
    add_action(app, "View", "view.next_language", "Next language",
               "Switches the window's language: English, Deutsch", "", next_language)
        .only_if([&app] { return app.languages.size() > 1; });
}

// A camera that was brought to a place orbits it: it neither flies on nor follows a body.
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

constexpr float slow_rotation = 6; // degrees a second: a turn takes a minute

void follow(AppState& app, const Followed& followed) {
    remember_view(app);
    app.camera.set_mode(CameraMode::orbit);
    app.get<Followed>() = followed;
}

// Back to the view before; and once more forth again.
void go_to_view_before(AppState& app) {
    const ViewMemory::Place place = *app.get<ViewMemory>().before;
    follow(app, place.followed);
    app.camera.fly_to(place.pose);
}

void follow_core(AppState& app) {
    follow(app, {.what = Following::core});
    app.announce("follow", "Following the densest core", Addressee::everyone);
}

void follow_nothing(AppState& app) {
    app.get<Followed>() = {};
    app.announce("follow", "No longer following");
}

// Follows it, and flies there first.
void fly_to_body(AppState& app, const std::string& name) {
    Followed& followed = app.get<Followed>();
    followed = {};
    follow_by_name(app, name);
    followed.flies = followed.what == Following::body || !followed.wish.empty();
}

Options fly_options(const AppState& app) {
    Options options;
    for (const Label& label : app.catalogue.labels) {
        options.push_back({label.text, tr_format("fly to {}", tr_name(label.text)),
                           tr_noop("Flies there and keeps it in the centre")});
    }
    return options;
}

Options follow_options(const AppState& app) {
    Options options;
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
    add_look_toggle(
        app, "web_flight",
        Needed{tr_noop("Only through a periodic box, and not with reduced motion"), [&app] {
                   const bool in_box =
                       !app.status.loaded || app.get<SceneSpace>().box.is_periodic();
                   return in_box && !app.view.reduced_motion;
               }});
    add_look_toggle(app, "turn_with_orbit",
                    Needed{tr_noop("Double-click a body first"),
                           [&app] { return app.get<Followed>().what == Following::body; }});
    add_look_toggle(app, "reduced_motion");
    add_halo_choice(app);
    add_value(app, "camera.follow", "follow", "17", std::identity(), follow_by_name).options =
        [&app] { return follow_options(app); };
    add_value(app, "camera.fly_to", "fly to", "Mars", std::identity(), fly_to_body).options =
        [&app] { return fly_options(app); };
}

} // namespace

void add_view_actions(AppState& app) {
    View& view = app.view;
    add_action(app, "View", "view.panels", "Panels, stage, picture",
               "Switches between panels, stage (large type for an audience) and the picture only",
               "Tab", next_layer);
    add_curtain(app, "view.black", "Black", "Shows the audience a black screen", "B",
                Curtain::black);
    add_curtain(app, "view.white", "White", "Shows the audience a white screen", "W",
                Curtain::white);
    add_toggle(app, "View", "view.freeze", "Freeze the picture",
               "Freezes the audience's picture while the simulation goes on", "Shift+B",
               view.frozen);
    add_action(app, "View", "view.next_theme", "Next theme",
               "Switches between dark, light and projector colours", "",
               [&app] { go_round(app, "theme"); });
    add_action(app, "View", "view.style", "Render style", "Switches between glow, points and discs",
               "P", [&app] { go_round(app, "style"); });
    for (const char* const id : {"bloom", "keep_frame_rate"}) {
        add_look_toggle(app, id);
    }
    for (const char* const id : {"trails", "orbits"}) {
        add_look_toggle(
            app, id,
            Needed{tr_noop("Trails and orbits: only for a few bodies, or those with a name"),
                   [&app] { return app.paths.of_any(); }});
    }
    for (const char* const id : {"dark_matter", "dust", "scale_bar", "scene_looks", "names",
                                 "colour_scale", "tree_boxes"}) {
        add_look_toggle(app, id);
    }
    add_look_toggle(app, "race_overlay",
                    Needed{tr_noop("X starts a race"), [&app] { return app.race.under_way; }});
    add_look_toggle(app, "tree_walk", picked_body_needed(app));
    const Needed chart{tr_noop("C shows the chart, M a small one"),
                       [&view] { return view.show_chart || view.chart_corner; }};
    add_look_toggle(app, "chart");
    add_look_toggle(app, "chart_corner");
    add_look_toggle(app, "chart_growth", chart);
    add_look_toggle(app, "logarithmic_chart", chart);
    add_action(app, "View", "view.next_number", "Large number",
               "Shows the speed-up, the force error or another number in the largest type on the "
               "stage, one after the other",
               "N", [&app] { go_round(app, "number"); });
    add_look_toggle(app, "code");
    add_look_toggle(app, "kernel");
    add_action(app, "View", "view.larger", "Larger panels", "Makes text and panels larger",
               "Ctrl+=", [&view] { change_ui_scale(view, 1); })
        .only_if([&view] { return view.ui_scale < largest_ui_scale; },
                 tr_noop("The panels are at their largest"));
    add_action(app, "View", "view.smaller", "Smaller panels", "Makes text and panels smaller",
               "Ctrl+-", [&view] { change_ui_scale(view, -1); })
        .only_if([&view] { return view.ui_scale > smallest_ui_scale; },
                 tr_noop("The panels are at their smallest"));
    add_value(
        app, "view.ui_scale", "panel size", "1.5",
        number_within({smallest_ui_scale, largest_ui_scale, "more shows nothing"}, "panel size"),
        [&view](double scale) { view.ui_scale = static_cast<float>(scale); });
    add_action(app, "View", "view.layout", "Reset layout",
               "Puts every panel back in its original place", "", ResetLayout{});
    add_action(app, "View", "view.fullscreen", "Full screen",
               "Fills the monitor, or returns to a window", "F11", ToggleFullscreen{})
        .shows([&app] { return app.fullscreen; });
    add_plot_actions(app);
    add_guide_actions(app);
    add_language_actions(app);
}

void clear_brush(AppState& app) {
    app.view.plot.brush.reset();
    app.get<PlotStatus>().held = false;
    app.get<PlotStatus>().dragged.reset();
}

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
               go_to_view_before)
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
                   fmt::format("Ctrl+{}", slot + 1), [&app, slot] {
                       app.view.stored_views[slot] = app.camera.pose();
                       app.say(tr_format("Stored as view {0}: press {0} to return", slot + 1));
                   });
    }
    add_follow_actions(app);
}

void remember_view(AppState& app) {
    app.get<ViewMemory>().before = {app.camera.pose(), app.get<Followed>()};
}

void take_views_of_source(AppState& app) {
    ViewMemory& views = app.get<ViewMemory>();
    const std::string& source = app.settings.source;
    if (views.source == source) {
        return;
    }
    if (!views.source.empty()) { // else nothing has been shown yet
        views.elsewhere[views.source] = {std::exchange(app.view.stored_views, {}),
                                         std::exchange(app.view.keyframes, {}), app.camera.pose()};
        if (const auto kept = views.elsewhere.find(source); kept != views.elsewhere.end()) {
            app.view.stored_views = kept->second.stored;
            app.view.keyframes = kept->second.keyframes;
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
        const auto names = list_of<std::string>(app.catalogue.labels, &Label::text);
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
            const std::size_t body = body_called(app, name);
            app.picked_body = body;
            follow(app, {.what = Following::body, .body = body});
        } catch (const Error& error) {
            app.say(error);
        }
    }
}

} // namespace orrery
