// What the window shows, handed on: as a picture of any size, a command line, or a word to paste.

#include "app/language/tr.hpp"
#include "app/parse_extent.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/window_requests.hpp"

namespace orrery {

void add_share_actions(AppState& app) {
    app.actions.add(
        {.id = "file.screenshot_size",
         .kind = "screenshot",
         .options =
             [] {
                 std::vector<Choice::Option> options;
                 for (const char* size : {"1920x1080", "3840x2160", "7680x4320", "15360x8640"}) {
                     options.push_back({size, tr_format("Save picture of {}", size),
                                        tr_noop("Saves the picture at this size, without panels")});
                 }
                 return options;
             },
         .choose =
             [&app](const std::string& size) {
                 app.requests.add(TakePicture{parse_extent(size, "screenshot")});
             },
         .check = [](const std::string& size) { parse_extent(size, "screenshot"); },
         .example = "7680x4320"});
    app.actions.add(
        {.id = "edit.copy_command_line",
         .menu = "Edit",
         .label = "Copy command line",
         .tooltip = "Copies the orrery command that starts with this scene, settings and look",
         .shortcut = "",
         .run = [&app] { app.requests.add(CopyCommandLine{}); },
         .enabled = [&app] { return app.status.loaded; }});
    app.actions.add({.id = "edit.copy_state",
                     .menu = "Edit",
                     .label = "Copy state",
                     .tooltip = "Copies scene, settings, view and time as text, for Ctrl+V in "
                                "another window or orrery --state",
                     .shortcut = "",
                     .run = [&app] { app.requests.add(CopyState{}); },
                     .enabled = [&app] { return app.status.loaded; }});
    app.actions.add(
        {.id = "edit.paste_state",
         .menu = "Edit",
         .label = "Paste state",
         .tooltip =
             "Restores a copied scene with its settings and view, and computes up to its time",
         .shortcut = "Ctrl+V",
         .run = [&app] { app.requests.add(PasteState{}); }});
}

} // namespace orrery
