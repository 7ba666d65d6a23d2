// The second window of a talk.
#include "app/state/default_actions.hpp"
#include "app/state/speaker.hpp"
#include "app/state/window_requests.hpp"

namespace orrery {

void add_speaker_actions(AppState& app) {
    app.actions.add({.id = "speaker.window",
                     .menu = "Tour",
                     .label = "Speaker's window",
                     .tooltip = "Opens a second window with panels, notes, timer and preview; this "
                                "one is for the audience and moves to a second monitor",
                     .shortcut = "F8",
                     .run = [&app] { app.requests.add(ToggleSpeaker{}); },
                     .checked = [&app] { return app.get<SpeakerStatus>().open; }});
    app.actions.add({.id = "speaker.timer",
                     .menu = "Tour",
                     .label = "Restart the timer",
                     .tooltip = "Sets the talk's timer back to zero",
                     .shortcut = "",
                     .run = [&app] { app.get<SpeakerStatus>().timer_began = app.now; },
                     .enabled = [&app] { return app.get<SpeakerStatus>().open; }});
}

} // namespace orrery
