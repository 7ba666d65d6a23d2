#include "render/capture.hpp"

#include "render/image.hpp"

#include "render/colour_target.hpp"
#include "render/gl_messages.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <cstring>

namespace orrery {

Image read_pixels(unsigned int framebuffer, Extent size) {
    const std::size_t row = 3 * static_cast<std::size_t>(size.width);
    std::vector<std::uint8_t> bottom_first(row * static_cast<std::size_t>(size.height));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glNamedFramebufferReadBuffer(framebuffer, framebuffer == 0 ? GL_BACK : GL_COLOR_ATTACHMENT0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadnPixels(0, 0, size.width, size.height, GL_RGB, GL_UNSIGNED_BYTE,
                  static_cast<GLsizei>(bottom_first.size()), bottom_first.data());
    gl_check("reading the picture back");

    Image image{size, std::vector<std::uint8_t>(bottom_first.size())};
    for (std::size_t y = 0; y < static_cast<std::size_t>(size.height); ++y) {
        const std::size_t from = (static_cast<std::size_t>(size.height) - 1 - y) * row;
        std::memcpy(image.rgb.data() + y * row, bottom_first.data() + from, row);
    }
    return image;
}

int largest_framebuffer() {
    GLint texture = 0;
    GLint viewport[2] = {};
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &texture);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
    return std::min({texture, viewport[0], viewport[1]});
}

class Framebuffer::Implementation {
public:
    explicit Implementation(Extent size) : target(size, GL_RGBA8) {
        glTextureParameteri(target.texture(), GL_TEXTURE_SWIZZLE_A, GL_ONE);
    }
    const ColourTarget target;
};

Framebuffer::Framebuffer(Extent size) : implementation_(std::make_unique<Implementation>(size)) {}

Framebuffer::~Framebuffer() = default;

Extent Framebuffer::size() const {
    return implementation_->target.size();
}

unsigned int Framebuffer::gl_framebuffer() const {
    return implementation_->target.framebuffer();
}

unsigned int Framebuffer::gl_texture() const {
    return implementation_->target.texture();
}

void Framebuffer::clear() const {
    constexpr float black[] = {0, 0, 0, 1};
    glDisable(GL_SCISSOR_TEST);
    glClearNamedFramebufferfv(gl_framebuffer(), GL_COLOR, 0, black);
}

void Framebuffer::copy_to(unsigned int framebuffer, int left, int below) const {
    const auto [width, height] = size();
    glDisable(GL_SCISSOR_TEST);
    glBlitNamedFramebuffer(gl_framebuffer(), framebuffer, 0, 0, width, height, left, below,
                           left + width, below + height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl_check("copying a picture");
}

void Framebuffer::stretch_to(const Framebuffer& other) const {
    glDisable(GL_SCISSOR_TEST);
    glBlitNamedFramebuffer(gl_framebuffer(), other.gl_framebuffer(), 0, 0, size().width,
                           size().height, 0, 0, other.size().width, other.size().height,
                           GL_COLOR_BUFFER_BIT, GL_LINEAR);
    gl_check("stretching a picture");
}

} // namespace orrery
