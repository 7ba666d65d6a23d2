// What a speaker points at the picture and draws on it.
#include "app/state/default_actions.hpp"

namespace orrery {
namespace {

constexpr const char* nothing_drawn = tr_noop("Nothing is drawn yet: D draws on the picture");

} // namespace

void add_annotation_actions(AppState& app) {
    Annotations& annotations = app.view.annotations;
    add_toggle(app, "Stage", "stage.pointer", "Pointer",
               "Shows the mouse as a bright dot, visible from the last row", "I",
               annotations.pointer);
    add_toggle(app, "Stage", "stage.spotlight", "Spotlight",
               "Darkens everything but a circle around the mouse; Shift+wheel changes its size",
               "Shift+I", annotations.spotlight);
    add_toggle(app, "Stage", "stage.draw", "Draw on the picture",
               "Drag for an arrow, Shift+drag for a line, click to type text", "D",
               annotations.drawing);
    app.actions.add({.id = "stage.remove",
                     .menu = "Stage",
                     .label = "Remove last drawing",
                     .tooltip = "Removes the newest arrow, line or text",
                     .shortcut = "Backspace",
                     .run = [&annotations] { annotations.drawn.pop_back(); },
                     .enabled = [&annotations] { return !annotations.drawn.empty(); },
                     .needs = nothing_drawn});
    app.actions.add({.id = "stage.clear",
                     .menu = "Stage",
                     .label = "Clear drawings",
                     .tooltip = "Removes all arrows, lines and text",
                     .shortcut = "Shift+D",
                     .run = [&annotations] { annotations.drawn.clear(); },
                     .enabled = [&annotations] { return !annotations.drawn.empty(); },
                     .needs = nothing_drawn});
}

} // namespace orrery
