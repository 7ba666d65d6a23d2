#include "render/capture.hpp"

#include "render/image.hpp"

#include "render/colour_target.hpp"
#include "render/gl_messages.hpp"
#include "render/light_range.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace orrery {

namespace {

template <class Channel>
std::vector<Channel> read_bottom_first(Extent size, GLenum type) {
    std::vector<Channel> pixels(3 * static_cast<std::size_t>(size.width) *
                                static_cast<std::size_t>(size.height));
    glReadnPixels(0, 0, size.width, size.height, GL_RGB, type,
                  static_cast<GLsizei>(pixels.size() * sizeof(Channel)), pixels.data());
    gl_check("reading the picture back");
    return pixels;
}

// Shades between those of 8 bits become more or fewer pixels of the next one, by the noise of
// shaders/screen.frag: rounded, a dark sky would have bands.
std::vector<std::uint8_t> in_eight_bits(const std::vector<std::uint16_t>& deep, Extent size) {
    std::vector<std::uint8_t> bytes(deep.size());
    const auto part = [](float number) { return number - std::floor(number); };
    std::size_t at = 0;
    for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) {
            const float noise =
                part(52.9829189F * part((static_cast<float>(x) + 0.5F) * 0.06711056F +
                                        (static_cast<float>(y) + 0.5F) * 0.00583715F));
            for (int channel = 0; channel < 3; ++channel, ++at) {
                bytes[at] = static_cast<std::uint8_t>(
                    std::min(static_cast<float>(deep[at]) / 257 + noise, 255.0F));
            }
        }
    }
    return bytes;
}

} // namespace

Image read_pixels(unsigned int framebuffer, Extent size) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glNamedFramebufferReadBuffer(framebuffer, framebuffer == 0 ? GL_BACK : GL_COLOR_ATTACHMENT0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    const std::vector<std::uint8_t> bottom_first =
        channel_bits(framebuffer) > 8
            ? in_eight_bits(read_bottom_first<std::uint16_t>(size, GL_UNSIGNED_SHORT), size)
            : read_bottom_first<std::uint8_t>(size, GL_UNSIGNED_BYTE);

    const std::size_t row = 3 * static_cast<std::size_t>(size.width);
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
    Implementation(Extent size, int channel_bits)
        : target(size, channel_bits > 8 ? GL_RGB10_A2 : GL_RGBA8) {
        glTextureParameteri(target.texture(), GL_TEXTURE_SWIZZLE_A, GL_ONE);
    }
    const ColourTarget target;
};

Framebuffer::Framebuffer(Extent size, int channel_bits)
    : implementation_(std::make_unique<Implementation>(size, channel_bits)) {}

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

void Framebuffer::copy_from(unsigned int framebuffer) const {
    const auto [width, height] = size();
    glDisable(GL_SCISSOR_TEST);
    glBlitNamedFramebuffer(framebuffer, gl_framebuffer(), 0, 0, width, height, 0, 0, width, height,
                           GL_COLOR_BUFFER_BIT, GL_NEAREST);
    gl_check("keeping a picture");
}

void Framebuffer::fit_into(unsigned int framebuffer, Extent whole) const {
    if (size() == whole) {
        copy_to(framebuffer);
        return;
    }
    const auto [width, height] = size();
    const double share = std::min(whole.width / double(width), whole.height / double(height));
    const int wide = static_cast<int>(std::lround(share * width));
    const int high = static_cast<int>(std::lround(share * height));
    const int left = (whole.width - wide) / 2;
    const int below = (whole.height - high) / 2;
    constexpr float black[] = {0, 0, 0, 1};
    glDisable(GL_SCISSOR_TEST);
    glClearNamedFramebufferfv(framebuffer, GL_COLOR, 0, black);
    glBlitNamedFramebuffer(gl_framebuffer(), framebuffer, 0, 0, width, height, left, below,
                           left + wide, below + high, GL_COLOR_BUFFER_BIT, GL_LINEAR);
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
