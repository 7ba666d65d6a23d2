#include "app/state/default_actions.hpp"

#include "app/numbers.hpp"
#include "app/state/body_edits.hpp"
#include "app/state/followed.hpp"
#include "app/state/hand.hpp"
#include "app/state/source_choice.hpp"
#include "app/state/tour_status.hpp"
#include "app/state/window_requests.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <system_error>

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

double read_rate(const std::string& text) {
    const double rate = parse_number(text, "video rate");
    if (!(rate >= 1 && rate <= 120)) {
        throw bad_input("a video cannot have " + text + " pictures a second", "video rate",
                        "the range is 1 to 120");
    }
    return rate;
}

// Recent files, for the palette.
std::vector<Choice::Option> recent_files(const AppState& app) {
    return list_of<Choice::Option>(app.recent_files, [](const fs::path& file) {
        return Choice::Option{file.string(), file.filename().string(),
                              tr_format("Opens {}", file.string())};
    });
}

// A picture or video of any size, and some that are offered.
template <class Label, class Make>
void add_sizes(AppState& app, const char* id, const char* kind, const char* example,
               std::vector<const char*> sizes, Label label, const char* tooltip, Make make) {
    const auto read = [kind](const std::string& size) { return parse_extent(size, kind); };
    add_value(app, id, kind, example, read, make).options = [=] {
        return list_of<Choice::Option>(sizes, [&](const char* size) {
            return Choice::Option{size, label(size), tooltip};
        });
    };
}

// In the order of VideoOf.
std::vector<Choice::Option> video_contents() {
    return {{"shown", tr_noop("Video of what is shown"),
             tr_noop("The picture with names, chart and, when the stage is on, its text")},
            {"stage", tr_noop("Video of picture and stage"),
             tr_noop("The picture with the stage's text, even while the window shows panels")},
            {"picture", tr_noop("Video of the picture only"), tr_noop("The bodies only")}};
}

std::vector<Choice::Option> video_rates() {
    return {
        {"30", tr_noop("video rate 30 pictures a second"), tr_noop("The default")},
        {"60", tr_noop("video rate 60 pictures a second"), tr_noop("Smoother, at twice the work")}};
}

// Recording a video of the picture: begun and ended by a key, and what the video is to be.
void add_record_actions(AppState& app) {
    RecordingWish& wish = app.get<RecordingWish>();
    add_action(app, "File", "file.record", "Record video",
               "Records the picture and the stage's text, without panels, until pressed again",
               "F9", ToggleRecording{})
        .shows([&app] { return app.get<RecordingStatus>().under_way; });
    add_sizes(
        app, "file.record_size", "record", "1920x1080",
        {"1280x720", "1920x1080", "2560x1440", "3840x2160"},
        [](const char* size) { return tr_format("Record video of {}", size); },
        tr_noop("Records at this size, whatever the window's size is"),
        [&app](Extent size) { app.requests.add(Record{size}); });
    app.actions.add({.id = "file.video_of",
                     .kind = "video of",
                     .options = video_contents,
                     .choose = [&wish](const std::string& name) {
                         const auto all = video_contents();
                         const auto found = std::ranges::find(all, name, &Choice::Option::value);
                         wish.of = static_cast<VideoOf>(found - all.begin());
                     }});
    add_value(app, "file.video_rate", "video rate", "60", read_rate, [&wish](double rate) {
        wish.frames_per_second = rate;
    }).options = video_rates;
}

void add_file_actions(AppState& app) {
    const auto is_lost = [&app] { return app.lost_session.has_value(); };
    app.actions.add({.id = "file.recent",
                     .kind = "recent",
                     .options = [&app] { return recent_files(app); },
                     .choose = [&app](const auto& file) { app.requests.add(OpenFile{file}); },
                     .momentary = true});
    add_action(app, "File", "file.open", "Open …",
               "Opens a snapshot or session; you can also drop a file on the window", "Ctrl+O",
               ChooseFile{});
    add_action(app, "File", "file.save", "Save session",
               "Saves the bodies and all settings to an .orrery file", "Ctrl+S", SaveSession{})
        .only_if(loaded(app));
    add_action(app, "File", "file.screenshot", "Save picture",
               "Saves the window as a PNG file; Tab hides the panels first", "F12",
               TakeScreenshot{});
    add_record_actions(app);
    add_action(app, "File", "file.take_up", "Recover unsaved session",
               "Opens the session that was saved automatically before Orrery quit unexpectedly", "",
               take_up)
        .only_if(is_lost);
    add_action(app, "File", "file.leave_lost", "Discard unsaved session",
               "Deletes the session that was saved automatically before Orrery quit unexpectedly",
               "", throw_away)
        .only_if(is_lost);
    add_toggle(
        app, "File", "file.desktop_dialogs", "Use system file dialogs",
        "Uses the system's file dialog if zenity or kdialog is installed, instead of Orrery's own",
        "", app.desktop_dialogs);
    add_action(app, "File", "file.quit", "Quit", "Closes the window", "Ctrl+Q", Quit{});
    add_sizes(
        app, "file.screenshot_size", "screenshot", "7680x4320",
        {"1920x1080", "3840x2160", "7680x4320", "15360x8640"},
        [](const char* size) { return tr_format("Save picture of {}", size); },
        tr_noop("Saves the picture at this size, without panels"),
        [&app](Extent size) { app.requests.add(TakePicture{size}); });
}

