// Files, pictures and videos.

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/parse_extent.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/recording_status.hpp"
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
std::vector<Choice::Option> recent_files(const AppState& app) {
    std::vector<Choice::Option> options;
    for (const fs::path& file : app.recent_files) {
        options.push_back(
            {file.string(), file.filename().string(), tr_format("Opens {}", file.string())});
    }
    return options;
}

// A picture or video of any size, and some that are offered.
template <class Label, class Make>
void add_sizes(AppState& app, const char* id, const char* kind, const char* example,
               std::vector<const char*> sizes, Label label, const char* tooltip, Make make) {
    const auto read = [kind](const std::string& size) { return parse_extent(size, kind); };
    add_value(app, id, kind, example, read, make).options = [=] {
        std::vector<Choice::Option> options;
        for (const char* const size : sizes) {
            options.push_back({size, label(size), tooltip});
        }
        return options;
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

double read_rate(const std::string& text) {
    const double rate = parse_number(text, "video rate");
    if (!(rate >= 1 && rate <= 120)) {
        throw bad_input("a video cannot have " + text + " pictures a second", "video rate",
                        "the range is 1 to 120");
    }
    return rate;
}

// Recording a video of the picture: begun and ended by a key, and what the video is to be.
void add_record_actions(AppState& app) {
    RecordingWish& wish = app.get<RecordingWish>();
    add_action(app, "File", "file.record", "Record video",
               "Records the picture and the stage's text, without panels, until pressed again",
               "F9", [&app] { app.requests.add(ToggleRecording{}); })
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
                         for (int k = 0; const Choice::Option& content : video_contents()) {
                             wish.of = content.value == name ? static_cast<VideoOf>(k) : wish.of;
                             ++k;
                         }
                     }});
    add_value(app, "file.video_rate", "video rate", "60", read_rate, [&wish](double rate) {
        wish.frames_per_second = rate;
    }).options = video_rates;
}

} // namespace

void add_file_actions(AppState& app) {
    app.actions.add({.id = "file.recent",
                     .kind = "recent",
                     .options = [&app] { return recent_files(app); },
                     .choose = [&app](const auto& file) { app.requests.add(OpenFile{file}); },
                     .momentary = true});
    add_action(app, "File", "file.open", "Open …",
               "Opens a snapshot or session; you can also drop a file on the window", "Ctrl+O",
               [&app] { app.requests.add(ChooseFile{}); });
    add_action(app, "File", "file.save", "Save session",
               "Saves the bodies and all settings to an .orrery file", "Ctrl+S",
               [&app] { app.requests.add(SaveSession{}); })
        .only_if([&app] { return app.status.loaded; }, still_loading);
    add_action(app, "File", "file.screenshot", "Save picture",
               "Saves the window as a PNG file; Tab hides the panels first", "F12",
               [&app] { app.requests.add(TakeScreenshot{}); });
    add_record_actions(app);
    add_action(app, "File", "file.take_up", "Recover unsaved session",
               "Opens the session that was saved automatically before Orrery quit unexpectedly", "",
               [&app] { take_up(app); })
        .only_if([&app] { return app.lost_session.has_value(); });
    add_action(app, "File", "file.leave_lost", "Discard unsaved session",
               "Deletes the session that was saved automatically before Orrery quit unexpectedly",
               "", [&app] { throw_away(app); })
        .only_if([&app] { return app.lost_session.has_value(); });
    add_action(
        app, "File", "file.desktop_dialogs", "Use system file dialogs",
        "Uses the system's file dialog if zenity or kdialog is installed, instead of Orrery's own",
        "", [&app] { app.desktop_dialogs = !app.desktop_dialogs; })
        .shows([&app] { return app.desktop_dialogs; });
    add_action(app, "File", "file.quit", "Quit", "Closes the window", "Ctrl+Q",
               [&app] { app.requests.add(Quit{}); });
    add_sizes(
        app, "file.screenshot_size", "screenshot", "7680x4320",
        {"1920x1080", "3840x2160", "7680x4320", "15360x8640"},
        [](const char* size) { return tr_format("Save picture of {}", size); },
        tr_noop("Saves the picture at this size, without panels"),
        [&app](Extent size) { app.requests.add(TakePicture{size}); });
}

} // namespace orrery
