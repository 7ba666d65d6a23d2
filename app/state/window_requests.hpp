#pragma once

#include "render/graphics_context.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

// What can be asked of the window.

namespace orrery {

struct Settings;

struct Quit {};
struct ToggleFullscreen {};
struct ToggleSpeaker {}; // the speaker's window
struct ResetLayout {};
struct OpenMenu {
    std::string name;
};

struct ChooseFile {}; // to be opened
struct OpenFile {     // chosen, dropped or recent
    std::filesystem::path file;
    // Of a session: makes of its settings those to go on with. Else what cannot run here is
    // replaced.
    std::function<Settings(const Settings& saved)> change = {};
};
struct SaveSession {};
struct TakeScreenshot {};
struct TakePicture { // of this size, without panels
    Extent size;
    bool shared = false; // goes into the clipboard once it is saved
};
struct PutIntoClipboard { // a picture, or the name of another file
    std::filesystem::path file;
};

struct ToggleRecording {};
struct Record { // a video of this size, unless there is one
    Extent size;
    // It ends by itself after so many and goes into the clipboard; 0: it does not.
    double seconds = 0;
    std::string ending = ".mp4";
};

struct CopyCommandLine {};
struct CopyState {};
struct PasteState {};

// The contents of a video: the window's without its panels; the same with the stage's words in
// any case; or the bodies alone.
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
