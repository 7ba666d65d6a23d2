// PNG through libpng's simplified interface, which reports errors without longjmp.

#include "render/capture.hpp"
#include "sim/error.hpp"

#include <png.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

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

// Removed again unless it has become the file that was wanted.
class TemporaryFile {
public:
    explicit TemporaryFile(const fs::path& wanted)
        : wanted_(wanted), path_(wanted.string() + "." + std::to_string(getpid()) + ".orrery-tmp"),
          file_(std::fopen(path_.c_str(), "wb")) {
        if (!file_) {
            throw failure("cannot be written (" + system_words() + ")", wanted.string(),
                          "choose a folder that exists and that you may write to");
        }
    }
    ~TemporaryFile() {
        if (!path_.empty()) {
            file_.reset();
            std::error_code ignored;
            fs::remove(path_, ignored);
        }
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    std::FILE* stream() const { return file_.get(); }

    void become_the_file() {
        const bool flushed = std::fflush(file_.get()) == 0 && fsync(fileno(file_.get())) == 0;
        const std::string flush_words = flushed ? std::string() : system_words();
        const bool closed = std::fclose(file_.release()) == 0;
        if (!flushed || !closed) {
            throw failure("cannot be written (" + (flushed ? system_words() : flush_words) + ")",
                          wanted_.string(), "is the disk full?");
        }
        std::error_code error;
        fs::rename(path_, wanted_, error);
        if (error) {
            throw failure("cannot be written (" + error.message() + ")", wanted_.string(), "");
        }
        path_.clear();
    }

private:
    fs::path wanted_, path_;
    File file_;
};

} // namespace

void write_png(std::FILE* stream, const std::string& name, const Image& image) {
    const auto bytes = 3 * static_cast<std::size_t>(std::max(image.size.width, 0)) *
                       static_cast<std::size_t>(std::max(image.size.height, 0));
    if (bytes == 0 || image.rgb.size() != bytes) {
        throw failure("there is no picture to write", name, "");
    }
    Png png;
    png->width = static_cast<png_uint_32>(image.size.width);
    png->height = static_cast<png_uint_32>(image.size.height);
    png->format = PNG_FORMAT_RGB;
    png->flags = PNG_IMAGE_FLAG_FAST; // a video's frames must not wait for the last percent
    if (png_image_write_to_stdio(png.get(), stream, 0, image.rgb.data(), 0, nullptr) == 0) {
        throw failure("cannot be written (" + png.words() + ")", name, "is the disk full?");
    }
}

void write_png(const fs::path& file, const Image& image) {
    TemporaryFile temporary(file);
    write_png(temporary.stream(), file.string(), image);
    temporary.become_the_file();
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
