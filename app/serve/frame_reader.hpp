#pragma once

#include "app/serve/jpeg_file.hpp"
#include "render/capture.hpp"
#include "render/jpeg_readback.hpp"
#include "render/shader_program.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace orrery {

// Who makes JPEGs of frames.
enum class EncodedBy { gpu, processor };

// A frame that has been read back.
struct ReadFrame {
    Extent size;
    RawPixels pixels = {};         // empty: not asked for
    std::string jpeg = {};         // a whole file; empty: it is to be made of the pixels
    int quality = 0;               // of that file
    std::uint64_t fingerprint = 0; // of what the file was made of
};
// Whether both show the same, as far as both can be told.
bool same_picture(const ReadFrame& a, const ReadFrame& b);

// What one takes to make a JPEG of a drawn frame, from the GPU to a file in memory.
struct EncodingTimes {
    double processor_ms = 0;
    std::optional<double> gpu_ms = {}; // none: it cannot

    EncodedBy faster() const {
        return gpu_ms.value_or(processor_ms) < processor_ms ? EncodedBy::gpu : EncodedBy::processor;
    }
};
EncodingTimes measure_encoding(const ShaderFolder& shaders, const Framebuffer& drawn);

// Reads frames back in the form in which they are sent, without waiting for them.
class FrameReader {
public:
    // Of that framebuffer, which outlives it. Where the GPU cannot, the processor encodes.
    FrameReader(const ShaderFolder& shaders, const Framebuffer& from, EncodedBy by);

    // Nothing can be begun until something is taken.
    bool full() const { return pixels_.full() || (bits_ && bits_->full()); }
    // `with_pixels`: they are wanted, too, where the GPU makes the JPEG.
    void begin(int quality, bool with_pixels);
    // The frame begun first, if it is there by now.
    std::optional<ReadFrame> take();

private:
    struct UnderWay {
        int quality;
        bool with_pixels;
    };

    const JpegHead& head_of(int quality);

    const Framebuffer& from_;
    PixelReadback pixels_;
    std::optional<JpegReadback> bits_; // none: by the processor
    std::optional<JpegHead> head_;     // of the last quality
    int quality_of_head_ = 0;
    std::deque<UnderWay> under_way_;
};

} // namespace orrery
