// What a speaker points at the picture and draws on it.
#include "app/state/default_actions.hpp"

namespace orrery {
namespace {

void add_toggle(AppState& app, std::string id, std::string label, std::string tooltip,
                std::string shortcut, bool& value) {
    app.actions.add({.id = std::move(id),
                     .menu = "Stage",
                     .label = std::move(label),
                     .tooltip = std::move(tooltip),
                     .shortcut = std::move(shortcut),
                     .run = [&value] { value = !value; },
                     .checked = [&value] { return value; }});
}

} // namespace

void add_annotation_actions(AppState& app) {
    Annotations& annotations = app.view.annotations;
    add_toggle(app, "stage.pointer", "Pointer",
               "Shows the mouse as a bright point that the last row sees", "I",
               annotations.pointer);
    add_toggle(app, "stage.spotlight", "Spotlight",
               "Darkens all but what is around the mouse; Shift+wheel changes how much", "Shift+I",
               annotations.spotlight);
    add_toggle(app, "stage.draw", "Draw on the picture",
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
