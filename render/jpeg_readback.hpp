#pragma once

#include "render/capture.hpp"
#include "render/gl_object.hpp"
#include "render/graphics_context.hpp"
#include "render/shader_program.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace orrery {

// What a picture is quantised by and written in, as a JPEG's own tables say: for luminance, then
// for colour.
struct JpegTables {
    std::array<std::array<std::uint32_t, 64>, 2> steps = {}; // in zigzag order
    // Of differences of means (DC), of other coefficients (AC), then both of colour: the code of
    // each symbol, and in the upper 16 bits how long it is.
    std::array<std::array<std::uint32_t, 256>, 4> codes = {};
};

// A picture as a baseline JPEG has it between its head and its end, a restart marker behind each
// row of blocks of 16 x 16 pixels.
struct JpegScan {
    std::string bytes;
    std::uint64_t fingerprint = 0; // of the pixels, whatever the tables; alike: so is the picture
};

// The three passes (jpeg_*.comp), for pictures of every size, compiled when they are first asked
// for.
class JpegShaders {
public:
    struct Passes {
        ShaderProgram transform, code, gather;
    };

    explicit JpegShaders(ShaderFolder folder) : folder_(std::move(folder)) {}
    // Throws failure where they are missing or the driver does not take them.
    const Passes& passes();

private:
    ShaderFolder folder_;
    std::optional<Passes> passes_;
};

// Makes JPEGs of pictures where they were drawn and reads those back, without waiting for them: a
// tenth of the pixels' bytes or less.
//
// Memory: seven bytes a pixel of the GPU's, and three times four of the host's, so that the worst
//         of pictures fits.
class JpegReadback {
public:
    // Pictures of that size. Throws failure where there is no memory for them.
    JpegReadback(JpegShaders::Passes passes, Extent size);
    // Whether this context can do it, in memory that is no nuisance.
    static bool fits(Extent size);

    // As PixelReadback has them.
    bool full() const { return under_way_ == max_under_way; }
    void begin(unsigned int texture, const JpegTables& tables);
    std::optional<JpegScan> take(PixelReadback::Wait wait);

private:
    static constexpr std::size_t max_under_way = 3;

    // What the last pass writes for the host.
    struct Result {
        GlBuffer buffer;
        const std::uint32_t* words = nullptr; // mapped
        GlFence there;
    };

    Extent size_;
    Extent blocks_; // of 16 x 16 pixels
    JpegShaders::Passes passes_;
    GlBuffer tables_, coefficients_, rows_;
    std::array<Result, max_under_way> results_;
    std::size_t first_ = 0, under_way_ = 0;
};

} // namespace orrery
