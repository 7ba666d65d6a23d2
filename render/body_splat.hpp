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

    // In pixels: the rasteriser is quicker for larger sprites. Some GPUs that compute have hardly
    // any part left that rasterises.
    float largest_radius() const { return drawn_by_ == DrawnBy::gpu ? 12.0F : 4.0F; }
    // Whether a picture of the view's part is possible here.
    bool fits(const SpriteView& view) const;
    // Draws the sprites whose radius is below `max_radius` into `picture`, whose former content is
    // lost. `dots`: points rather than glows. Lists the others for draw_listed; `strips`: as strips
    // of triangles, an instance a body. `mist`: a map of the whole picture, whose light is added;
    // null: none.
    void draw(const SpriteView& view, const ColourTarget& picture, float max_radius, bool dots,
              bool strips = false, const ColourTarget* mist = nullptr);
    // Where layers are apart: adds what was left out, since it is before black holes, in `area`, of
    // the view's part. The current vertex array must be empty.
    void add_before_holes(const SpriteView& view, const ColourTarget& picture,
                          const PicturePart& area);
    // Calls the current program, which reads the list at its place, once for each body of it.
    void draw_listed(bool strips) const;

private:
    void reserve(const SpriteView& view);
    void begin_list(std::size_t bodies, bool strips);
    void prepare_gather(const SpriteView& view, const ShaderProgram& shader) const;
    void gather(const SpriteView& view, const ColourTarget& picture, const ShaderProgram& shader,
                Extent pixels);

    DrawnBy drawn_by_;
    ShaderProgram splat_;
    ShaderProgram gather_, gather_misty_, gather_over_;
    GrowingBuffer sums_;       // all zero between pictures
    bool left_before_ = false; // but for what nobody wanted before black holes
    GrowingBuffer listed_;     // large bodies, by their numbers
    GlBuffer call_;            // that draws them
    std::int64_t largest_bytes_ = 0;
};

} // namespace orrery
