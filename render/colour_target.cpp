#include "render/colour_target.hpp"

#include "render/colour_maps.hpp"
#include "render/gl_messages.hpp"
#include "sim/base/error.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <string>

namespace orrery {
namespace {

void sample_linearly(GLuint texture) {
    glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTextureParameteri(texture, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(texture, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

} // namespace

ColourTarget::ColourTarget(Extent size, unsigned int format, unsigned int depth)
    : size_(size), format_(format), texture_(GlTexture::create(GLenum{GL_TEXTURE_2D})),
      framebuffer_(GlFramebuffer::create()) {
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    if (size.width <= 0 || size.height <= 0 || std::max(size.width, size.height) > largest) {
        throw bad_input(std::to_string(size.width) + "x" + std::to_string(size.height) +
                            " pixels cannot be drawn",
                        "picture",
                        "from 1x1 to " + std::to_string(largest) + " a side is possible");
    }
    const GLuint texture = texture_.name();
    glTextureStorage2D(texture, 1, format, size.width, size.height);
    sample_linearly(texture);
    glNamedFramebufferTexture(framebuffer_.name(), GL_COLOR_ATTACHMENT0, texture, 0);
    if (depth != 0) {
        depth_ = GlTexture::create(GLenum{GL_TEXTURE_2D});
        glTextureStorage2D(depth_.name(), 1, depth, size.width, size.height);
        glNamedFramebufferTexture(framebuffer_.name(), GL_DEPTH_ATTACHMENT, depth_.name(), 0);
    }
    gl_check("creating a picture of the window's size", "use a smaller window");
    if (glCheckNamedFramebufferStatus(framebuffer_.name(), GL_FRAMEBUFFER) !=
        GL_FRAMEBUFFER_COMPLETE) {
        throw failure("the driver cannot draw into this format", "graphics",
                      "update the graphics driver");
    }
}

void ColourTarget::bind() const {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    glViewport(0, 0, size_.width, size_.height);
}

const ColourTarget& fitted(std::optional<ColourTarget>& target, Extent size, unsigned int format,
                           unsigned int depth) {
    if (!target || target->size() != size) {
        target.emplace(size, format, depth);
    }
    return *target;
}

void ColourMapTexture::use(const std::string& id) {
    if (id == id_) {
        return;
    }
    const ColourMap* const map = find_colour_map(id);
    if (map == nullptr) {
        throw bad_input("there is no colour map of this name", id, "");
    }
    const auto entries = static_cast<GLsizei>(map->rgb.size() / 3);
    texture_ = GlTexture::create(GLenum{GL_TEXTURE_1D});
    glTextureStorage1D(texture_.name(), 1, GL_RGBA16F, entries);
    glTextureSubImage1D(texture_.name(), 0, 0, entries, GL_RGB, GL_FLOAT, map->rgb.data());
    sample_linearly(texture_.name());
    id_ = id;
}

} // namespace orrery