// Takes the settings and the look of a moment, and its bodies if it has some. The clock goes on as
// it does, and the layer over the picture stays.
void go_to(AppState& app, UndoPoint moment) {
    const bool running = app.settings.running;
    app.settings = std::move(moment.settings);
    app.settings.running = running;
    const ViewMemory& views = app.get<ViewMemory>();
    if (const auto left = views.elsewhere.find(app.settings.source);
        views.source != app.settings.source && left != views.elsewhere.end()) {
        app.requests.add(BeginAt{left->second.last}); // as it was seen last
    }
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

bool has_drawing_to_undo(const AppState& app) {
    return app.view.annotations.drawing && !app.view.annotations.drawn.empty();
}

void undo(AppState& app) {
    if (has_drawing_to_undo(app)) {
        app.view.annotations.drawn.pop_back();
        app.announce("undo", tr_format("Undone: {}", tr("drawing")));
        return;
    }
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

void take_hand(AppState& app) {
    Hand& hand = app.get<Hand>();
    hand.active = !hand.active;
    hand.drag.reset();
    if (hand.active) {
        app.view.annotations.drawing = false;
    } else {
        hand.held.reset();
    }
}

// The one in the hand, else the one that was double-clicked. None where no hand may touch any.
std::optional<std::size_t> body_to_delete(const AppState& app) {
    if (app.race.under_way) {
        return std::nullopt;
    }
    const Hand& hand = app.get<Hand>();
    return hand.active && hand.held ? app.catalogue.numbers.find(*hand.held, app.status.count)
                                    : app.picked_body;
}

void delete_body(AppState& app) {
    const std::size_t body = *body_to_delete(app);
    app.get<Hand>().drag.reset();
    app.get<BodyEdits>().wanted.push_back({"bodies.remove", spoken_body(app, body)});
}

void add_edit_actions(AppState& app) {
    add_action(app, "Edit", "edit.undo", "Undo",
               "Undoes the last change to the view or the simulation, and brings back the bodies "
               "it replaced; while one draws, the newest drawing",
               "Ctrl+Z", undo)
        .only_if(
            [&app] {
                return app.undo.can_undo() || app.get<TourStatus>().given ||
                       has_drawing_to_undo(app);
            },
            tr_noop("Nothing to undo"));
    add_action(app, "Edit", "edit.redo", "Redo", "Repeats the change that was undone",
               "Ctrl+Shift+Z", redo)
        .only_if([&app] { return app.undo.can_redo(); }, tr_noop("Nothing to redo"));
    add_action(app, "Edit", "edit.copy_command_line", "Copy command line",
               "Copies the orrery command that starts with this scene, settings and look", "",
               CopyCommandLine{})
        .only_if(loaded(app).there);
    add_action(app, "Edit", "edit.copy_state", "Copy state",
               "Copies scene, settings, view and time as text, for Ctrl+V in another window or "
               "orrery --state",
               "", CopyState{})
        .only_if(loaded(app).there);
    add_action(app, "Edit", "edit.paste_state", "Paste state",
               "Restores a copied scene with its settings and view, and computes up to its time",
               "Ctrl+V", PasteState{});
    Hand& hand = app.get<Hand>();
    add_action(app, "Edit", "hand.take", "Hand",
               "Drag on empty sky to throw a new body, drag a body to give it a new velocity, "
               "click to hold it; the wheel sets the mass",
               "H", take_hand)
        .only_if([&app] { return !app.race.under_way; }, tr_noop("No hand in a race: Esc ends it"))
        .shows([&hand] { return hand.active; });
    add_action(app, "Edit", "hand.delete", "Delete body", "Removes the held or selected body",
               "Delete", delete_body)
        .only_if([&app] { return body_to_delete(app).has_value(); },
                 tr_noop("No body is selected: press H, then click one"));
    add_value(app, "hand.mass", "thrown mass", "0.01", number_within(mass_limits, "thrown mass"),
              [&hand](double mass) { hand.mass = mass; });
}

// The innermost thing that is open: a menu or dialog, the palette, the help, what hides the
// picture, what points at it, a message. Never the window.
void close_popup(AppState& app) {
    View& view = app.view;
    const int open = ImGui::GetCurrentContext()->OpenPopupStack.Size;
    if (open > 0) {
        ImGui::ClosePopupToLevel(open - 1, true);
    } else if (view.show_palette) {
        view.show_palette = false;
    } else if (view.show_help) {
        view.show_help = false;
    } else if (view.curtain != Curtain::open) {
        view.curtain = Curtain::open;
    } else if (view.frozen) {
        view.frozen = false;
    } else if (view.waiting) {
        app.actions.run("time.stop");
    } else if (app.offer_tours) {
        app.offer_tours = false;
    } else if (view.annotations.drawing) {
        view.annotations.drawing = false;
    } else if (app.get<Hand>().active) {
        app.get<Hand>().active = false;
    } else if (view.annotations.pointing()) {
        view.annotations.pointer = view.annotations.spotlight = false;
    } else if (view.plot.brush) {
        clear_brush(app);
    } else if (app.status.error) {
        app.simulation.dismiss_error();
    } else {
        app.requests.add(EndRace{});
    }
}

void add_help_actions(AppState& app) {
    add_toggle(app, "Help", "help.keys", "Keys and mouse", "Shows every action and its key", "F1",
               app.view.show_help);
    add_action(app, "Help", "help.palette", "Find an action",
               "Type a few letters to run any action, scene or algorithm", "Ctrl+K",
               [&app] {
                   app.view.show_palette = !app.view.show_palette;
                   app.palette_text.clear();
               })
        .shows([&app] { return app.view.show_palette; });
    add_action(
        app, "Help", "help.menus", "Menus by keyboard",
        "Opens the first menu; Alt+letter opens a menu by its letter; arrows and Enter choose",
        "F10", [&app] { app.requests.add(OpenMenu{app.actions.all().front().menu}); })
        .only_if([&app] { return app.view.layer == Layer::panels; },
                 tr_noop("The menus are above the panels: press Tab"));
    add_action(app, "Help", "help.close", "Close pop-ups",
               "Closes menus, dialogs and messages, ends black, frozen and drawing, clears the "
               "selection, ends a race; never closes the window",
               "Esc", close_popup);
}

} // namespace

Needed loaded(const AppState& app) {
    return {tr_noop("Still loading"), [&app] { return app.status.loaded; }};
}

Action& add_toggle(AppState& app, const char* menu, const char* id, const char* label,
                   const char* tooltip, const char* shortcut, bool& value,
                   std::optional<Needed> needed) {
    const auto toggle = [&app, &value, needed = std::move(needed)] {
        value = !value;
        if (value && needed && !needed->there()) {
            app.announce("needs", needed->words);
        }
    };
    return add_action(app, menu, id, label, tooltip, shortcut, toggle).shows([&value] {
        return value;
    });
}

void add_look_toggle(AppState& app, std::string_view id, std::optional<Needed> needed) {
    const LookProperty& property = *find_look_property(id);
    const std::string command = property.command;
    const auto is_on = [&app, &property] { return property.words(app.view) == "on"; };
    const auto toggle = [&app, &property, is_on, needed = std::move(needed)] {
        property.member.set(app.view, !is_on());
        if (is_on() && needed && !needed->there()) {
            app.announce("needs", needed->words);
        }
    };
    add_action(app, command.starts_with("camera.") ? "Camera" : "View", command, property.title,
               property.tooltip, property.shortcut, toggle)
        .shows(is_on);
}

bool something_is_open(const View& view) {
    const ImGuiContext* const imgui = ImGui::GetCurrentContext();
    return view.show_palette || view.show_help || view.curtain != Curtain::open || view.frozen ||
           view.waiting || view.annotations.drawing || view.annotations.pointing() ||
           view.plot.brush || (imgui != nullptr && imgui->OpenPopupStack.Size > 0);
}

void add_default_actions(AppState& app) {
    app.actions.tell = [&app](const std::string& needs) { app.announce("needs", needs); };
    app.actions.complain = [&app](const Error& error) { app.say(error); };
    add_file_actions(app);
    add_edit_actions(app);
    add_body_edit_actions(app);
    add_simulation_actions(app);
    add_race_actions(app);
    add_time_actions(app);
    add_camera_actions(app);
    add_view_actions(app);
    add_stage_actions(app);
    add_help_actions(app);
    add_property_choices(app); // that nothing above has
}

} // namespace orrery
