#include "app/state/default_actions.hpp"
#include "app/state/tour_status.hpp"

#include <string>

namespace orrery {

namespace {

// Actions of a tour that is being given, with the keys that a clicker sends.
void add_move(AppState& app, const char* id, const char* label, const char* tooltip,
              const char* shortcut, TourMove move) {
    add_action(app, "Tour", id, label, tooltip, shortcut, [&app, move] { app.requests.add(move); })
        .only_if([&app] { return app.get<TourStatus>().given; },
                 tr_noop("No tour is running: F5 starts one"))
        .while_presenting();
}

void add_tour(AppState& app, const char* name, const char* label, const char* tooltip) {
    add_action(app, "Tour", std::string("tour.") + name, label, tooltip, "",
               [&app, name] { app.requests.add(GiveTour{name}); });
}

// What clickers have for a dark screen and a bright one; without a tour these keys step.
void add_clicker_curtain(AppState& app, const char* id, const char* label, const char* shortcut,
                         const char* command) {
    add_action(app, "Tour", id, label, "The same during a tour, by the key that clickers send",
               shortcut, [&app, command] { app.actions.run(command); })
        .only_if([&app] { return app.get<TourStatus>().given; })
        .while_presenting();
}

} // namespace

void add_tour_actions(AppState& app) {
    add_tour(app, "ladder", "The ladder", "Each way to sum all pairs, and what it gains");
    add_tour(app, "n_log_n", "N log N", "A tree against all pairs, with more and more bodies");
    add_tour(app, "galaxies", "Galaxies", "Spiral arms, a collision, and what to look for");
    add_action(app, "Tour", "tour.start", "Start or resume",
               "Resumes the tour where it was stopped, or starts The ladder", "F5",
               [&app] { app.requests.add(TourMove::start); });
    add_move(app, "tour.next", "Next step", "Goes to the next step", "PageDown", TourMove::next);
    add_move(app, "tour.previous", "Previous step", "Goes to the previous step", "PageUp",
             TourMove::previous);
    add_move(app, "tour.first", "First step", "Goes to the first step", "Home", TourMove::first);
    add_move(app, "tour.last", "Last step", "Goes to the last step", "End", TourMove::last);
    add_action(app, "Tour", "tour.leave", "Stop the tour",
               "Stops the tour and leaves the simulation as it is; F5 resumes", "Esc",
               [&app] { app.requests.add(TourMove::leave); })
        .only_if([&app] {
            return app.get<TourStatus>().given && !app.race.under_way &&
                   !something_is_open(app.view);
        })
        .while_presenting();
    add_clicker_curtain(app, "tour.black", "Black, by clicker", ".", "view.black");
    add_clicker_curtain(app, "tour.white", "White, by clicker", ",", "view.white");
    add_action(app, "Tour", "tour.rehearse", "Rehearse",
               "Tries every step of the tour in the background, and lists what does not run here",
               "", [&app] { app.requests.add(RehearseTour{}); });
    add_action(app, "Tour", "tour.record", "Add as tour step",
               "Adds what you see now as the next step of a tour file in the working folder", "F6",
               [&app] { app.requests.add(RecordStep{}); })
        .only_if([&app] { return app.status.loaded; }, still_loading);
}

} // namespace orrery
