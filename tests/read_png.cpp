#include "tests/read_png.hpp"

#include "sim/base/error.hpp"

#include <png.h>

#include <algorithm>

namespace orrery {

Image read_png(const std::filesystem::path& file) {
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_file(&png, file.c_str()) == 0) {
        throw bad_input("is not a readable PNG", file.string(), "");
    }
    if (std::max(png.width, png.height) > 65'535) {
        png_image_free(&png);
        throw bad_input("is larger than 65535 pixels a side", file.string(), "");
    }
    png.format = PNG_FORMAT_RGB;
    Image image{{static_cast<int>(png.width), static_cast<int>(png.height)}, {}};
    image.rgb.resize(3 * std::size_t{png.width} * png.height);
    if (png_image_finish_read(&png, nullptr, image.rgb.data(), 0, nullptr) == 0) {
        throw bad_input("is not a readable PNG", file.string(), "");
    }
    return image;
}

} // namespace orrery
