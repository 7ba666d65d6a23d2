#include "app/language/tr.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/tour_status.hpp"
#include "app/state/view_memory.hpp"

#include <utility>

namespace orrery {

namespace {

// Takes the settings and the look of a moment, and its bodies if it has some. The clock goes on as
// it does, and the layer over the picture stays.
void go_to(AppState& app, UndoPoint moment) {
    const bool running = app.settings.running;
    app.settings = std::move(moment.settings);
    app.settings.running = running;
    take_views_of_source(app);
    Look look = std::move(moment.look);
    look.layer = app.view.layer;
    if (look.automatic_range) {
        look.style.scalar_low = app.view.style.scalar_low;
        look.style.scalar_high = app.view.style.scalar_high;
    }
    static_cast<Look&>(app.view) = std::move(look);
    if (moment.timeline) {
        app.simulation.restore(std::move(moment.timeline), app.settings);
    }
}

void undo(AppState& app) {
    if (!app.undo.can_undo()) {
        app.announce("undo", "Nothing to undo in this step; Page Up goes back a step");
        return;
    }
    app.announce("undo", tr_format("Undone: {}", app.undo.undo_words()));
    go_to(app, app.undo.undo());
}

void redo(AppState& app) {
    app.announce("undo", tr_format("Redone: {}", app.undo.redo_words()));
    go_to(app, app.undo.redo());
}

} // namespace

void add_edit_actions(AppState& app) {
    app.actions.add(
        {.id = "edit.undo",
         .menu = "Edit",
         .label = "Undo",
         .tooltip = "Undoes the last change to the view or the simulation, and brings "
                    "back the bodies it replaced",
         .shortcut = "Ctrl+Z",
         .run = [&app] { undo(app); },
         .enabled = [&app] { return app.undo.can_undo() || app.get<TourStatus>().given; },
         .needs = tr_noop("Nothing to undo")});
    app.actions.add({.id = "edit.redo",
                     .menu = "Edit",
                     .label = "Redo",
                     .tooltip = "Repeats the change that was undone",
                     .shortcut = "Ctrl+Shift+Z",
                     .run = [&app] { redo(app); },
                     .enabled = [&app] { return app.undo.can_redo(); },
                     .needs = tr_noop("Nothing to redo")});
    add_share_actions(app);
}

} // namespace orrery
