#pragma once

#include "render/colour_target.hpp"
#include "render/graphics_context.hpp"
#include "render/picture_part.hpp"
#include "render/shader_program.hpp"

#include <string>

namespace orrery {

// How many times as bright as white the brightest light is in a picture that has room for it: 1000
// of 203 candelas a square metre, as ITU-R BT.2408 has white.
inline constexpr float hdr_headroom = 1000.0F / 203;

// Bits of a channel in the framebuffer (0: the window's), which its context has current.
int channel_bits(unsigned int framebuffer);

// Sets the uniforms of shaders/screen.glsl: how finely the framebuffer `target` (0: the window)
// tells brightnesses apart, and, where its numbers are floats, that light beyond white is kept.
void apply_light_range(const ShaderProgram& program, unsigned int target);

// Sets the part of `source` that a part of another size of the same picture shows, for
// shaders/fullscreen.vert and shaders/each_pixel.glsl.
void apply_source(const ShaderProgram& program, const PicturePart& target,
                  const PicturePart& source);

// A shader that gives each pixel of a rectangle its light: `name`.frag, where the processor draws,
// and `name`.comp on a GPU: one that was made for computing has few units that rasterise, and all
// can compute. The current vertex array must be empty.
class FullscreenPass {
public:
    FullscreenPass(const ShaderFolder& folder, const std::string& name, DrawnBy by);

    const ShaderProgram& program() const { return program_; }

    // So many pixels, from that corner on.
    void fill(const ColourTarget& target, int left, int below, Extent size) const;
    // All of it, which is light (GL_RGBA16F): so large a share of it comes from the pass.
    void blend(const ColourTarget& target, float share) const;
    // So many pixels from the lower left corner on of a framebuffer object (0: the window), if that
    // is possible: compute shaders write to textures alone.
    bool can_fill(unsigned int framebuffer) const;
    void fill(unsigned int framebuffer, Extent size) const;

private:
    void dispatch(unsigned int texture, unsigned int format, unsigned int access, int left,
                  int below, Extent size) const;

    bool computes_;
    ShaderProgram program_;
};

} // namespace orrery
