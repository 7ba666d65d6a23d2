#include "app/state/default_actions.hpp"
#include "app/state/speaker.hpp"
#include "app/state/window_requests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace orrery {

namespace {

void next_render_style(AppState& app) {
    BodyStyle::Sprite& sprite = app.view.style.sprite;
    switch (sprite) {
    case BodyStyle::Sprite::glow:
        sprite = BodyStyle::Sprite::points;
        app.announce("style", "Points");
        break;
    case BodyStyle::Sprite::points:
        sprite = BodyStyle::Sprite::discs;
        app.announce("style", "Discs");
        break;
    case BodyStyle::Sprite::discs:
        sprite = BodyStyle::Sprite::glow;
        app.announce("style", "Glow");
        break;
    }
}

// With a window for the speaker, the audience's has no panels.
void next_layer(AppState& app) {
    Layer& layer = app.view.layer;
    const Layer first = app.get<SpeakerStatus>().open ? Layer::stage : Layer::panels;
    layer = layer == Layer::panels ? Layer::stage : layer == Layer::stage ? Layer::nothing : first;
}

void next_theme(AppState& app) {
    Theme& theme = app.view.theme;
    theme = theme == Theme::dark    ? Theme::light
            : theme == Theme::light ? Theme::projector
                                    : Theme::dark;
    app.announce("theme", theme == Theme::dark    ? "For a dark room"
                          : theme == Theme::light ? "For a bright room"
                                                  : "For a projector");
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
                     .run = [&app] { next_theme(app); }});
    app.actions.add({.id = "view.style",
                     .menu = "View",
                     .label = "Render style",
                     .tooltip = "Switches between glow, points and discs",
                     .shortcut = "P",
                     .run = [&app] { next_render_style(app); }});
    add_toggle(app, "View", "view.bloom", "Bloom", "Adds a glow around bright areas", "",
               view.style.bloom);
    add_toggle(app, "View", "view.keep_frame_rate", "Keep the frame rate",
               "When drawing is too slow, turns off bloom, then coarsens the glow, then lowers the "
               "resolution, then leaves out bodies",
               "", view.keep_frame_rate);
    add_toggle(app, "View", "view.trails", "Trails",
               "Draws the past path of each body, if there are few, or of those with a name",
               "Shift+P", view.show_trails, paths_needed(app));
    add_toggle(app, "View", "view.orbits", "Orbits",
               "Draws each body's ellipse around the heaviest body, ignoring the others", "Shift+T",
               view.show_orbits, paths_needed(app));
    add_toggle(app, "View", "view.dark", "Dark matter", "Shows the bodies that emit no light", "",
               view.show_dark);
    add_toggle(app, "View", "view.dust", "Dust lanes",
               "Dims and reddens the light behind the dust of spiral galaxies", "",
               view.style.dust);
    add_toggle(app, "View", "view.scale_bar", "Scale bar", "Shows the scale of the picture", "",
               view.show_scale_bar);
    add_toggle(app, "View", "view.scene_looks", "Scene looks",
               "Gives each scene the colours, sizes and trails that suit it", "", view.scene_looks);
    add_toggle(app, "View", "view.labels", "Names", "Labels the bodies that have a name", "",
               view.show_labels);
    add_toggle(app, "View", "view.legend", "Colour scale", "Shows what the colours mean", "",
               view.show_legend);
    add_toggle(
        app, "View", "view.octree", "Octree boxes",
        "Draws the cells of the octree that the algorithm uses, or that a tree code would build",
        "O", view.tree.boxes);
    add_toggle(app, "View", "view.walk", "Tree walk of a body",
               "Shows which cells the double-clicked body uses whole, and which it opens",
               "Shift+O", view.tree.walk, picked_body_needed(app));
    add_toggle(app, "View", "view.chart", "Chart of the ladder",
               "Shows each algorithm's speed-up over the reference", "C", view.show_chart);
    add_toggle(app, "View", "view.logarithmic_chart", "Logarithmic chart",
               "Draws the chart on a logarithmic axis, or from zero", "Shift+C",
               view.logarithmic_chart,
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

} // namespace orrery
