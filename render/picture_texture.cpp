#include "render/picture_texture.hpp"

#include "render/gl_messages.hpp"
#include "sim/base/error.hpp"

#include <GL/glew.h>
#include <png.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace orrery {
namespace {

constexpr png_uint_32 longest_side = 16'384; // pixels, of any graphics driver
constexpr std::size_t most_pixels = std::size_t{1} << 26;

} // namespace

PictureTexture read_picture_texture(const std::filesystem::path& file) {
    const auto refuse = [&](const std::string& words) {
        throw bad_input("this picture cannot be shown", file.string(), words);
    };
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_file(&png, file.c_str()) == 0) {
        refuse("it has to be a PNG file");
    }
    if (png.width > longest_side || png.height > longest_side) {
        png_image_free(&png);
        refuse("it may have 16,384 pixels a side at most");
    }
    if (std::size_t{png.width} * png.height > most_pixels) {
        png_image_free(&png);
        refuse("it may have 67 million pixels at most");
    }
    png.format = PNG_FORMAT_RGBA;
    std::vector<std::uint8_t> pixels(4 * std::size_t{png.width} * png.height);
    if (png_image_finish_read(&png, nullptr, pixels.data(), 0, nullptr) == 0) {
        refuse("its file is damaged");
    }
    PictureTexture picture{GlTexture::create(GL_TEXTURE_2D),
                           {static_cast<int>(png.width), static_cast<int>(png.height)}};
    const unsigned int name = picture.texture.name();
    const auto levels = static_cast<GLsizei>(std::bit_width(std::max(png.width, png.height)));
    glTextureStorage2D(name, levels, GL_RGBA8, picture.size.width, picture.size.height);
    glTextureSubImage2D(name, 0, 0, 0, picture.size.width, picture.size.height, GL_RGBA,
                        GL_UNSIGNED_BYTE, pixels.data());
    glGenerateTextureMipmap(name);
    glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTextureParameteri(name, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(name, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    gl_check("showing a picture");
    return picture;
}

} // namespace orrery
