#pragma once

#include "app/state/app_state.hpp"
#include "render/picture_part.hpp"

#include <filesystem>

struct ImFontAtlas;
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
    // With fonts of its own, so that what was laid out stays as it is for any number of frames.
    explicit StageCanvas(const std::filesystem::path& fonts);
    StageCanvas(const StageCanvas&) = delete;
    StageCanvas& operator=(const StageCanvas&) = delete;
    ~StageCanvas();

    // Draws names, chart and, `with_words`, the stage into the framebuffer object `target` of
    // `size` pixels.
    void draw(AppState& app, bool with_words, Extent size, unsigned int target);

    // The same in two steps, the second for each part of a picture.
    void lay_out(AppState& app, bool with_words, Extent size);
    void draw_part(const PicturePart& part, unsigned int target);

private:
    explicit StageCanvas(ImFontAtlas* fonts);

    ImGuiContext* const own_;
    float enlarged_ = 1; // what was laid out, in a picture that is larger than letters can be
};

} // namespace orrery
