#pragma once

#include "render/body_splat.hpp"
#include "render/colour_target.hpp"
#include "render/gl_object.hpp"
#include "render/scene_measure.hpp"
#include "render/shader_program.hpp"
#include "render/sprite_view.hpp"

#include <optional>

namespace orrery {

// The light that bodies give to a picture: as sprites, mist and balls, before it is shown. With
// coarse maps of the whole picture, whatever part of it is drawn: how crowded it is, for colour by
// density, mist, and dust.
class BodySprites {
public:
    BodySprites(const ShaderFolder& folder, DrawnBy by);

    // Returns N: mist is made of one body in N.
    int mist_every(const SpriteView& view) const;

    // For all parts of a picture: the maps that it asks for.
    void draw_maps(const SpriteView& view, SceneMeasure& measure);
    // All but balls into `light`, whose former content is lost.
    void draw(const SpriteView& view, const ColourTarget& light);
    // Then those, once it has been measured how bright the others are.
    void draw_balls(const SpriteView& view, const ColourTarget& light) const;
    // What was left out because it is before black holes, once these are drawn: within `reach`.
    void draw_before_holes(SpriteView view, const ColourTarget& light, const PicturePart& reach);

private:
    // As sprite.vert numbers them.
    enum class Profile { star, dot, disc };
    // All sprites, or those that splatting has left, into the bound framebuffer.
    enum class Which { all, left_over };
    void draw_sprites(const ShaderProgram& sprites, const SpriteView& view, Which which,
                      Profile profile) const;
    // Binds the textures that sprites are coloured by.
    void bind(const SpriteView& view) const;
    void draw_density(SpriteView view, SceneMeasure& measure);
    void draw_mist(SpriteView view);
    void draw_dust(SpriteView view);
    // Adds what the view's part has of it to the framebuffer bound. The current vertex array must
    // be empty.
    void add_mist(const SpriteView& view) const;
    // Whether small bodies are splatted: of a view that this makes of one for the rasteriser.
    bool splats(SpriteView& view) const;
    void add_sprites(const SpriteView& view, const ColourTarget& light, Which which) const;
    void draw_lights(const SpriteView& view, const ColourTarget& light);
    void draw_discs(const SpriteView& view, const ColourTarget& light) const;

    ShaderProgram glow_, points_, discs_, balls_, mist_light_;
    BodySplat splat_;
    std::optional<ColourTarget> density_; // bodies a cell
    std::optional<ColourTarget> mist_;
    std::optional<ColourTarget> dust_; // its columns and moments of depth: shaders/dust.glsl
    GlVertexArray empty_array_;
    std::size_t bodies_of_mist_;
};

} // namespace orrery
