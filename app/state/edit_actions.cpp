#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/state/body_edits.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/followed.hpp"
#include "app/state/hand.hpp"
#include "app/state/source_choice.hpp"
#include "app/state/tour_status.hpp"
#include "app/state/window_requests.hpp"

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

void toggle(AppState& app) {
    Hand& hand = app.get<Hand>();
    hand.active = !hand.active;
    hand.drag.reset();
    if (hand.active) {
        app.view.annotations.drawing = false;
    } else {
        hand.held.reset();
    }
}

void delete_held(AppState& app) {
    const BodyNumber number = *std::exchange(app.get<Hand>().held, std::nullopt);
    app.get<Hand>().drag.reset();
    if (const auto body = app.catalogue.numbers.find(number, app.status.count)) {
        app.get<BodyEdits>().wanted.push_back({"bodies.remove", spoken_body(app, *body)});
    }
}

void add_hand_actions(AppState& app) {
    Hand& hand = app.get<Hand>();
    add_action(app, "Edit", "hand.take", "Hand",
               "Drag on empty sky to throw a new body, drag a body to give it a new velocity, "
               "click to hold it; the wheel sets the mass",
               "H", [&app] { toggle(app); })
        .only_if([&app] { return !app.race.under_way; }, tr_noop("No hand in a race: Esc ends it"))
        .shows([&hand] { return hand.active; });
    add_action(app, "Edit", "hand.delete", "Delete held body",
               "Removes the held body from the simulation", "Delete", [&app] { delete_held(app); })
        .only_if([&hand] { return hand.active && hand.held.has_value(); },
                 tr_noop("No body is selected: press H, then click one"));
    add_value(app, "hand.mass", "thrown mass", "0.01", number_within(mass_limits, "thrown mass"),
              [&hand](double mass) { hand.mass = mass; });
}

} // namespace

void add_edit_actions(AppState& app) {
    add_action(app, "Edit", "edit.undo", "Undo",
               "Undoes the last change to the view or the simulation, and brings back the bodies "
               "it replaced",
               "Ctrl+Z", [&app] { undo(app); })
        .only_if([&app] { return app.undo.can_undo() || app.get<TourStatus>().given; },
                 tr_noop("Nothing to undo"));
    add_action(app, "Edit", "edit.redo", "Redo", "Repeats the change that was undone",
               "Ctrl+Shift+Z", [&app] { redo(app); })
        .only_if([&app] { return app.undo.can_redo(); }, tr_noop("Nothing to redo"));
    add_action(app, "Edit", "edit.copy_command_line", "Copy command line",
               "Copies the orrery command that starts with this scene, settings and look", "",
               [&app] { app.requests.add(CopyCommandLine{}); })
        .only_if([&app] { return app.status.loaded; });
    add_action(app, "Edit", "edit.copy_state", "Copy state",
               "Copies scene, settings, view and time as text, for Ctrl+V in another window or "
               "orrery --state",
               "", [&app] { app.requests.add(CopyState{}); })
        .only_if([&app] { return app.status.loaded; });
    add_action(app, "Edit", "edit.paste_state", "Paste state",
               "Restores a copied scene with its settings and view, and computes up to its time",
               "Ctrl+V", [&app] { app.requests.add(PasteState{}); });
    add_hand_actions(app);
}

} // namespace orrery
