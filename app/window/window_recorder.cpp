#include "app/window/window_recorder.hpp"

#include "app/features/sharing/sharing.hpp"
#include "app/language/tr.hpp"
#include "app/state/window_requests.hpp"
#include "app/window/sized_picture.hpp"
#include "app/window/user_files.hpp"
#include "render/capture.hpp"
#include "render/record/recording.hpp"
#include "render/record/video_file.hpp"

#include <fmt/format.h>

#include <utility>

namespace orrery {

namespace fs = std::filesystem;

namespace {

constexpr double seconds_between_disks = 1;                   // looks at what is free
constexpr std::uintmax_t min_free = std::uintmax_t{64} << 20; // bytes: room to finish a video

// A video or, where none can be made, the pattern of pictures.
fs::path new_output(const std::string& ending) {
    fs::path video = new_picture_file("orrery", ending);
    return VideoFile::unavailable().empty()
               ? video
               : video.parent_path() / (video.stem().string() + "-%05d.png");
}

Recording::Open opening(const fs::path& output, Extent size, double rate,
                        const std::string& comment) {
    return [=]() -> std::unique_ptr<FrameOutput> {
        if (VideoFile::has_ending(output)) {
            return std::make_unique<VideoFile>(output, size, rate, VideoFile::Effort::little,
                                               comment);
        }
        return std::make_unique<NumberedPictures>(output);
    };
}

} // namespace

struct WindowRecorder::Video {
    Video(const fs::path& resources, const Record& wanted, const RecordingWish& wish,
          const std::string& comment)
        : output(new_output(wanted.ending)), rate(wish.frames_per_second), lasts(wanted.seconds),
          picture(resources, wanted.size, wish.of),
          strip(opening(output, wanted.size, rate, comment), wanted.size) {}

    // Which frame is due at that time, counted from 0.
    std::size_t slot(double now) const {
        return static_cast<std::size_t>(std::max(0.0, (now - began.value_or(now)) * rate));
    }

    float share_written() const {
        const Recording::State state = strip.state();
        return state.frames > 0
                   ? static_cast<float>(state.written) / static_cast<float>(state.frames)
                   : 0;
    }

    const fs::path output;
    const double rate;
    const double lasts;          // seconds; 0: until it is ended
    std::optional<double> began; // by the window's clock
    std::size_t next_slot = 0;   // the first that has no frame yet
    bool ends = false;           // no more frames are taken
    double disk_seen = 0;
    SizedPicture picture;
    FilmStrip strip;
};

WindowRecorder::WindowRecorder(fs::path resources) : resources_(std::move(resources)) {}

// A video is finished by its Recording, without the frames that are still being read back.
WindowRecorder::~WindowRecorder() = default;

void WindowRecorder::advance(Bodies bodies, const Picture& picture, AppState& app) {
    take_wishes(app);
    if (video_) {
        video_->strip.deliver(PixelReadback::Wait::no);
        if (!video_->ends) {
            take_frame(bodies, picture, app);
        }
    }
    const bool going = video_ && !video_->ends;
    app.get<RecordingStatus>() = {.under_way = going,
                                  .seconds = going ? app.now - video_->began.value_or(app.now) : 0,
                                  .frames = going ? video_->next_slot : 0,
                                  .finishing = video_ && video_->ends,
                                  .share_written = video_ ? video_->share_written() : 0};
    const bool shared = video_ && video_->lasts > 0;
    if (const std::optional<Recording::State> ended = take_ended();
        ended && shared && !ended->error && VideoFile::has_ending(last_file_)) {
        app.requests.add(PutIntoClipboard{last_file_});
    } else if (ended) {
        app.say(ended->error ? ended->error->what()
                             : tr_format("Saved {}: {} s", last_file_,
                                         with_decimal_mark(fmt::format("{:.1f}", last_seconds_))),
                ended->error.has_value());
    }
}

// What cannot be done before the last video is written waits.
void WindowRecorder::take_wishes(AppState& app) {
    Requests& requests = app.requests;
    if (video_ && !video_->ends) {
        const auto* const wish = requests.newest<Record>();
        const bool shares = wish != nullptr && wish->seconds > 0; // a loop, which ends nothing
        const bool other = wish != nullptr && !shares && wish->size != video_->picture.size();
        if (requests.take<ToggleRecording>()) {
            end(app.now);
        } else if (other) {
            end(app.now); // and begins anew once that is written
        } else {
            requests.drop<Record>();
            if (shares) {
                app.announce("shared", "A recording is under way: share when it has ended");
            }
        }
    }
    if (video_ || app.written.count == 0) {
        return;
    }
    const bool toggles = requests.take<ToggleRecording>().has_value();
    if (const auto record = requests.take<Record>(); record || toggles) {
        video_ = std::make_unique<Video>(resources_, record.value_or(Record{app.framebuffer}),
                                         app.get<RecordingWish>(), command_line_of(app));
        if (!VideoFile::has_ending(video_->output)) {
            app.say(tr_format("ffmpeg not found (Debian: ffmpeg); recording numbered pictures: {}",
                              video_->output.string()));
        }
    }
}

void WindowRecorder::end(double now) {
    const std::size_t slot = video_->slot(now);
    video_->ends = true;
    video_->strip.close(slot > video_->next_slot ? slot - video_->next_slot : 0);
    video_->strip.deliver(PixelReadback::Wait::no);
}

void WindowRecorder::take_frame(Bodies bodies, const Picture& picture, AppState& app) {
    Video& video = *video_;
    video.began = video.began.value_or(app.now);
    const std::size_t slot = video.slot(app.now);
    if (video.lasts > 0 && app.now - *video.began >= video.lasts) {
        end(app.now);
        return;
    }
    const bool stands = app.view.frozen && video.next_slot > 0;
    if (slot < video.next_slot || stands || !video.strip.has_room()) {
        return;
    }
    if (app.now - video.disk_seen >= seconds_between_disks) {
        video.disk_seen = app.now;
        std::error_code unknown;
        const fs::path folder = fs::absolute(video.output, unknown).parent_path();
        const fs::space_info space = fs::space(folder, unknown);
        if (!unknown && space.available < min_free) {
            app.say(
                tr_format("The disk is nearly full; the video was stopped: {}", folder.string()),
                true);
            end(app.now);
            return;
        }
    }
    const Framebuffer& drawn = video.picture.draw(bodies, &picture, app);
    video.strip.add(drawn.gl_framebuffer(), slot - video.next_slot);
    video.next_slot = slot + 1;
}

// Once, when the video is written or could not be.
std::optional<Recording::State> WindowRecorder::take_ended() {
    const Recording::State state = video_ ? video_->strip.state() : Recording::State();
    if (!state.ended) {
        return std::nullopt;
    }
    if (!state.error) {
        last_file_ = state.name;
        last_seconds_ = static_cast<double>(state.frames) / video_->rate;
    }
    video_.reset();
    return state;
}

std::optional<Error> WindowRecorder::finish() {
    if (!video_) {
        return std::nullopt;
    }
    if (!video_->ends) {
        video_->strip.close();
    }
    video_->strip.finish();
    return take_ended().value_or(Recording::State()).error;
}

} // namespace orrery
