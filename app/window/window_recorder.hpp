#pragma once

#include "app/state/app_state.hpp"
#include "app/state/window_requests.hpp"
#include "app/window/picture.hpp"
#include "render/record/recording.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace orrery {

// Videos of what the window shows, of the window's size or another: begun and ended on wish, drawn
// beside the window's own picture, read back without waiting and encoded on another thread. A video
// runs as fast as the clock: where the window draws more rarely, or encoding cannot keep up, a
// frame is repeated.
class WindowRecorder {
public:
    explicit WindowRecorder(std::filesystem::path resources);
    ~WindowRecorder();

    using Bodies = std::span<const BodyBuffer* const>;
    // Once a frame, when `picture` is drawn: begins and ends as is asked for, and takes a
    // frame of the video if one is due. Refreshes RecordingStatus. Throws failure when a
    // video cannot be begun.
    void advance(Bodies bodies, const Picture& picture, AppState& app);

    bool under_way() const { return video_ != nullptr; }
    // Ends the video, if there is one, and waits until it is written. Why it could not be.
    std::optional<Error> finish();
    // The video written last.
    const std::string& last_file() const { return last_file_; }

private:
    struct Video;

    void take_wishes(AppState& app);
    void end(double now);
    void take_frame(Bodies bodies, const Picture& picture, AppState& app);
    std::optional<Recording::State> take_ended();

    const std::filesystem::path resources_;
    std::unique_ptr<Video> video_;
    std::string last_file_;
    double last_seconds_ = 0; // of it
};

} // namespace orrery
