#pragma once

#include "render/colour_target.hpp"
#include "render/gl_object.hpp"
#include "render/image.hpp"
#include "render/png_file.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace orrery {

// Reads a framebuffer object (0: the window's back buffer).
Image read_pixels(unsigned int framebuffer, Extent size);

// Pixels a side that a framebuffer can have at most here.
int largest_framebuffer();

// A picture with light beyond white: sRGB's encoding, 1 for white and more for what is brighter.
// RGB interleaved, top row first.
struct LightPicture {
    Extent size;
    std::vector<float> rgb;
};

// A colour target to draw pictures into, of any size, window or not.
class Framebuffer {
public:
    // `channel_bits`: of each colour; 8, 10, or 32: floats, which keep light beyond white.
    explicit Framebuffer(Extent size, int channel_bits = 8);
    Extent size() const { return target_.size(); }
    unsigned int gl_framebuffer() const { return target_.framebuffer(); }
    unsigned int gl_texture() const { return target_.texture(); } // opaque, whatever was drawn
    void clear() const;                                           // black
    // Copies its pixels to another (0: the window's), so far from its left and lower edges.
    void copy_to(unsigned int framebuffer, int left = 0, int below = 0) const;
    // Takes those of another of this size (0: the window's).
    void copy_from(unsigned int framebuffer) const;
    // As large as they fit into another of that size (0: the window's), black around them.
    void fit_into(unsigned int framebuffer, Extent size) const;
    // Fills another with them.
    void stretch_to(const Framebuffer& other) const;
    LightPicture read() const;

private:
    ColourTarget target_;
};

// Pixels as OpenGL hands them over: red, green, blue and alpha, the bottom row first.
struct RawPixels {
    Extent size;
    std::vector<std::uint8_t> rgba;
};

// Costs a pass over the pixels; for another thread than the one that draws.
Image as_image(const RawPixels& pixels);

// Reads pictures back without waiting for them: each is copied into a buffer of its own by the GPU,
// and handed over when a fence behind it has passed.
class PixelReadback {
public:
    explicit PixelReadback(Extent size);

    // The next begin has to wait until something is taken.
    bool full() const { return under_way_ == max_under_way; }
    // Begins to read a framebuffer object of that size (0: the window's back buffer). Not while
    // full.
    void begin(unsigned int framebuffer);
    // The picture begun first, if it is there by now. `wait`: until it is; unset only where there
    // is none.
    enum class Wait { no, yes };
    std::optional<RawPixels> take(Wait wait);

private:
    // So many pictures are under way at most: the GPU may be two frames behind.
    static constexpr std::size_t max_under_way = 3;

    Extent size_;
    std::size_t bytes_;
    std::array<GlBuffer, max_under_way> buffers_;
    std::array<GlFence, max_under_way> fences_;
    std::size_t first_ = 0, under_way_ = 0;
};

// The channel's signal for a luminance in candelas per square metre, 0 … 1 (SMPTE ST 2084).
float perceptual_quantizer(float candelas);

// A PNG with 16 bits a channel, in the colours of ITU-R BT.2100 with the perceptual quantizer, as
// its chunk cICP says; white is 203 candelas a square metre. Throws failure naming the file.
void write_hdr_png(const std::filesystem::path& file, const LightPicture& picture,
                   const PngText& text);

} // namespace orrery
