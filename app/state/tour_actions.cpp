#include "app/state/default_actions.hpp"
#include "app/state/tour_requests.hpp"
#include "app/state/tour_status.hpp"

#include <fmt/format.h>

#include <utility>

namespace orrery {

namespace {

// Actions of a tour that is being given, with the keys that a clicker sends.
void add_move(AppState& app, std::string id, std::string label, std::string tooltip,
              std::string shortcut, TourMove move) {
    app.actions.add({.id = std::move(id),
                     .menu = "Tour",
                     .label = std::move(label),
                     .tooltip = std::move(tooltip),
                     .shortcut = std::move(shortcut),
                     .run = [&app, move] { app.requests.add(move); },
                     .enabled = [&app] { return app.get<TourStatus>().given; },
                     .needs = tr_noop("No tour is running: F5 starts one"),
                     .presenting = true});
}

void add_tour(AppState& app, const char* name, const char* label, const char* tooltip) {
    app.actions.add({.id = std::string("tour.") + name,
                     .menu = "Tour",
                     .label = label,
                     .tooltip = tooltip,
                     .shortcut = "",
                     .run = [&app, name] { app.requests.add(GiveTour{name}); }});
}

// What clickers have for a dark screen and a bright one; without a tour these keys step.
void add_clicker_curtain(AppState& app, std::string id, std::string label, std::string shortcut,
                         const char* command) {
    app.actions.add({.id = std::move(id),
                     .menu = "Tour",
                     .label = std::move(label),
                     .tooltip = "The same during a tour, by the key that clickers send",
                     .shortcut = std::move(shortcut),
                     .run = [&app, command] { app.actions.run(command); },
                     .enabled = [&app] { return app.get<TourStatus>().given; },
                     .presenting = true});
}

} // namespace

void add_tour_actions(AppState& app) {
    add_tour(app, "ladder", "The ladder", "Each way to sum all pairs, and what it gains");
    add_tour(app, "n_log_n", "N log N", "A tree against all pairs, with more and more bodies");
    add_tour(app, "galaxies", "Galaxies", "Spiral arms, a collision, and what to look for");
    app.actions.add({.id = "tour.start",
                     .menu = "Tour",
                     .label = "Start or resume",
                     .tooltip = "Resumes the tour where it was stopped, or starts The ladder",
                     .shortcut = "F5",
                     .run = [&app] { app.requests.add(TourMove::start); }});
    add_move(app, "tour.next", "Next step", "Goes to the next step", "PageDown", TourMove::next);
    add_move(app, "tour.previous", "Previous step", "Goes to the previous step", "PageUp",
             TourMove::previous);
    add_move(app, "tour.first", "First step", "Goes to the first step", "Home", TourMove::first);
    add_move(app, "tour.last", "Last step", "Goes to the last step", "End", TourMove::last);
    app.actions.add({.id = "tour.leave",
                     .menu = "Tour",
                     .label = "Stop the tour",
                     .tooltip = "Stops the tour and leaves the simulation as it is; F5 resumes",
                     .shortcut = "Esc",
                     .run = [&app] { app.requests.add(TourMove::leave); },
                     .enabled =
                         [&app] {
                             return app.get<TourStatus>().given && !app.race.under_way &&
                                    !something_is_open(app.view);
                         },
                     .presenting = true});
    add_clicker_curtain(app, "tour.black", "Black, by clicker", ".", "view.black");
    add_clicker_curtain(app, "tour.white", "White, by clicker", ",", "view.white");
    app.actions.add(
        {.id = "tour.rehearse",
         .menu = "Tour",
         .label = "Rehearse",
         .tooltip =
             "Tries every step of the tour in the background, and lists what does not run here",
         .shortcut = "",
         .run = [&app] { app.requests.add(RehearseTour{}); }});
    app.actions.add(
        {.id = "tour.record",
         .menu = "Tour",
         .label = "Add as tour step",
         .tooltip = "Adds what you see now as the next step of a tour file in the working folder",
         .shortcut = "F6",
         .run = [&app] { app.requests.add(RecordStep{}); },
         .enabled = [&app] { return app.status.loaded; },
         .needs = still_loading});
}

} // namespace orrery
