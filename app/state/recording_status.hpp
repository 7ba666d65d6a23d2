#pragma once

#include <cstddef>

namespace orrery {

// What a video shows: what the window shows but its panels; the stage's words in any case; or the
// bodies alone.
enum class VideoOf { shown, stage, picture };

// How the next video is recorded.
struct RecordingWish {
    VideoOf of = VideoOf::shown;
    double frames_per_second = 30;
};

// The video that is being recorded, or finished.
struct RecordingStatus {
    bool under_way = false;
    double seconds = 0;
    std::size_t frames = 0;
    bool finishing = false;
    float share_written = 0; // of its frames, while it is finished
};

} // namespace orrery
