#include "app/state/default_actions.hpp"
#include "app/state/look_properties.hpp"
#include "app/state/setting_limits.hpp"
#include "app/state/speaker.hpp"
#include "app/state/window_requests.hpp"
#include "sim/base/parse_number.hpp"

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

void add_curtain(AppState& app, std::string id, std::string label, std::string tooltip,
                 std::string shortcut, Curtain curtain) {
    Curtain& now = app.view.curtain;
    app.actions.add({.id = std::move(id),
                     .menu = "View",
                     .label = std::move(label),
                     .tooltip = std::move(tooltip),
                     .shortcut = std::move(shortcut),
                     .run = [&now, curtain] { now = now == curtain ? Curtain::open : curtain; },
                     .checked = [&now, curtain] { return now == curtain; }});
}

// In tenths, so that going up and down again ends exactly where it began.
void change_ui_scale(View& view, int tenths) {
    view.ui_scale = std::clamp(std::round(10 * view.ui_scale + static_cast<float>(tenths)) / 10,
                               smallest_ui_scale, largest_ui_scale);
}

float read_ui_scale(const std::string& words) {
    const double scale = parse_number(words, "panel size");
    check_within({smallest_ui_scale, largest_ui_scale, "more shows nothing"}, scale, "panel size");
    return static_cast<float>(scale);
}

constexpr float usual_stars = 0.5F;

} // namespace

Needed picked_body_needed(AppState& app) {
    return {tr_noop("Double-click a body first"), [&app] { return app.picked_body.has_value(); }};
}

void add_view_actions(AppState& app) {
    View& view = app.view;
    app.actions.add(
        {.id = "view.panels",
         .menu = "View",
         .label = "Panels, stage, picture",
         .tooltip =
             "Switches between panels, stage (large type for an audience) and the picture only",
         .shortcut = "Tab",
         .run = [&app] { next_layer(app); }});
    add_curtain(app, "view.black", "Black", "Shows the audience a black screen", "B",
                Curtain::black);
    add_curtain(app, "view.white", "White", "Shows the audience a white screen", "W",
                Curtain::white);
    add_toggle(app, "View", "view.freeze", "Freeze the picture",
               "Freezes the audience's picture while the simulation goes on", "Shift+B",
               view.frozen);
    app.actions.add({.id = "view.next_theme",
                     .menu = "View",
                     .label = "Next theme",
                     .tooltip = "Switches between dark, light and projector colours",
                     .shortcut = "",
                     .run = [&app] { go_round(app, "theme"); }});
    app.actions.add({.id = "view.style",
                     .menu = "View",
                     .label = "Render style",
                     .tooltip = "Switches between glow, points and discs",
                     .shortcut = "P",
                     .run = [&app] { go_round(app, "style"); }});
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
    app.actions.add({.id = "view.larger",
                     .menu = "View",
                     .label = "Larger panels",
                     .tooltip = "Makes text and panels larger",
                     .shortcut = "Ctrl+=",
                     .run = [&view] { change_ui_scale(view, 1); },
                     .enabled = [&view] { return view.ui_scale < largest_ui_scale; },
                     .needs = tr_noop("The panels are at their largest")});
    app.actions.add({.id = "view.smaller",
                     .menu = "View",
                     .label = "Smaller panels",
                     .tooltip = "Makes text and panels smaller",
                     .shortcut = "Ctrl+-",
                     .run = [&view] { change_ui_scale(view, -1); },
                     .enabled = [&view] { return view.ui_scale > smallest_ui_scale; },
                     .needs = tr_noop("The panels are at their smallest")});
    app.actions.add(Choice{
        .id = "view.ui_scale",
        .kind = "panel size",
        .options = [] { return std::vector<Choice::Option>(); },
        .choose = [&view](const std::string& words) { view.ui_scale = read_ui_scale(words); },
        .check = [](const std::string& words) { read_ui_scale(words); },
        .example = "1.5"});
    app.actions.add({.id = "view.layout",
                     .menu = "View",
                     .label = "Reset layout",
                     .tooltip = "Puts every panel back in its original place",
                     .shortcut = "",
                     .run = [&app] { app.requests.add(ResetLayout{}); }});
    app.actions.add({.id = "view.fullscreen",
                     .menu = "View",
                     .label = "Full screen",
                     .tooltip = "Fills the monitor, or returns to a window",
                     .shortcut = "F11",
                     .run = [&app] { app.requests.add(ToggleFullscreen{}); },
                     .checked = [&app] { return app.fullscreen; }});
}

// Lines and a sky that help to see.
void add_guide_actions(AppState& app) {
    add_look_toggle(app, "path_ahead", picked_body_needed(app));
    for (const char* const id : {"velocities", "grid", "axes", "fading_lines"}) {
        add_look_toggle(app, id);
    }
    View& view = app.view;
    app.actions.add({.id = "view.sky",
                     .menu = "View",
                     .label = "Background stars",
                     .tooltip = "Draws faint distant stars behind the bodies",
                     .shortcut = "",
                     .run = [&view] { view.stars = view.stars > 0 ? 0 : usual_stars; },
                     .checked = [&view] { return view.stars > 0; }});
}

} // namespace orrery
