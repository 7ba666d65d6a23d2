// Through libpng's full interface, which reports errors by longjmp: calls of libpng are in
// functions of their own, in which nothing has to be destroyed.

#include "render/png_stream.hpp"

#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"

#include <png.h>

#include <csetjmp>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {
namespace {

// Primaries of BT.2020, the perceptual quantizer, red, green and blue, the full range (ITU-T
// H.273).
constexpr std::string_view bt2100_pq("\x09\x10\x00\x01", 4);

constexpr int quick = 1; // of zlib's levels: the last percent takes longer than all else

// What libpng calls back; nothing of it throws through libpng.
struct Collector {
    std::vector<std::byte> bytes; // that are not yet in the file
    std::string words;            // of libpng's complaint
};

void collect(png_structp png, png_bytep data, std::size_t size) {
    auto& collector = *static_cast<Collector*>(png_get_io_ptr(png));
    bool stored = true;
    try {
        const auto* const first = reinterpret_cast<const std::byte*>(data);
        collector.bytes.insert(collector.bytes.end(), first, first + size);
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

bool write_header(png_structp png, png_infop info, png_uint_32 width, png_uint_32 height,
                  int bits) {
    if (setjmp(png_jmpbuf(png)) != 0) {
        return false;
    }
    png_set_compression_level(png, quick);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
    png_set_IHDR(png, info, width, height, bits, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    return true;
}

bool write_row(png_structp png, const std::uint8_t* row) {
    if (setjmp(png_jmpbuf(png)) != 0) {
        return false;
    }
    png_write_row(png, row);
    return true;
}

bool write_end(png_structp png) {
    if (setjmp(png_jmpbuf(png)) != 0) {
        return false;
    }
    png_write_end(png, nullptr);
    return true;
}

} // namespace

class PngStream::Implementation {
public:
    Implementation(const std::filesystem::path& file, Extent size, const PngText& text,
                   Channels channels)
        : file_(file),
          row_bytes_((channels == Channels::hdr ? 6 : 3) * static_cast<std::size_t>(size.width)) {
        png_ = png_create_write_struct(PNG_LIBPNG_VER_STRING, &collector_, complain, ignore);
        info_ = png_ == nullptr ? nullptr : png_create_info_struct(png_);
        if (info_ == nullptr) {
            png_destroy_write_struct(&png_, nullptr);
            throw failure("not enough memory to save the picture", file.string(),
                          "save a smaller one");
        }
        png_set_write_fn(png_, &collector_, collect, do_not_flush);
        check(write_header(png_, info_, static_cast<png_uint_32>(size.width),
                           static_cast<png_uint_32>(size.height),
                           channels == Channels::hdr ? 16 : 8));
        // Nothing but the header is there yet.
        if (!text.keyword.empty()) {
            insert_text(collector_.bytes, text);
        }
        if (channels == Channels::hdr) {
            insert_chunk(collector_.bytes, "cICP", bt2100_pq);
        }
    }
    Implementation(const Implementation&) = delete;
    Implementation& operator=(const Implementation&) = delete;
    ~Implementation() { png_destroy_write_struct(&png_, &info_); }

    void write(std::span<const std::uint8_t> rows) {
        for (std::size_t at = 0; at < rows.size(); at += row_bytes_) {
            check(write_row(png_, rows.data() + at));
            hand_over();
        }
    }

    void commit() {
        check(write_end(png_));
        hand_over();
        file_.commit();
    }

private:
    void check(bool done) const {
        if (!done) {
            throw failure("cannot be converted to PNG (" + collector_.words + ")",
                          file_.file().string(), "");
        }
    }

    void hand_over() {
        file_.write(collector_.bytes);
        collector_.bytes.clear();
    }

    AtomicFile file_;
    Collector collector_;
    png_structp png_ = nullptr;
    png_infop info_ = nullptr;
    const std::size_t row_bytes_;
};

PngStream::PngStream(const std::filesystem::path& file, Extent size, const PngText& text,
                     Channels channels)
    : implementation_(std::make_unique<Implementation>(file, size, text, channels)) {}

PngStream::~PngStream() = default;

void PngStream::write(std::span<const std::uint8_t> rows) {
    implementation_->write(rows);
}

void PngStream::commit() {
    implementation_->commit();
}

} // namespace orrery
