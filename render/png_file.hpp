#pragma once

#include "render/graphics_context.hpp"
#include "render/image.hpp"
#include "sim/base/atomic_file.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace orrery {

// Words that travel inside a PNG file, which whoever shows it passes over.
struct PngText {
    std::string keyword; // 1 to 79 Latin letters
    std::string text;    // UTF-8
};

// The text of that keyword; nothing where the picture has none. Throws bad_input for what is no
// readable PNG.
std::optional<std::string> read_png_text(const std::filesystem::path& file,
                                         std::string_view keyword);

// Throws failure naming the file. Readers see all of it or the former file. A text without keyword
// is left out.
void write_png(const std::filesystem::path& file, const Image& image, const PngText& text = {});
// To an open stream, which the error calls `name`.
void write_png(std::FILE* stream, const std::string& name, const Image& image);

class PngRows;

// A PNG file that is written row by row, from the top, for pictures that would fill the memory.
// Without `commit` nothing remains.
class PngStream {
public:
    enum class Channels {
        srgb, // 8 bits
        hdr   // 16 bits, the high byte first, as perceptual quantizer of BT.2020's primaries
    };
    // Throws failure naming the file, as do the others. A text without keyword is left out.
    PngStream(const std::filesystem::path& file, Extent size, const PngText& text,
              Channels channels = Channels::srgb);
    PngStream(const PngStream&) = delete;
    PngStream& operator=(const PngStream&) = delete;
    ~PngStream();

    // Whole rows, RGB interleaved.
    void write(std::span<const std::uint8_t> rows);
    // After the last row.
    void commit();

private:
    AtomicFile file_;
    std::unique_ptr<PngRows> rows_;
};

} // namespace orrery
