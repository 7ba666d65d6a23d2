#pragma once

#include "render/gl_object.hpp"
#include "render/graphics_context.hpp"

#include <optional>
#include <string>

namespace orrery {

// A texture that can be drawn into, and the framebuffer that does it. Sampled linearly, clamped at
// its edges. Throws failure when graphics memory does not suffice.
class ColourTarget {
public:
    // `depth`: the format of a depth attachment, such as GL_DEPTH_COMPONENT32F; 0 for none.
    explicit ColourTarget(Extent size, unsigned int format, unsigned int depth = 0);

    Extent size() const { return size_; }
    unsigned int format() const { return format_; }
    unsigned int texture() const { return texture_.name(); }
    unsigned int framebuffer() const { return framebuffer_.name(); }
    // Makes it what is drawn into, all of it.
    void bind() const;

private:
    Extent size_;
    unsigned int format_;
    GlTexture texture_;
    GlTexture depth_;
    GlFramebuffer framebuffer_;
};

// The target, made anew where it is of another size.
const ColourTarget& fitted(std::optional<ColourTarget>& target, Extent size, unsigned int format,
                           unsigned int depth = 0);

// A colour map as shaders read it, from the middle of the first entry to the middle of the last.
class ColourMapTexture {
public:
    // Throws bad_input for an id that there is none of.
    void use(const std::string& id);
    unsigned int name() const { return texture_.name(); }

private:
    GlTexture texture_;
    std::string id_;
};

} // namespace orrery
