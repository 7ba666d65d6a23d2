#pragma once

#include "app/state/app_state.hpp"
#include "app/state/recording_status.hpp"
#include "app/state/temporarily.hpp"
#include "app/window/picture.hpp"
#include "app/window/stage_canvas.hpp"
#include "render/capture.hpp"

#include <filesystem>
#include <optional>

namespace orrery {

// While it lives, the state is that of a picture of another size, which no panel covers; beside its
// plot, where it has one.
struct OtherSize {
    OtherSize(AppState& app, Extent size, VideoOf of);

    const bool stage; // is to be read in it
    const Temporarily<Extent> framebuffer;
    const Temporarily<ClearArea> open;
};

// What the window shows as a picture of its own size, without panels: for videos, and for pictures
// larger than the window.
class SizedPicture {
public:
    // Throws failure where there is no room for it.
    SizedPicture(std::filesystem::path shader_folder, Extent size, VideoOf of);

    Extent size() const { return target_.size(); }
    unsigned int gl_framebuffer() const { return target_.gl_framebuffer(); }

    // Draws it, or copies what the window drew where that is the same.
    void draw(std::span<const BodyBuffer* const> bodies, const Picture& window, AppState& app);

private:
    const std::filesystem::path shader_folder_;
    const VideoOf of_;
    Framebuffer target_;
    std::optional<Picture> own_; // where the window's is of another size, or under panels
    std::optional<StageCanvas> words_;
};

} // namespace orrery
