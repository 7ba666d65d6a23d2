#include "render/light_picture.hpp"

#include "render/colour_target.hpp"
#include "render/gl_messages.hpp"
#include "render/png_stream.hpp"

#include <GL/glew.h>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace orrery {
namespace {

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

} // namespace

class LightTarget::Implementation {
public:
    explicit Implementation(Extent size) : target(size, GL_RGBA32F) {}
    const ColourTarget target;
};

LightTarget::LightTarget(Extent size) : implementation_(std::make_unique<Implementation>(size)) {}

LightTarget::~LightTarget() = default;

unsigned int LightTarget::gl_framebuffer() const {
    return implementation_->target.framebuffer();
}

LightPicture LightTarget::read() const {
    const Extent size = implementation_->target.size();
    const std::size_t row = 3 * static_cast<std::size_t>(size.width);
    std::vector<float> bottom_first(row * static_cast<std::size_t>(size.height));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, gl_framebuffer());
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadnPixels(0, 0, size.width, size.height, GL_RGB, GL_FLOAT,
                  static_cast<GLsizei>(bottom_first.size() * sizeof(float)), bottom_first.data());
    gl_check("reading the picture back");
    LightPicture picture{size, std::vector<float>(bottom_first.size())};
    for (std::size_t y = 0; y < static_cast<std::size_t>(size.height); ++y) {
        const std::size_t from = (static_cast<std::size_t>(size.height) - 1 - y) * row;
        std::copy_n(bottom_first.data() + from, row, picture.rgb.data() + y * row);
    }
    return picture;
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
