// PNG through libpng, row by row. It reports errors by longjmp: what calls it stands in functions
// in which nothing has to be destroyed.

#include "render/png_file.hpp"

#include "render/image.hpp"
#include "sim/base/error.hpp"

#include <png.h>

#include <cerrno>
#include <csetjmp>
#include <system_error>
#include <vector>

namespace orrery {
namespace {

namespace fs = std::filesystem;

// The bytes that libpng has written and were not taken yet, and its complaint.
struct Collector {
    std::vector<std::byte> bytes;
    std::string words;
};

// The write callback of libpng; no exception passes through libpng.
void collect(png_structp png, png_bytep data, std::size_t size) {
    auto& bytes = static_cast<Collector*>(png_get_io_ptr(png))->bytes;
    bool stored = true;
    try {
        const auto* const first = reinterpret_cast<const std::byte*>(data);
        bytes.insert(bytes.end(), first, first + size);
    } catch (const std::exception&) {
        stored = false;
    }
    if (!stored) {
        png_error(png, "not enough memory");
    }
}

void do_not_flush(png_structp) {}

[[noreturn]] void complain(png_structp png, png_const_charp words) {
    static_cast<Collector*>(png_get_error_ptr(png))->words.assign(words);
    png_longjmp(png, 1);
}

void ignore(png_structp, png_const_charp) {}

// False where libpng has complained.
template <class Calls>
bool done(png_structp png, const Calls& calls) {
    if (setjmp(png_jmpbuf(png)) != 0) {
        return false;
    }
    calls();
    return true;
}

// Primaries of BT.2020, the perceptual quantizer, red, green and blue, the full range (ITU-T
// H.273).
constexpr png_byte bt2100_pq[] = {9, 16, 0, 1};

constexpr int quick = 1; // of zlib's levels: the last percent takes longer than all else

void write_header(png_structp png, png_infop info, Extent size, const PngText& text, bool hdr) {
    png_set_compression_level(png, quick);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
    png_set_IHDR(png, info, static_cast<png_uint_32>(size.width),
                 static_cast<png_uint_32>(size.height), hdr ? 16 : 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (!text.keyword.empty()) {
        png_text words{};
        words.compression = PNG_ITXT_COMPRESSION_NONE;
        words.key = const_cast<char*>(text.keyword.c_str()); // libpng copies it
        words.text = const_cast<char*>(text.text.c_str());
        png_set_text(png, info, &words, 1);
    }
    png_write_info(png, info);
    if (hdr) {
        png_write_chunk(png, reinterpret_cast<png_const_bytep>("cICP"), bt2100_pq,
                        sizeof bt2100_pq);
    }
}

} // namespace

// A PNG in the making; errors call it `name`.
class PngRows {
public:
    PngRows(std::string name, Extent size, const PngText& text, PngStream::Channels channels)
        : name_(std::move(name)), row_bytes_((channels == PngStream::Channels::hdr ? 6 : 3) *
                                             static_cast<std::size_t>(size.width)) {
        png_ = png_create_write_struct(PNG_LIBPNG_VER_STRING, &collector_, complain, ignore);
        info_ = png_ == nullptr ? nullptr : png_create_info_struct(png_);
        if (info_ == nullptr) {
            png_destroy_write_struct(&png_, nullptr);
            throw failure("not enough memory to save the picture", name_, "save a smaller one");
        }
        png_set_write_fn(png_, &collector_, collect, do_not_flush);
        call([&] { write_header(png_, info_, size, text, channels == PngStream::Channels::hdr); });
    }
    PngRows(const PngRows&) = delete;
    PngRows& operator=(const PngRows&) = delete;
    ~PngRows() { png_destroy_write_struct(&png_, &info_); }

    void write(std::span<const std::uint8_t> rows) {
        call([&] {
            for (std::size_t at = 0; at < rows.size(); at += row_bytes_) {
                png_write_row(png_, rows.data() + at);
            }
        });
    }
    void end() {
        call([&] { png_write_end(png_, nullptr); });
    }
    std::vector<std::byte> take() { return std::exchange(collector_.bytes, {}); }

private:
    template <class Calls>
    void call(const Calls& calls) const {
        if (!done(png_, calls)) {
            throw failure("cannot be converted to PNG (" + collector_.words + ")", name_, "");
        }
    }

    const std::string name_;
    const std::size_t row_bytes_;
    Collector collector_;
    png_structp png_ = nullptr;
    png_infop info_ = nullptr;
};

namespace {

void require_pixels(const std::string& name, const Image& image) {
    if (image.size.width <= 0 || image.size.height <= 0 ||
        image.rgb.size() != 3 * static_cast<std::size_t>(image.size.width) *
                                static_cast<std::size_t>(image.size.height)) {
        throw failure("no picture to write", name, "");
    }
}

} // namespace

void write_png(std::FILE* stream, const std::string& name, const Image& image) {
    require_pixels(name, image);
    PngRows rows(name, image.size, {}, PngStream::Channels::srgb);
    rows.write(image.rgb);
    rows.end();
    const std::vector<std::byte> encoded = rows.take();
    if (std::fwrite(encoded.data(), 1, encoded.size(), stream) != encoded.size()) {
        throw failure("cannot be written (" + std::generic_category().message(errno) + ")", name,
                      "is the disk full?");
    }
}

void write_png(const fs::path& file, const Image& image, const PngText& text) {
    require_pixels(file.string(), image);
    PngStream png(file, image.size, text);
    png.write(image.rgb);
    png.commit();
}

std::optional<std::string> read_png_text(const fs::path& file, std::string_view keyword) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> in(std::fopen(file.c_str(), "rb"),
                                                             std::fclose);
    Collector collector;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &collector, complain, ignore);
    png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
    png_textp texts = nullptr;
    int count = 0;
    const bool readable =
        in && info != nullptr && done(png, [&] {
            png_init_io(png, in.get());
            png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT); // of texts, too
            png_read_info(png, info); // texts of ours stand before the pixels
            count = png_get_text(png, info, &texts, nullptr);
        });
    std::optional<std::string> found;
    for (int i = 0; readable && i < count; ++i) {
        if (keyword == texts[i].key) {
            found = texts[i].text;
        }
    }
    png_destroy_read_struct(&png, &info, nullptr);
    if (!readable) {
        throw bad_input("is not a readable PNG", file.string(), "");
    }
    return found;
}

PngStream::PngStream(const fs::path& file, Extent size, const PngText& text, Channels channels)
    : file_(file), rows_(std::make_unique<PngRows>(file.string(), size, text, channels)) {}

PngStream::~PngStream() = default;

void PngStream::write(std::span<const std::uint8_t> rows) {
    rows_->write(rows);
    file_.write(rows_->take());
}

void PngStream::commit() {
    rows_->end();
    file_.write(rows_->take());
    file_.commit();
}

} // namespace orrery
