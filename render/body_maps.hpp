#pragma once

#include "render/body_splat.hpp"
#include "render/colour_target.hpp"
#include "render/scene_measure.hpp"
#include "render/sprite_view.hpp"

#include <optional>

namespace orrery {

// Coarse maps of the whole picture, whatever part of it is drawn: how crowded it is, for colour by
// density, and mist.
class BodyMaps {
public:
    explicit BodyMaps(const ShaderFolder& folder);

    // Mist is made of one body in so many.
    static int mist_every(const SpriteView& view);

    // Those that the picture asks for.
    void draw(const SpriteView& view, BodySplat& splat, SceneMeasure& measure);
    // What sprites are coloured by.
    void bind(const SpriteView& view) const;
    // Of the whole picture; null where it has none.
    const ColourTarget* mist(const SpriteView& view) const {
        return view.misty() ? &*mist_ : nullptr;
    }
    // Adds what that part has of it to the framebuffer bound. The current vertex array must be
    // empty.
    void add_mist(const PicturePart& part) const;

private:
    void draw_density(SpriteView view, BodySplat& splat, SceneMeasure& measure);
    void draw_mist(SpriteView view, BodySplat& splat);
    void draw_dust(SpriteView view, BodySplat& splat);

    ShaderProgram mist_light_;
    std::optional<ColourTarget> density_; // bodies a cell
    std::optional<ColourTarget> mist_;
    std::optional<ColourTarget> dust_; // its columns and moments of depth: shaders/dust.glsl
    bool dusty_ = false;               // the picture that was drawn last
};

} // namespace orrery
