#pragma once

#include "render/graphics_context.hpp"
#include "render/png_text.hpp"

#include <filesystem>
#include <memory>
#include <vector>

namespace orrery {

// A picture with light beyond white: sRGB's encoding, 1 for white and more for what is brighter.
// RGB interleaved, top row first.
struct LightPicture {
    Extent size;
    std::vector<float> rgb;
};

// A colour target for such a picture.
class LightTarget {
public:
    explicit LightTarget(Extent size);
    ~LightTarget();
    unsigned int gl_framebuffer() const;
    LightPicture read() const;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

// The signal of a channel for a place of so many candelas a square metre, 0 … 1 (SMPTE ST 2084).
float perceptual_quantizer(float candelas);

// A PNG with 16 bits a channel, in the colours of ITU-R BT.2100 with the perceptual quantizer, as
// its chunk cICP says; white is 203 candelas a square metre. Throws failure naming the file.
void write_hdr_png(const std::filesystem::path& file, const LightPicture& picture,
                   const PngText& text);

} // namespace orrery
