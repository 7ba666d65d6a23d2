#pragma once

#include "app/state/app_state.hpp"

struct ImGuiContext;

namespace orrery {

// Lines and names in a picture are as large as on a monitor of that height.
float picture_scale(Extent size);

// What an audience reads, written over a picture of any size apart from the window's: an ImGui
// context of its own, which takes no input and shares fonts and colours with the one that is
// current when it is made. That one must outlive it.
class StageCanvas {
public:
    // Throws failure when ImGui's shaders do not compile.
    StageCanvas();
    StageCanvas(const StageCanvas&) = delete;
    StageCanvas& operator=(const StageCanvas&) = delete;
    ~StageCanvas();

    // Draws names, chart and, `with_words`, the stage into the framebuffer object `target` of
    // `size` pixels.
    void draw(AppState& app, bool with_words, Extent size, unsigned int target);

private:
    ImGuiContext* const window_;
    ImGuiContext* const own_;
};

} // namespace orrery
