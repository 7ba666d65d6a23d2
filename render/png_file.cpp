// PNG through libpng: whole pictures by its simplified interface, which reports errors without
// longjmp, and rows by its full one. There calls of libpng are in functions of their own, in which
// nothing has to be destroyed.

#include "render/png_file.hpp"

#include "render/image.hpp"
#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"

#include <png.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace orrery {
namespace {

namespace fs = std::filesystem;

std::string system_words() {
    return std::generic_category().message(errno);
}

std::vector<std::byte> encoded_png(const std::string& name, const Image& image) {
    const auto bytes = 3 * static_cast<std::size_t>(std::max(image.size.width, 0)) *
                       static_cast<std::size_t>(std::max(image.size.height, 0));
    if (bytes == 0 || image.rgb.size() != bytes) {
        throw failure("no picture to write", name, "");
    }
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    png.width = static_cast<png_uint_32>(image.size.width);
    png.height = static_cast<png_uint_32>(image.size.height);
    png.format = PNG_FORMAT_RGB;
    png.flags = PNG_IMAGE_FLAG_FAST; // a video's frames must not wait for the last percent
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
    std::vector<std::byte> encoded(size);
    if (png_image_write_to_memory(&png, encoded.data(), &size, 0, image.rgb.data(), 0, nullptr) ==
        0) {
        throw failure(std::string("cannot be converted to PNG (") + &png.message[0] + ")", name,
                      "");
    }
    encoded.resize(size);
    return encoded;
}

// iTXt chunks of a PNG, as RFC 2083 and PNG 1.2 describe them: length, type, data, CRC.
constexpr std::string_view signature("\x89PNG\r\n\x1a\n", 8);
constexpr std::size_t header_end = 8 + 25; // signature and IHDR, which comes first
constexpr std::uint32_t longest_text = 1U << 24;
// Keyword, then: not compressed, by no method, in no language, not translated.
constexpr std::string_view plain("\0\0\0\0\0", 5);

void append_number(std::string& bytes, std::uint32_t number) {
    for (const int shift : {24, 16, 8, 0}) {
        bytes += static_cast<char>((number >> shift) & 0xFFU);
    }
}

std::uint32_t number_at(const char* bytes) {
    std::uint32_t number = 0;
    for (int i = 0; i < 4; ++i) {
        number = (number << 8) | static_cast<unsigned char>(bytes[i]);
    }
    return number;
}

std::uint32_t checksum(std::string_view bytes) {
    return static_cast<std::uint32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

// The text, if the chunk's data are under that keyword.
std::optional<std::string> text_under(std::string_view data, std::string_view keyword) {
    if (!data.starts_with(keyword) || !data.substr(keyword.size()).starts_with(plain)) {
        return std::nullopt;
    }
    return std::string(data.substr(keyword.size() + plain.size()));
}

// Primaries of BT.2020, the perceptual quantizer, red, green and blue, the full range (ITU-T
// H.273).
constexpr std::string_view bt2100_pq("\x09\x10\x00\x01", 4);

constexpr int quick = 1; // of zlib's levels: the last percent takes longer than all else

// What libpng calls back; nothing of it throws through libpng.
void collect(png_structp png, png_bytep data, std::size_t size) {
    auto& collector = *static_cast<PngCollector*>(png_get_io_ptr(png));
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
    static_cast<PngCollector*>(png_get_error_ptr(png))->words.assign(words);
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

void write_png(std::FILE* stream, const std::string& name, const Image& image) {
    const std::vector<std::byte> encoded = encoded_png(name, image);
    if (std::fwrite(encoded.data(), 1, encoded.size(), stream) != encoded.size()) {
        throw failure("cannot be written (" + system_words() + ")", name, "is the disk full?");
    }
}

void write_png(const fs::path& file, const Image& image, const PngText& text) {
    std::vector<std::byte> encoded = encoded_png(file.string(), image);
    if (!text.keyword.empty()) {
        insert_text(encoded, text);
    }
    AtomicFile output(file);
    output.write(encoded);
    output.commit();
}

void insert_chunk(std::vector<std::byte>& png, std::string_view type, std::string_view data) {
    std::string chunk(type);
    chunk += data;
    std::string bytes;
    append_number(bytes, static_cast<std::uint32_t>(chunk.size() - 4));
    bytes += chunk;
    append_number(bytes, checksum(chunk));
    const auto* const first = reinterpret_cast<const std::byte*>(bytes.data());
    png.insert(png.begin() + static_cast<std::ptrdiff_t>(header_end), first, first + bytes.size());
}

void insert_text(std::vector<std::byte>& png, const PngText& text) {
    std::string data = text.keyword;
    data += plain;
    data += text.text;
    insert_chunk(png, "iTXt", data);
}

std::optional<std::string> read_png_text(const std::filesystem::path& file,
                                         std::string_view keyword) {
    std::ifstream in(file, std::ios::binary);
    std::array<char, 8> start{};
    if (!in.read(start.data(), start.size()) ||
        std::string_view(start.data(), start.size()) != signature) {
        throw bad_input("is not a readable PNG", file.string(), "");
    }
    std::array<char, 8> head{};
    while (in.read(head.data(), head.size())) {
        const std::uint32_t length = number_at(head.data());
        const std::string_view type(head.data() + 4, 4);
        if (type == "IDAT" || type == "IEND") { // texts of ours stand before the pixels
            break;
        }
        if (type != "iTXt" || length > longest_text) {
            in.seekg(std::streamoff{length} + 4, std::ios::cur);
            continue;
        }
        std::string chunk(length + 4, '\0');
        std::copy(type.begin(), type.end(), chunk.begin());
        std::array<char, 4> sum{};
        if (!in.read(chunk.data() + 4, length) || !in.read(sum.data(), sum.size()) ||
            number_at(sum.data()) != checksum(chunk)) {
            throw bad_input("its text is damaged", file.string(), "save the picture again");
        }
        if (auto text = text_under(std::string_view(chunk).substr(4), keyword)) {
            return text;
        }
    }
    return std::nullopt;
}

PngStream::PngStream(const std::filesystem::path& file, Extent size, const PngText& text,
                     Channels channels)
    : file_(file),
      row_bytes_((channels == Channels::hdr ? 6 : 3) * static_cast<std::size_t>(size.width)) {
    png_ = png_create_write_struct(PNG_LIBPNG_VER_STRING, &collector_, complain, ignore);
    info_ = png_ == nullptr ? nullptr : png_create_info_struct(png_);
    if (info_ == nullptr) {
        png_destroy_write_struct(&png_, nullptr);
        throw failure("not enough memory to save the picture", file.string(), "save a smaller one");
    }
    png_set_write_fn(png_, &collector_, collect, do_not_flush);
    check(write_header(png_, info_, static_cast<png_uint_32>(size.width),
                       static_cast<png_uint_32>(size.height), channels == Channels::hdr ? 16 : 8));
    // Nothing but the header is there yet.
    if (!text.keyword.empty()) {
        insert_text(collector_.bytes, text);
    }
    if (channels == Channels::hdr) {
        insert_chunk(collector_.bytes, "cICP", bt2100_pq);
    }
}

PngStream::~PngStream() {
    png_destroy_write_struct(&png_, &info_);
}

void PngStream::write(std::span<const std::uint8_t> rows) {
    for (std::size_t at = 0; at < rows.size(); at += row_bytes_) {
        check(write_row(png_, rows.data() + at));
        hand_over();
    }
}

void PngStream::commit() {
    check(write_end(png_));
    hand_over();
    file_.commit();
}

void PngStream::check(bool done) const {
    if (!done) {
        throw failure("cannot be converted to PNG (" + collector_.words + ")",
                      file_.file().string(), "");
    }
}

void PngStream::hand_over() {
    file_.write(collector_.bytes);
    collector_.bytes.clear();
}

} // namespace orrery
