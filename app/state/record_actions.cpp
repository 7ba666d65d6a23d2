// Recording a video of the picture: begun and ended by a key, and what the video is to be.

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/parse_extent.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/recording_status.hpp"
#include "app/state/window_requests.hpp"
#include "sim/base/error.hpp"

namespace orrery {
namespace {

constexpr const char* sizes[] = {"1280x720", "1920x1080", "2560x1440", "3840x2160"};

struct Content {
    VideoOf of;
    const char *name, *label, *tooltip;
};
constexpr Content contents[] = {
    {VideoOf::shown, "shown", tr_noop("Video of what is shown"),
     tr_noop("The picture with names, chart and, when the stage is on, its text")},
    {VideoOf::stage, "stage", tr_noop("Video of picture and stage"),
     tr_noop("The picture with the stage's text, even while the window shows panels")},
    {VideoOf::picture, "picture", tr_noop("Video of the picture only"),
     tr_noop("The bodies only")}};

double read_rate(const std::string& text) {
    const double rate = parse_number(text, "video rate");
    if (!(rate >= 1 && rate <= 120)) {
        throw bad_input("a video cannot have " + text + " pictures a second", "video rate",
                        "the range is 1 to 120");
    }
    return rate;
}

std::vector<Choice::Option> size_options() {
    std::vector<Choice::Option> options;
    for (const char* size : sizes) {
        options.push_back({size, tr_format("Record video of {}", size),
                           tr_noop("Records at this size, whatever the window's size is")});
    }
    return options;
}

std::vector<Choice::Option> content_options() {
    std::vector<Choice::Option> options;
    for (const Content& content : contents) {
        options.push_back({content.name, content.label, content.tooltip});
    }
    return options;
}

void choose_content(AppState& app, const std::string& name) {
    for (const Content& content : contents) {
        if (name == content.name) {
            app.get<RecordingWish>().of = content.of;
        }
    }
}

} // namespace

void add_record_actions(AppState& app) {
    app.actions.add(
        {.id = "file.record",
         .menu = "File",
         .label = "Record video",
         .tooltip = "Records the picture and the stage's text, without panels, until pressed again",
         .shortcut = "F9",
         .run = [&app] { app.requests.add(ToggleRecording{}); },
         .checked = [&app] { return app.get<RecordingStatus>().under_way; }});
    app.actions.add({.id = "file.record_size",
                     .kind = "record",
                     .options = size_options,
                     .choose =
                         [&app](const std::string& size) {
                             app.requests.add(Record{parse_extent(size, "record")});
                         },
                     .check = [](const std::string& size) { parse_extent(size, "record"); },
                     .example = "1920x1080"});
    app.actions.add({.id = "file.video_of",
                     .kind = "video of",
                     .options = content_options,
                     .choose = [&app](const std::string& name) { choose_content(app, name); }});
    app.actions.add(
        {.id = "file.video_rate",
         .kind = "video rate",
         .options =
             [] {
                 return std::vector<Choice::Option>{
                     {"30", tr_noop("video rate 30 pictures a second"), tr_noop("The default")},
                     {"60", tr_noop("video rate 60 pictures a second"),
                      tr_noop("Smoother, at twice the work")}};
             },
         .choose =
             [&app](const std::string& rate) {
                 app.get<RecordingWish>().frames_per_second = read_rate(rate);
             },
         .check = [](const std::string& rate) { read_rate(rate); },
         .example = "60"});
}

} // namespace orrery
