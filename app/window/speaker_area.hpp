#pragma once

#include "app/panels/layout.hpp"
#include "app/panels/open_picture.hpp"
#include "app/state/app_state.hpp"

#include <functional>

namespace orrery {

// The audience's picture as the speaker's window shows it.
struct Preview {
    unsigned int texture = 0; // of OpenGL
    Extent size;              // of the audience's window
};

// Draws status line, preview and panels of the speaker's window, and what `over` draws over them.
// Where the preview is.
PictureArea draw_speaker_area(AppState& app, const Preview& preview, float scale, SpeakerFit& fit,
                              const std::function<void()>& over);

} // namespace orrery
