#pragma once

#include "render/graphics_context.hpp"
#include "render/png_text.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace orrery {

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
    ~PngStream();

    // Whole rows, RGB interleaved.
    void write(std::span<const std::uint8_t> rows);
    // After the last row.
    void commit();

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace orrery
