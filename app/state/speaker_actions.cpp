// The second window of a talk.
#include "app/state/default_actions.hpp"

namespace orrery {

void add_speaker_actions(AppState& app) {
    app.actions.add({.id = "speaker.window",
                     .menu = "Tour",
                     .label = "Speaker's window",
                     .tooltip = "Panels, notes, time and a preview in a window of their own; this "
                                "one is the audience's, on another monitor where there is one",
                     .shortcut = "F8",
                     .run = [&app] { app.pending.toggle_speaker = true; },
                     .checked = [&app] { return app.speaker.open; }});
    app.actions.add({.id = "speaker.timer",
                     .menu = "Tour",
                     .label = "Start the timer anew",
                     .tooltip = "Counts the talk's time from now on",
                     .shortcut = "",
                     .run = [&app] { app.speaker.timer_began = app.now; },
                     .enabled = [&app] { return app.speaker.open; }});
}

} // namespace orrery
