#pragma once

#include "render/body_maps.hpp"
#include "render/body_splat.hpp"
#include "render/colour_target.hpp"
#include "render/gl_object.hpp"
#include "render/scene_measure.hpp"
#include "render/shader_program.hpp"
#include "render/sprite_view.hpp"

namespace orrery {

// The light that bodies give to a picture: as sprites, mist and balls, before it is shown.
class BodySprites {
public:
    BodySprites(const ShaderFolder& folder, DrawnBy by);

    // For all parts of a picture: how crowded it is, and mist.
    void draw_maps(const SpriteView& view, SceneMeasure& measure) {
        maps_.draw(view, splat_, measure);
    }
    // All but balls into `light`, whose former content is lost.
    void draw(const SpriteView& view, const ColourTarget& light);
    // Then those, once it has been measured how bright the others are.
    void draw_balls(const SpriteView& view, const ColourTarget& light) const;

private:
    // As sprite.vert numbers them.
    enum class Profile { star, dot, disc };
    // All sprites, or those that splatting has left, into the bound framebuffer.
    enum class Which { all, left_over };
    void draw_sprites(const ShaderProgram& sprites, const SpriteView& view, Which which,
                      Profile profile) const;
    void draw_lights(const SpriteView& view, const ColourTarget& light);
    void draw_discs(const SpriteView& view, const ColourTarget& light) const;

    ShaderProgram glow_, points_, discs_, balls_;
    BodySplat splat_;
    BodyMaps maps_;
    GlVertexArray empty_array_;
};

} // namespace orrery
