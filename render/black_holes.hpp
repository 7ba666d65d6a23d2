#pragma once

#include "render/colour_target.hpp"
#include "render/fullscreen_pass.hpp"
#include "render/gl_object.hpp"
#include "render/shader_program.hpp"
#include "render/sprite_view.hpp"

#include <optional>

namespace orrery {

// Black holes in a picture: their shadow, the light of what is behind them, bent, and a thin disk
// of gas around them, which is drawn and not simulated.
class BlackHoles {
public:
    BlackHoles(const ShaderFolder& folder, DrawnBy by);

    // Into `light`, which shows all that is behind them. The current vertex array must be empty.
    // Returns what they reach of it, in the whole picture; of no size: nothing.
    PicturePart draw(const SpriteView& view, const ColourTarget& light);

    // Whether one reaches most of the picture, so that the eye is near and little is before it.
    // Waits for the GPU.
    static bool fill(const SpriteView& view);

    // The part with all of the picture around it that its black holes bend the light of. Waits for
    // the GPU.
    static PicturePart with_lenses(const SpriteView& view, const PicturePart& part);

private:
    struct Ring {
        float inner, outer; // Schwarzschild radii
    };
    static void prepare(const ShaderProgram& lens, const SpriteView& view, std::size_t hole);
    static void draw_ring(const ShaderProgram& lens, const SpriteView& view, std::size_t hole,
                          const Ring& ring);

    // A GPU computes each pixel; the processor draws a disc and a ring around each hole.
    std::optional<FullscreenPass> each_pixel_, copy_;
    std::optional<ShaderProgram> near_, far_;
    GlTexture paths_, bending_;
    std::optional<ColourTarget> behind_;
};

} // namespace orrery
