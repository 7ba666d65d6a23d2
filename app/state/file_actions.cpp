#include "app/language/tr.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/window_requests.hpp"

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace orrery {

namespace {

namespace fs = std::filesystem;

// Under another name, which no start looks for; it stays where it is, for a reset to come back to.
void take_up(AppState& app) {
    const fs::path lost = *std::exchange(app.lost_session, std::nullopt);
    const fs::path kept = lost.parent_path() / ("recovered-" + lost.filename().string());
    std::error_code error;
    fs::rename(lost, kept, error);
    app.requests.add(OpenFile{error ? lost : kept});
}

void throw_away(AppState& app) {
    std::error_code absent;
    fs::remove(*std::exchange(app.lost_session, std::nullopt), absent);
}

// The files opened of late, for the palette.
void add_recent_files(AppState& app) {
    app.actions.add(
        Choice{.id = "file.recent",
               .kind = "recent",
               .options =
                   [&app] {
                       std::vector<Choice::Option> options;
                       for (const fs::path& file : app.recent_files) {
                           options.push_back({file.string(), file.filename().string(),
                                              tr_format("Opens {}", file.string())});
                       }
                       return options;
                   },
               .choose = [&app](const std::string& file) { app.requests.add(OpenFile{file}); },
               .momentary = true});
}

} // namespace

void add_file_actions(AppState& app) {
    add_recent_files(app);
    app.actions.add(
        {.id = "file.open",
         .menu = "File",
         .label = "Open …",
         .tooltip = "Opens a snapshot or session; you can also drop a file on the window",
         .shortcut = "Ctrl+O",
         .run = [&app] { app.requests.add(ChooseFile{}); }});
    app.actions.add({.id = "file.save",
                     .menu = "File",
                     .label = "Save session",
                     .tooltip = "Saves the bodies and all settings to an .orrery file",
                     .shortcut = "Ctrl+S",
                     .run = [&app] { app.requests.add(SaveSession{}); },
                     .enabled = [&app] { return app.status.loaded; },
                     .needs = still_loading});
    app.actions.add({.id = "file.screenshot",
                     .menu = "File",
                     .label = "Save picture",
                     .tooltip = "Saves the window as a PNG file; Tab hides the panels first",
                     .shortcut = "F12",
                     .run = [&app] { app.requests.add(TakeScreenshot{}); }});
    add_record_actions(app);
    app.actions.add(
        {.id = "file.take_up",
         .menu = "File",
         .label = "Recover unsaved session",
         .tooltip =
             "Opens the session that was saved automatically before Orrery quit unexpectedly",
         .shortcut = "",
         .run = [&app] { take_up(app); },
         .enabled = [&app] { return app.lost_session.has_value(); }});
    app.actions.add(
        {.id = "file.leave_lost",
         .menu = "File",
         .label = "Discard unsaved session",
         .tooltip =
             "Deletes the session that was saved automatically before Orrery quit unexpectedly",
         .shortcut = "",
         .run = [&app] { throw_away(app); },
         .enabled = [&app] { return app.lost_session.has_value(); }});
    app.actions.add({.id = "file.desktop_dialogs",
                     .menu = "File",
                     .label = "Use system file dialogs",
                     .tooltip = "Uses the system's file dialog if zenity or kdialog is installed, "
                                "instead of Orrery's own",
                     .shortcut = "",
                     .run = [&app] { app.desktop_dialogs = !app.desktop_dialogs; },
                     .checked = [&app] { return app.desktop_dialogs; }});
    app.actions.add({.id = "file.quit",
                     .menu = "File",
                     .label = "Quit",
                     .tooltip = "Closes the window",
                     .shortcut = "Ctrl+Q",
                     .run = [&app] { app.requests.add(Quit{}); }});
}

} // namespace orrery
