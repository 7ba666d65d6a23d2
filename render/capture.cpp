#include "render/capture.hpp"

#include "render/fullscreen_pass.hpp"
#include "render/gl_messages.hpp"
#include "render/png_file.hpp"

#include <GL/glew.h>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace orrery {
namespace {

void clear_to_black(GLuint framebuffer) {
    constexpr float black[] = {0, 0, 0, 1};
    glDisable(GL_SCISSOR_TEST);
    glClearNamedFramebufferfv(framebuffer, GL_COLOR, 0, black);
}

void copy(GLuint from, Extent size, GLuint to, int left, int below, Extent into) {
    glDisable(GL_SCISSOR_TEST);
    glBlitNamedFramebuffer(from, to, 0, 0, size.width, size.height, left, below, left + into.width,
                           below + into.height, GL_COLOR_BUFFER_BIT,
                           size == into ? GL_NEAREST : GL_LINEAR);
    gl_check("copying a picture");
}

// Shades between those of 8 bits become more or fewer pixels of the next one, by the noise of
// shaders/screen.frag: rounded, a dark sky would have bands.
std::vector<std::uint8_t> in_eight_bits(const std::vector<std::uint16_t>& deep, Extent size) {
    std::vector<std::uint8_t> bytes(deep.size());
    const auto part = [](float number) { return number - std::floor(number); };
    std::size_t at = 0;
    for (int y = size.height - 1; y >= 0; --y) {
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

constexpr float white_candelas = 203; // ITU-R BT.2408

float linear(float encoded) {
    return encoded <= 0.04045F ? std::max(encoded, 0.0F) / 12.92F
                               : std::pow((encoded + 0.055F) / 1.055F, 2.4F);
}

// From sRGB's primaries to those of BT.2020 (ITU-R BT.2087), column by column.
const glm::mat3 to_bt2020{
    {0.6274F, 0.0691F, 0.0164F}, {0.3293F, 0.9195F, 0.0880F}, {0.0433F, 0.0114F, 0.8956F}};

// The bytes of a channel, the high one first.
void put(std::uint8_t* to, float signal) {
    const auto number = static_cast<unsigned int>(std::lround(signal * 65535));
    to[0] = static_cast<std::uint8_t>(number >> 8U);
    to[1] = static_cast<std::uint8_t>(number & 0xFFU);
}

// RGB interleaved, top row first: std::uint8_t, std::uint16_t or float.
template <class Channel>
std::vector<Channel> read_channels(unsigned int framebuffer, Extent size) {
    constexpr GLenum type = std::is_same_v<Channel, float>           ? GL_FLOAT
                            : std::is_same_v<Channel, std::uint16_t> ? GL_UNSIGNED_SHORT
                                                                     : GL_UNSIGNED_BYTE;
    const auto row = 3 * static_cast<std::ptrdiff_t>(size.width);
    std::vector<Channel> pixels(static_cast<std::size_t>(row * size.height));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glNamedFramebufferReadBuffer(framebuffer, framebuffer == 0 ? GL_BACK : GL_COLOR_ATTACHMENT0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadnPixels(0, 0, size.width, size.height, GL_RGB, type,
                  static_cast<GLsizei>(pixels.size() * sizeof(Channel)), pixels.data());
    gl_check("reading the picture back");
    for (int y = 0; y < size.height / 2; ++y) { // OpenGL's first row is the bottom one
        std::swap_ranges(pixels.begin() + y * row, pixels.begin() + (y + 1) * row,
                         pixels.end() - (y + 1) * row);
    }
    return pixels;
}

} // namespace

Image read_pixels(unsigned int framebuffer, Extent size) {
    return {size, channel_bits(framebuffer) > 8
                      ? in_eight_bits(read_channels<std::uint16_t>(framebuffer, size), size)
                      : read_channels<std::uint8_t>(framebuffer, size)};
}

int largest_framebuffer() {
    GLint texture = 0;
    GLint viewport[2] = {};
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &texture);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
    return std::min({texture, viewport[0], viewport[1]});
}

Framebuffer::Framebuffer(Extent size, int channel_bits)
    : target_(size, channel_bits > 16  ? GL_RGBA32F
                    : channel_bits > 8 ? GL_RGB10_A2
                                       : GL_RGBA8) {
    glTextureParameteri(target_.texture(), GL_TEXTURE_SWIZZLE_A, GL_ONE);
}

void Framebuffer::clear() const {
    clear_to_black(gl_framebuffer());
}

void Framebuffer::copy_to(unsigned int framebuffer, int left, int below) const {
    copy(gl_framebuffer(), size(), framebuffer, left, below, size());
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

void Framebuffer::copy_from(unsigned int framebuffer) const {
    copy(framebuffer, size(), gl_framebuffer(), 0, 0, size());
}

void Framebuffer::fit_into(unsigned int framebuffer, Extent whole) const {
    const auto [width, height] = size();
    const double share = std::min(whole.width / double(width), whole.height / double(height));
    const Extent fitted{static_cast<int>(std::lround(share * width)),
                        static_cast<int>(std::lround(share * height))};
    clear_to_black(framebuffer);
    copy(gl_framebuffer(), size(), framebuffer, (whole.width - fitted.width) / 2,
         (whole.height - fitted.height) / 2, fitted);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

void Framebuffer::stretch_to(const Framebuffer& other) const {
    copy(gl_framebuffer(), size(), other.gl_framebuffer(), 0, 0, other.size());
}

LightPicture Framebuffer::read() const {
    return {size(), read_channels<float>(gl_framebuffer(), size())};
}

Image as_image(const RawPixels& pixels) {
    const auto width = static_cast<std::size_t>(pixels.size.width);
    const auto height = static_cast<std::size_t>(pixels.size.height);
    Image image{pixels.size, std::vector<std::uint8_t>(3 * width * height)};
    for (std::size_t y = 0; y < height; ++y) {
        const std::uint8_t* from = pixels.rgba.data() + 4 * width * (height - 1 - y);
        std::uint8_t* to = image.rgb.data() + 3 * width * y;
        for (std::size_t x = 0; x < width; ++x) {
            to[3 * x] = from[4 * x];
            to[3 * x + 1] = from[4 * x + 1];
            to[3 * x + 2] = from[4 * x + 2];
        }
    }
    return image;
}

PixelReadback::PixelReadback(Extent size)
    : size_(size),
      bytes_(4 * static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height)) {
    for (GlBuffer& buffer : buffers_) {
        buffer = GlBuffer::create();
        glNamedBufferStorage(buffer.name(), static_cast<GLsizeiptr>(bytes_), nullptr,
                             GL_MAP_READ_BIT | GL_CLIENT_STORAGE_BIT);
    }
    gl_check("preparing to read pictures back");
}

void PixelReadback::begin(unsigned int framebuffer) {
    const std::size_t place = (first_ + under_way_) % max_under_way;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glNamedFramebufferReadBuffer(framebuffer, framebuffer == 0 ? GL_BACK : GL_COLOR_ATTACHMENT0);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffers_[place].name());
    glReadnPixels(0, 0, size_.width, size_.height, GL_RGBA, GL_UNSIGNED_BYTE,
                  static_cast<GLsizei>(bytes_), nullptr);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    gl_check("reading a picture back");
    fences_[place] = GlFence::insert();
    ++under_way_;
}

std::optional<RawPixels> PixelReadback::take(Wait wait) {
    constexpr std::uint64_t longest_wait = 1'000'000'000; // nanoseconds, before it is looked again
    if (under_way_ == 0) {
        return std::nullopt;
    }
    while (!fences_[first_].wait(wait == Wait::yes ? longest_wait : 0)) {
        if (wait == Wait::no) {
            return std::nullopt;
        }
    }
    RawPixels pixels{size_, std::vector<std::uint8_t>(bytes_)};
    const GLuint buffer = buffers_[first_].name();
    const void* const mapped =
        glMapNamedBufferRange(buffer, 0, static_cast<GLsizeiptr>(bytes_), GL_MAP_READ_BIT);
    gl_check("reading a picture back");
    std::memcpy(pixels.rgba.data(), mapped, bytes_);
    glUnmapNamedBuffer(buffer);
    first_ = (first_ + 1) % max_under_way;
    --under_way_;
    return pixels;
}

float perceptual_quantizer(float candelas) {
    const float power = std::pow(std::clamp(candelas / 10'000, 0.0F, 1.0F), 0.1593017578125F);
    return std::pow((0.8359375F + 18.8515625F * power) / (1 + 18.6875F * power), 78.84375F);
}

void write_hdr_png(const std::filesystem::path& file, const LightPicture& picture,
                   const PngText& text) {
    PngStream png(file, picture.size, text, PngStream::Channels::hdr);
    const std::size_t row = 3 * static_cast<std::size_t>(picture.size.width);
    std::vector<std::uint8_t> bytes(2 * row);
    for (std::size_t begin = 0; begin < picture.rgb.size(); begin += row) {
        for (std::size_t i = 0; i < row; i += 3) {
            const float* const pixel = picture.rgb.data() + begin + i;
            const glm::vec3 light =
                to_bt2020 * glm::vec3(linear(pixel[0]), linear(pixel[1]), linear(pixel[2]));
            for (int channel = 0; channel < 3; ++channel) {
                put(bytes.data() + 2 * (i + static_cast<std::size_t>(channel)),
                    perceptual_quantizer(light[channel] * white_candelas));
            }
        }
        png.write(bytes);
    }
    png.commit();
}

} // namespace orrery
