#pragma once

#include "render/gl_object.hpp"
#include "render/graphics_context.hpp"

namespace orrery {

// A texture that can be drawn into, and the framebuffer that does it. Sampled linearly, clamped at
// its edges. Throws failure when graphics memory does not suffice.
class ColourTarget {
public:
    // `depth`: the format of a depth attachment, such as GL_DEPTH_COMPONENT32F; 0 for none.
    explicit ColourTarget(Extent size, GLenum format, GLenum depth = 0);

    Extent size() const { return size_; }
    GLenum format() const { return format_; }
    GLuint texture() const { return texture_.name(); }
    GLuint framebuffer() const { return framebuffer_.name(); }
    // Makes it what is drawn into, all of it.
    void bind() const;

private:
    Extent size_;
    GLenum format_;
    GlTexture texture_;
    GlTexture depth_;
    GlFramebuffer framebuffer_;
};

} // namespace orrery
