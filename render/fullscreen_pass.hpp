#pragma once

#include "render/colour_target.hpp"
#include "render/graphics_context.hpp"
#include "render/picture_part.hpp"
#include "render/shader_program.hpp"

#include <string>

namespace orrery {

// What of `source` a part of another size of the same picture shows, for shaders/fullscreen.vert
// and shaders/each_pixel.glsl.
void apply_source(const ShaderProgram& program, const PicturePart& target,
                  const PicturePart& source);

// A shader that gives each pixel of a rectangle its light: `name`.frag, where the processor draws,
// and `name`.comp on a GPU: one that was made for computing has few units that rasterise, and all
// can compute. The current vertex array must be empty.
class FullscreenPass {
public:
    FullscreenPass(const ShaderFolder& folder, const std::string& name, DrawnBy by);

    ShaderProgram& program() { return program_; }
    const ShaderProgram& program() const { return program_; }

    // So many pixels, from that corner on.
    void fill(const ColourTarget& target, int left, int below, Extent size) const;
    // All of it, which is light (GL_RGBA16F): so large a share of it comes from the pass.
    void blend(const ColourTarget& target, float share) const;
    // So many pixels from the lower left corner on of a framebuffer object (0: the window), if that
    // is possible: compute shaders write to textures alone.
    bool can_fill(GLuint framebuffer) const;
    void fill(GLuint framebuffer, Extent size) const;

private:
    void dispatch(GLuint texture, GLenum format, GLenum access, int left, int below,
                  Extent size) const;

    bool computes_;
    ShaderProgram program_;
};

} // namespace orrery
