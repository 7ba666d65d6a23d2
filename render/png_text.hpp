#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// Words that travel inside a PNG file, which whoever shows it passes over.
struct PngText {
    std::string keyword; // 1 to 79 Latin letters
    std::string text;    // UTF-8
};

// Puts a chunk into a PNG, behind its header; `type` is of four letters.
void insert_chunk(std::vector<std::byte>& png, std::string_view type, std::string_view data);

// Puts the text into a PNG, behind its header.
void insert_text(std::vector<std::byte>& png, const PngText& text);

// The text of that keyword; nothing where the picture has none. Throws bad_input for what is no
// readable PNG.
std::optional<std::string> read_png_text(const std::filesystem::path& file,
                                         std::string_view keyword);

} // namespace orrery
