#include "app/state/default_actions.hpp"

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
    const Layer first = app.speaker.open ? Layer::stage : Layer::panels;
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

void add_view_actions(AppState& app) {
    View& view = app.view;
    app.actions.add({.id = "view.panels",
                     .menu = "View",
                     .label = "Panels, stage, picture",
                     .tooltip = "Shows the panels, then what an audience reads in large type, then "
                                "the picture alone",
                     .shortcut = "Tab",
                     .run = [&app] { next_layer(app); }});
    add_curtain(app, "view.black", "Black",
                "Hides the picture from the audience, and shows it again", "B", Curtain::black);
    add_curtain(app, "view.white", "White",
                "Lights the room instead of the picture, and shows it again", "W", Curtain::white);
    add_toggle(app, "View", "view.freeze", "Freeze the picture",
               "Lets the picture stand while the simulation goes on behind it", "Shift+B",
               view.frozen);
    app.actions.add({.id = "view.next_theme",
                     .menu = "View",
                     .label = "Colours of panels and stage",
                     .tooltip = "For a dark room, for a bright one, for a projector, in turn",
                     .shortcut = "",
                     .run = [&app] { next_theme(app); }});
    app.actions.add({.id = "view.style",
                     .menu = "View",
                     .label = "Render style",
                     .tooltip = "Draws bodies as glow, points or discs, in turn",
                     .shortcut = "P",
                     .run = [&app] { next_render_style(app); }});
    add_toggle(app, "View", "view.bloom", "Bloom",
               "Lets bright places shine over their surroundings", "", view.style.bloom);
    add_toggle(
        app, "View", "view.keep_frame_rate", "Keep the frame rate",
        "While drawing takes too long, leaves out glare, fine mist, pixels and bodies, in this "
        "order",
        "", view.keep_frame_rate);
    add_toggle(app, "View", "view.trails", "Trails",
               "Draws the ways that few bodies, or those with a name, have come", "Shift+P",
               view.show_trails);
    add_toggle(app, "View", "view.orbits", "Orbits",
               "Draws the ellipses on which bodies would go about the heaviest one alone",
               "Shift+T", view.show_orbits);
    add_toggle(app, "View", "view.dark", "Dark matter", "Shows the bodies that give no light", "",
               view.show_dark);
    add_toggle(app, "View", "view.dust", "Dust lanes",
               "Lets the dust of spiral galaxies dim and redden what is behind it", "",
               view.style.dust);
    add_toggle(app, "View", "view.scale_bar", "Scale bar", "Shows a length beside the picture", "",
               view.show_scale_bar);
    add_toggle(app, "View", "view.scene_looks", "Looks of the scenes",
               "Gives a scene that is chosen the colours, sizes and paths that suit it", "",
               view.scene_looks);
    add_toggle(app, "View", "view.labels", "Names", "Writes names beside the bodies that have one",
               "", view.show_labels);
    add_toggle(app, "View", "view.legend", "Colour scale", "Shows what the colours stand for", "",
               view.show_legend);
    add_toggle(app, "View", "view.octree", "Octree boxes",
               "Draws the cells of the octree that computes, or that a tree code would build", "O",
               view.tree.boxes);
    add_toggle(
        app, "View", "view.walk", "What a body opens",
        "Shows which cells the body picked by a double click takes whole, and which it opens",
        "Shift+O", view.tree.walk);
    add_toggle(app, "View", "view.chart", "Chart of the ladder",
               "Shows how many times as fast as the reference each algorithm is", "C",
               view.show_chart);
    add_toggle(app, "View", "view.logarithmic_chart", "Logarithmic chart",
               "Draws the chart's bars on a logarithmic axis, or from zero", "Shift+C",
               view.logarithmic_chart);
    app.actions.add({.id = "view.larger",
                     .menu = "View",
                     .label = "Larger panels",
                     .tooltip = "Makes text and panels larger",
                     .shortcut = "Ctrl+=",
                     .run = [&view] { change_ui_scale(view, 1); },
                     .enabled = [&view] { return view.ui_scale < largest_ui_scale; }});
    app.actions.add({.id = "view.smaller",
                     .menu = "View",
                     .label = "Smaller panels",
                     .tooltip = "Makes text and panels smaller",
                     .shortcut = "Ctrl+-",
                     .run = [&view] { change_ui_scale(view, -1); },
                     .enabled = [&view] { return view.ui_scale > smallest_ui_scale; }});
    app.actions.add({.id = "view.layout",
                     .menu = "View",
                     .label = "Standard layout",
                     .tooltip = "Puts every panel back to its first place and size",
                     .shortcut = "",
                     .run = [&app] { app.pending.reset_layout = true; }});
    app.actions.add({.id = "view.fullscreen",
                     .menu = "View",
                     .label = "Full screen",
                     .tooltip = "Fills the monitor that the window is on, and comes back",
                     .shortcut = "F11",
                     .run = [&app] { app.pending.toggle_fullscreen = true; },
                     .checked = [&app] { return app.fullscreen; }});
}

} // namespace orrery
