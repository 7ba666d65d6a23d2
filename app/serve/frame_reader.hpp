#pragma once

#include "app/serve/frame_quality.hpp"
#include "app/serve/jpeg_file.hpp"
#include "render/capture.hpp"
#include "render/jpeg_readback.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace orrery {

// A frame's JPEG is made by one of these.
enum class EncodedBy { gpu, processor };

// A frame that has been read back.
struct ReadFrame {
    Extent size;
    RawPixels pixels = {};         // empty: not asked for
    std::string jpeg = {};         // a whole file; empty: it is to be made of the pixels
    JpegGrade grade = {};          // of that file
    std::uint64_t fingerprint = 0; // of what the file was made of
};
// Whether both show the same, as far as both can be told.
bool same_picture(const ReadFrame& a, const ReadFrame& b);

// The time to make a JPEG of a drawn frame, from the GPU to a file in memory.
struct EncodingTimes {
    double processor_ms = 0;
    std::optional<double> gpu_ms = {}; // none: it cannot,
    std::string why_not_gpu = {};      // and why

    EncodedBy faster() const {
        return gpu_ms.value_or(processor_ms) < processor_ms ? EncodedBy::gpu : EncodedBy::processor;
    }
};
EncodingTimes measure_encoding(JpegShaders& shaders, const Framebuffer& drawn);

// Reads frames back in the form in which they are sent, without waiting for them.
class FrameReader {
public:
    // It reads that framebuffer, which outlives it as the shaders do. Where the GPU cannot, the
    // processor encodes.
    FrameReader(JpegShaders& shaders, const Framebuffer& from, EncodedBy by);
    EncodedBy by() const { return by_; }
    // Empty, or why the processor encodes what the GPU was to.
    const std::string& why_not_gpu() const { return why_not_gpu_; }

    // Nothing can be begun until something is taken.
    bool full() const { return pixels_.full() || under_way_.size() == most_under_way; }
    // `with_pixels`: they are wanted, too, where the GPU makes the JPEG.
    void begin(JpegGrade grade, bool with_pixels);
    // The frame begun first, if it is there by now.
    std::optional<ReadFrame> take();

private:
    static constexpr std::size_t most_under_way = 3;

    struct UnderWay {
        JpegGrade grade;
        bool by_gpu;
        bool with_pixels;
    };
    // Makes JPEGs of one size. A head is of the quality of the last one.
    struct Encoder {
        JpegReadback bits;
        JpegGrade grade;
        JpegHead head;
    };

    Encoder& encoder_of(JpegGrade grade);
    void begin_on_gpu(JpegGrade grade);
    void give_up_gpu(const std::string& why);

    JpegShaders& shaders_;
    const Framebuffer& from_;
    EncodedBy by_;
    std::string why_not_gpu_;
    PixelReadback pixels_;
    std::optional<Framebuffer> half_size_;
    std::array<std::optional<Encoder>, 2> encoders_; // of whole pictures, of halved ones
    std::deque<UnderWay> under_way_;
};

} // namespace orrery
