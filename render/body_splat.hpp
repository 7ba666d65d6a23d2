#pragma once

#include "render/colour_target.hpp"
#include "render/gl_object.hpp"
#include "render/shader_program.hpp"
#include "render/sprite_view.hpp"

namespace orrery {

constexpr unsigned int mist_unit = 3; // as in shaders/mist.glsl

// Draws small sprites with compute shaders, about ten times as fast on Mesa's software rasteriser
// as point sprites are, and independent of the bodies' order.
class BodySplat {
public:
    BodySplat(const ShaderFolder& folder, DrawnBy by);

    // Whether a picture of this size is possible here.
    bool fits(Extent size) const;
    // Draws the sprites whose radius is below `max_radius` into `picture`, whose former content is
    // lost. `dots`: points rather than glows. Lists the others for draw_listed; `strips`: as strips
    // of triangles, an instance a body. `mist`: a map of the whole picture, whose light is added;
    // null: none.
    void draw(const SpriteView& view, const ColourTarget& picture, float max_radius, bool dots,
              bool strips = false, const ColourTarget* mist = nullptr);
    // Lists instead the bodies that `chosen_by` puts on it.
    void list(const SpriteView& view, const ShaderProgram& chosen_by, bool strips);
    // Calls the current program, which reads the list at its place, once for each body of it.
    void draw_listed(bool strips) const;

private:
    void reserve(Extent size);
    void begin_list(std::size_t bodies, bool strips);

    ShaderProgram splat_;
    ShaderProgram gather_, gather_misty_;
    GrowingBuffer sums_;   // all zero between pictures
    GrowingBuffer listed_; // large bodies, by their numbers
    GlBuffer call_;        // that draws them
    std::int64_t largest_bytes_ = 0;
};

} // namespace orrery
