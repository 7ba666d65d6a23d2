// PNG through libpng's simplified interface, which reports errors without longjmp.

#include "render/png_file.hpp"
#include "render/image.hpp"
#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"

#include <png.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <span>
#include <string>
#include <system_error>
#include <vector>

namespace orrery {
namespace {

namespace fs = std::filesystem;

// A picture larger than this a side is not one that a screen showed.
constexpr png_uint_32 largest_side = 65'535;

// libpng's state; freed on every way out.
class Png {
public:
    Png() { image_.version = PNG_IMAGE_VERSION; }
    ~Png() { png_image_free(&image_); }
    Png(const Png&) = delete;
    Png& operator=(const Png&) = delete;

    png_image* operator->() noexcept { return &image_; }
    png_image* get() noexcept { return &image_; }
    std::string words() const { return &image_.message[0]; }

private:
    png_image image_{};
};

std::string system_words() {
    return std::generic_category().message(errno);
}

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

std::vector<std::byte> encoded_png(const std::string& name, const Image& image) {
    const auto bytes = 3 * static_cast<std::size_t>(std::max(image.size.width, 0)) *
                       static_cast<std::size_t>(std::max(image.size.height, 0));
    if (bytes == 0 || image.rgb.size() != bytes) {
        throw failure("no picture to write", name, "");
    }
    Png png;
    png->width = static_cast<png_uint_32>(image.size.width);
    png->height = static_cast<png_uint_32>(image.size.height);
    png->format = PNG_FORMAT_RGB;
    png->flags = PNG_IMAGE_FLAG_FAST; // a video's frames must not wait for the last percent
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(*png.get());
    std::vector<std::byte> encoded(size);
    if (png_image_write_to_memory(png.get(), encoded.data(), &size, 0, image.rgb.data(), 0,
                                  nullptr) == 0) {
        throw failure("cannot be converted to PNG (" + png.words() + ")", name, "");
    }
    encoded.resize(size);
    return encoded;
}

} // namespace

void write_png(std::FILE* stream, const std::string& name, const Image& image) {
    const std::vector<std::byte> encoded = encoded_png(name, image);
    if (std::fwrite(encoded.data(), 1, encoded.size(), stream) != encoded.size()) {
        throw failure("cannot be written (" + system_words() + ")", name, "is the disk full?");
    }
}

void write_png(const fs::path& file, const Image& image) {
    AtomicFile output(file);
    output.write(encoded_png(file.string(), image));
    output.commit();
}

void write_png(const fs::path& file, const Image& image, const PngText& text) {
    std::vector<std::byte> encoded = encoded_png(file.string(), image);
    insert_text(encoded, text);
    AtomicFile output(file);
    output.write(encoded);
    output.commit();
}

Image read_png(const fs::path& file) {
    const File stream(std::fopen(file.c_str(), "rb"));
    if (!stream) {
        throw bad_input("cannot be read (" + system_words() + ")", file.string(), "");
    }
    Png png;
    if (png_image_begin_read_from_stdio(png.get(), stream.get()) == 0) {
        throw bad_input("is not a readable PNG (" + png.words() + ")", file.string(), "");
    }
    if (png->width > largest_side || png->height > largest_side) {
        throw bad_input("is larger than 65535 pixels a side", file.string(), "");
    }
    png->format = PNG_FORMAT_RGB;
    Image image{{static_cast<int>(png->width), static_cast<int>(png->height)}, {}};
    image.rgb.resize(3 * std::size_t{png->width} * png->height);
    if (png_image_finish_read(png.get(), nullptr, image.rgb.data(), 0, nullptr) == 0) {
        throw bad_input("is not a readable PNG (" + png.words() + ")", file.string(), "");
    }
    return image;
}

} // namespace orrery
