// iTXt chunks of a PNG, as RFC 2083 and PNG 1.2 describe them: length, type, data, CRC.

#include "render/png_text.hpp"

#include "sim/base/error.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>

namespace orrery {
namespace {

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

} // namespace

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

} // namespace orrery
