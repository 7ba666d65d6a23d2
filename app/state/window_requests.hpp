#pragma once

#include "render/graphics_context.hpp"

#include <filesystem>
#include <string>

// What can be asked of the window.

namespace orrery {

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
};
struct SaveSession {};
struct TakeScreenshot {};
struct TakePicture { // of this size, without panels
    Extent size;
};

struct ToggleRecording {};
struct Record { // a video of this size, unless there is one
    Extent size;
};

struct CopyCommandLine {};
struct CopyState {};
struct PasteState {};

} // namespace orrery
