#pragma once

#include "render/context.hpp"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace orrery {

// 8-bit sRGB, RGB interleaved, top row first.
struct Image {
    Extent size;
    std::vector<std::uint8_t> rgb;
};

// Reads a framebuffer object (0: the window's back buffer).
Image read_pixels(unsigned int framebuffer, Extent size);

// Throws failure naming the file. Written to a temporary name, then renamed.
void write_png(const std::filesystem::path& file, const Image& image);
// To an open stream, which the error calls `name`.
void write_png(std::FILE* stream, const std::string& name, const Image& image);
// Throws bad_input for anything that is not a readable PNG.
Image read_png(const std::filesystem::path& file);

// A colour target to draw pictures into, of any size, window or not.
class Framebuffer {
public:
    explicit Framebuffer(Extent size);
    ~Framebuffer();
    Extent size() const;
    unsigned int gl_framebuffer() const;
    // Copies its pixels to the lower left of another (0: the window's).
    void copy_to(unsigned int framebuffer) const;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace orrery
