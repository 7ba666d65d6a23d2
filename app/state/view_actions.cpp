#include "app/language/spoken_language.hpp"
#include "app/language/tr.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/look_properties.hpp"
#include "app/state/plot_status.hpp"
#include "app/state/source_choice.hpp"
#include "app/state/speaker.hpp"
#include "app/state/window_requests.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace orrery {

namespace {

// The next value of a choice, and says which.
void go_round(AppState& app, const char* id) {
    const PropertyChoice next = choose_next(*find_look_property(id), app.view);
    app.announce(id, next.label);
}

// With a window for the speaker, the audience's has no panels.
void next_layer(AppState& app) {
    Layer& layer = app.view.layer;
    const Layer first = app.get<SpeakerStatus>().open ? Layer::stage : Layer::panels;
    layer = layer == Layer::panels ? Layer::stage : layer == Layer::stage ? Layer::nothing : first;
}

Needed paths_needed(AppState& app) {
    return {tr_noop("Trails and orbits: only for a few bodies, or those with a name"),
            [&app] { return app.paths.of_any(); }};
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

const char* const every_body = "all";

Options component_options(const AppState& app) {
    Options options{{every_body, tr_noop("plot component all"), tr_noop("Plots all bodies")}};
    for (const Component& component : app.catalogue.components) {
        options.push_back({component.name, tr_format("plot component {}", tr(component.name)),
                           tr_noop("Plots the bodies that belonged to it at the start")});
    }
    return options;
}

std::vector<Choice::Option> language_options(const AppState& app) {
    std::vector<Choice::Option> options;
    for (const Translation& each : app.languages) {
        options.push_back({each.id, each.choice, tr("Switches the window to this language")});
    }
    return options;
}

// "german" and "Deutsch" are as good as "de".
std::string read_language(const AppState& app, const std::string& name) {
    if (const Translation* const found = find_language(app.languages, name)) {
        return found->id;
    }
    std::vector<std::string> names;
    for (const Translation& each : app.languages) {
        names.push_back(each.name);
    }
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
    add_action(app, "View", "plot.hold", "Lock selection",
               "Keeps the same bodies selected wherever they go; press again to select those in "
               "the range now",
               "Shift+H", [&app] { app.get<PlotStatus>().held = !app.get<PlotStatus>().held; })
        .only_if([&app] { return app.view.plot.brush.has_value(); },
                 tr_noop("No bodies are selected: drag across the scene's plot"))
        .shows([&app] { return app.get<PlotStatus>().held; });
    add_action(app, "View", "plot.clear", "Clear selection", "Clears the selection; so does Esc",
               "", [&app] { clear_brush(app); })
        .only_if([&app] { return app.view.plot.brush.has_value(); });
    add_value(app, "plot.component", "plot component", "disk", std::identity(),
              [&app](const std::string& name) {
                  app.view.plot.component = name == every_body ? "" : name;
              })
        .options = [&app] { return component_options(app); };
}

Needed picked_body_needed(AppState& app) {
    return {tr_noop("Double-click a body first"), [&app] { return app.picked_body.has_value(); }};
}

// Lines and a sky that help to see.
void add_guide_actions(AppState& app) {
    add_look_toggle(app, "path_ahead", picked_body_needed(app));
    for (const char* const id : {"velocities", "grid", "axes", "fading_lines"}) {
        add_look_toggle(app, id);
    }
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
               "Switches the window's language: English, Deutsch", "",
               [&app] { next_language(app); })
        .only_if([&app] { return app.languages.size() > 1; });
}

} // namespace

void add_view_actions(AppState& app) {
    View& view = app.view;
    add_action(app, "View", "view.panels", "Panels, stage, picture",
               "Switches between panels, stage (large type for an audience) and the picture only",
               "Tab", [&app] { next_layer(app); });
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
    add_look_toggle(app, "trails", paths_needed(app));
    add_look_toggle(app, "orbits", paths_needed(app));
    for (const char* const id : {"dark_matter", "dust", "scale_bar", "scene_looks", "names",
                                 "colour_scale", "tree_boxes"}) {
        add_look_toggle(app, id);
    }
    add_look_toggle(app, "tree_walk", picked_body_needed(app));
    add_look_toggle(app, "chart");
    add_look_toggle(app, "logarithmic_chart",
                    Needed{tr_noop("C shows the chart"), [&view] { return view.show_chart; }});
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
               "Puts every panel back in its original place", "",
               [&app] { app.requests.add(ResetLayout{}); });
    add_action(app, "View", "view.fullscreen", "Full screen",
               "Fills the monitor, or returns to a window", "F11",
               [&app] { app.requests.add(ToggleFullscreen{}); })
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

} // namespace orrery
