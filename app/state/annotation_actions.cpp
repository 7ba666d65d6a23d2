// What a speaker points at the picture and draws on it.
#include "app/state/default_actions.hpp"

namespace orrery {
void add_annotation_actions(AppState& app) {
    Annotations& annotations = app.view.annotations;
    add_toggle(app, "Stage", "stage.pointer", "Pointer",
               "Shows the mouse as a bright point that the last row sees", "I",
               annotations.pointer);
    add_toggle(app, "Stage", "stage.spotlight", "Spotlight",
               "Darkens all but what is around the mouse; Shift+wheel changes how much", "Shift+I",
               annotations.spotlight);
    add_toggle(app, "Stage", "stage.draw", "Draw on the picture",
               "Dragging draws an arrow, with Shift a line; a click begins words", "D",
               annotations.drawing);
    app.actions.add({.id = "stage.remove",
                     .menu = "Stage",
                     .label = "Remove what was drawn last",
                     .tooltip = "Takes the newest arrow, line or words off the picture",
                     .shortcut = "Backspace",
                     .run = [&annotations] { annotations.drawn.pop_back(); },
                     .enabled = [&annotations] { return !annotations.drawn.empty(); }});
    app.actions.add({.id = "stage.clear",
                     .menu = "Stage",
                     .label = "Clear the picture",
                     .tooltip = "Takes off all that was drawn",
                     .shortcut = "Shift+D",
                     .run = [&annotations] { annotations.drawn.clear(); },
                     .enabled = [&annotations] { return !annotations.drawn.empty(); }});
}

} // namespace orrery
