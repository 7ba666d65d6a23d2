#pragma once

#include "render/image.hpp"
#include "render/png_text.hpp"

#include <cstdio>
#include <filesystem>
#include <string>

namespace orrery {

// Throws failure naming the file. Written to a temporary name, then renamed.
void write_png(const std::filesystem::path& file, const Image& image);
void write_png(const std::filesystem::path& file, const Image& image, const PngText& text);
// To an open stream, which the error calls `name`.
void write_png(std::FILE* stream, const std::string& name, const Image& image);
// Throws bad_input for anything that is not a readable PNG.
Image read_png(const std::filesystem::path& file);

} // namespace orrery
