#include "app/state/default_actions.hpp"

namespace orrery {

void add_file_actions(AppState& app) {
    app.actions.add(
        {.id = "file.open",
         .menu = "File",
         .label = "Open …",
         .tooltip = "Opens a snapshot or session; dropping a file on the window does too",
         .shortcut = "Ctrl+O",
         .run = [&app] { app.pending.open_dialog = true; }});
    app.actions.add({.id = "file.save",
                     .menu = "File",
                     .label = "Save session",
                     .tooltip = "Saves the bodies as they are now, with all settings, to a .orrery "
                                "file that opens again",
                     .shortcut = "Ctrl+S",
                     .run = [&app] { app.pending.save_session = true; },
                     .enabled = [&app] { return app.status.loaded; }});
    app.actions.add(
        {.id = "file.screenshot",
         .menu = "File",
         .label = "Save picture",
         .tooltip = "Saves the window as it is to a PNG file; Tab hides the panels first",
         .shortcut = "F12",
         .run = [&app] { app.pending.screenshot = true; }});
    add_record_actions(app);
    app.actions.add({.id = "file.quit",
                     .menu = "File",
                     .label = "Quit",
                     .tooltip = "Closes the window",
                     .shortcut = "Ctrl+Q",
                     .run = [&app] { app.pending.quit = true; }});
}

} // namespace orrery
