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
        app.say("Points");
        break;
    case BodyStyle::Sprite::points:
        sprite = BodyStyle::Sprite::discs;
        app.say("Discs");
        break;
    case BodyStyle::Sprite::discs:
        sprite = BodyStyle::Sprite::glow;
        app.say("Glow");
        break;
    }
}

// In tenths, so that going up and down again ends exactly where it began.
void change_ui_scale(View& view, int tenths) {
    view.ui_scale = std::clamp(std::round(10 * view.ui_scale + static_cast<float>(tenths)) / 10,
                               smallest_ui_scale, largest_ui_scale);
}

void add_toggle(AppState& app, std::string id, std::string label, std::string tooltip,
                std::string shortcut, bool& value) {
    app.actions.add({.id = std::move(id),
                     .menu = "View",
                     .label = std::move(label),
                     .tooltip = std::move(tooltip),
                     .shortcut = std::move(shortcut),
                     .run = [&value] { value = !value; },
                     .checked = [&value] { return value; }});
}

} // namespace

void add_view_actions(AppState& app) {
    View& view = app.view;
    add_toggle(app, "view.panels", "Panels", "Shows the panels or the picture alone", "Tab",
               view.show_ui);
    app.actions.add({.id = "view.style",
                     .menu = "View",
                     .label = "Render style",
                     .tooltip = "Draws bodies as glow, points or discs, in turn",
                     .shortcut = "P",
                     .run = [&app] { next_render_style(app); }});
    add_toggle(app, "view.bloom", "Bloom", "Lets bright places shine over their surroundings", "",
               view.style.bloom);
    add_toggle(app, "view.labels", "Names", "Writes names beside the bodies that have one", "",
               view.show_labels);
    add_toggle(app, "view.legend", "Colour scale", "Shows what the colours stand for", "",
               view.show_legend);
    add_toggle(app, "view.octree", "Octree boxes",
               "Draws the cells of the octree that computes, or that a tree code would build", "O",
               view.tree.boxes);
    add_toggle(
        app, "view.walk", "What a body opens",
        "Shows which cells the body picked by a double click takes whole, and which it opens",
        "Shift+O", view.tree.walk);
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
