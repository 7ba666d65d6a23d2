#include "app/serve/frame_reader.hpp"

#include "sim/base/error.hpp"
#include "sim/step_timings.hpp"

#include <utility>

namespace orrery {
namespace {

constexpr JpegGrade usual = {}; // to be measured by
constexpr const char* too_large = "so large a picture does not fit its buffers";

// Rounded up: an edge may be one pixel wide.
Extent half_of(Extent size) {
    return {(size.width + 1) / 2, (size.height + 1) / 2};
}

std::string whole_file(const JpegHead& head, const JpegScan& scan) {
    return head.bytes + scan.bytes + jpeg_end;
}

} // namespace

bool same_picture(const ReadFrame& a, const ReadFrame& b) {
    if (!a.jpeg.empty() && !b.jpeg.empty()) {
        return a.size == b.size && a.grade.halved == b.grade.halved &&
               a.fingerprint == b.fingerprint;
    }
    return a.size == b.size && !a.pixels.rgba.empty() && a.pixels.rgba == b.pixels.rgba;
}

EncodingTimes measure_encoding(JpegShaders& shaders, const Framebuffer& drawn) {
    constexpr auto wait = PixelReadback::Wait::yes;
    const JpegHead head = jpeg_head(drawn.size(), usual.quality);
    PixelReadback pixels(drawn.size());
    EncodingTimes times;
    for (int round = 0; round < 2;
         ++round) { // the first one waits for what was drawn, and warms up
        const Clock::time_point began = Clock::now();
        pixels.begin(drawn.gl_framebuffer());
        static_cast<void>(jpeg_file(*pixels.take(wait), usual));
        times.processor_ms = milliseconds_since(began);
    }
    if (!JpegReadback::fits(drawn.size())) {
        times.why_not_gpu = too_large;
        return times;
    }
    try {
        JpegReadback bits(shaders.passes(), drawn.size());
        for (int round = 0; round < 2; ++round) {
            const Clock::time_point began = Clock::now();
            bits.begin(drawn.gl_texture(), head.tables);
            static_cast<void>(whole_file(head, *bits.take(wait)));
            times.gpu_ms = milliseconds_since(began);
        }
    } catch (const Error& error) { // its driver does not take the shaders, or memory is short
        times.gpu_ms.reset();
        times.why_not_gpu = error.what();
    }
    return times;
}

FrameReader::FrameReader(JpegShaders& shaders, const Framebuffer& from, EncodedBy by)
    : shaders_(shaders), from_(from), by_(by), pixels_(from.size()) {
    if (by_ == EncodedBy::gpu && !JpegReadback::fits(from.size())) {
        give_up_gpu(too_large);
    }
}

void FrameReader::give_up_gpu(const std::string& why) {
    by_ = EncodedBy::processor;
    why_not_gpu_ = why;
}

FrameReader::Encoder& FrameReader::encoder_of(JpegGrade grade) {
    std::optional<Encoder>& encoder = encoders_[grade.halved ? 1 : 0];
    const Extent size = grade.halved ? half_of(from_.size()) : from_.size();
    if (!encoder) {
        encoder.emplace(JpegReadback(shaders_.passes(), size), grade,
                        jpeg_head(size, grade.quality));
    } else if (encoder->grade != grade) {
        encoder->grade = grade;
        encoder->head = jpeg_head(size, grade.quality);
    }
    return *encoder;
}

void FrameReader::begin_on_gpu(JpegGrade grade) {
    Encoder& encoder = encoder_of(grade);
    if (grade.halved && !half_size_) {
        half_size_.emplace(half_of(from_.size()));
    }
    if (grade.halved) {
        from_.stretch_to(*half_size_);
    }
    const Framebuffer& picture = grade.halved ? *half_size_ : from_;
    encoder.bits.begin(picture.gl_texture(), encoder.head.tables);
}

void FrameReader::begin(JpegGrade grade, bool with_pixels) {
    if (by_ == EncodedBy::gpu) {
        try {
            begin_on_gpu(grade);
        } catch (const Error& error) { // as above; frames that are under way still come
            give_up_gpu(error.what());
        }
    }
    const bool by_gpu = by_ == EncodedBy::gpu;
    with_pixels |= !by_gpu;
    if (with_pixels) {
        pixels_.begin(from_.gl_framebuffer());
    }
    under_way_.push_back({grade, by_gpu, with_pixels});
}

std::optional<ReadFrame> FrameReader::take() {
    if (under_way_.empty()) {
        return std::nullopt;
    }
    ReadFrame frame{.size = from_.size()};
    const UnderWay first = under_way_.front();
    if (first.by_gpu) {
        Encoder& encoder = encoder_of(first.grade);
        const std::optional<JpegScan> scan = encoder.bits.take(PixelReadback::Wait::no);
        if (!scan) {
            return std::nullopt;
        }
        frame.grade = first.grade;
        frame.fingerprint = scan->fingerprint;
        frame.jpeg = whole_file(encoder.head, *scan);
    }
    if (first.with_pixels) { // begun just behind the other
        auto pixels =
            pixels_.take(first.by_gpu ? PixelReadback::Wait::yes : PixelReadback::Wait::no);
        if (!pixels) {
            return std::nullopt;
        }
        frame.pixels = *std::move(pixels);
    }
    under_way_.pop_front();
    return frame;
}

} // namespace orrery
