#pragma once

#include "render/colour_target.hpp"
#include "render/gl_object.hpp"
#include "render/shader_program.hpp"
#include "render/sprite_view.hpp"

#include <optional>

namespace orrery {

// Black holes in a picture: their shadow, the light of what is behind them, bent, and a thin disk
// of gas around them, which is drawn and not simulated.
class BlackHoles {
public:
    explicit BlackHoles(const ShaderFolder& folder);

    // Into `light`, which shows all that is behind them. The current vertex array must be empty.
    void draw(const SpriteView& view, const ColourTarget& light);

    // The part with all of the picture around it that its black holes bend the light of. Waits for
    // the GPU.
    static PicturePart with_lenses(const SpriteView& view, const PicturePart& part);

private:
    ShaderProgram lens_;
    GlTexture paths_, bending_;
    std::optional<ColourTarget> behind_;
};

} // namespace orrery
