#include "app/serve/frame_reader.hpp"

#include "sim/step_timings.hpp"

#include <utility>

namespace orrery {
namespace {

constexpr int usual_quality = 85; // to be measured by

std::string whole_file(const JpegHead& head, const JpegScan& scan) {
    return head.bytes + scan.bytes + jpeg_end;
}

} // namespace

bool same_picture(const ReadFrame& a, const ReadFrame& b) {
    if (!a.jpeg.empty() && !b.jpeg.empty()) {
        return a.size == b.size && a.fingerprint == b.fingerprint;
    }
    return a.size == b.size && !a.pixels.rgba.empty() && a.pixels.rgba == b.pixels.rgba;
}

EncodingTimes measure_encoding(const ShaderFolder& shaders, const Framebuffer& drawn) {
    constexpr auto wait = PixelReadback::Wait::yes;
    const JpegHead head = jpeg_head(drawn.size(), usual_quality);
    PixelReadback pixels(drawn.size());
    EncodingTimes times;
    for (int round = 0; round < 2;
         ++round) { // the first one waits for what was drawn, and warms up
        const Clock::time_point began = Clock::now();
        pixels.begin(drawn.gl_framebuffer());
        static_cast<void>(jpeg_file(*pixels.take(wait), usual_quality));
        times.processor_ms = milliseconds_since(began);
    }
    if (!JpegReadback::fits(drawn.size())) {
        return times;
    }
    JpegReadback bits(shaders, drawn.size());
    for (int round = 0; round < 2; ++round) {
        const Clock::time_point began = Clock::now();
        bits.begin(drawn.gl_texture(), head.tables);
        static_cast<void>(whole_file(head, *bits.take(wait)));
        times.gpu_ms = milliseconds_since(began);
    }
    return times;
}

FrameReader::FrameReader(const ShaderFolder& shaders, const Framebuffer& from, EncodedBy by)
    : from_(from), pixels_(from.size()) {
    if (by == EncodedBy::gpu && JpegReadback::fits(from.size())) {
        bits_.emplace(shaders, from.size());
    }
}

const JpegHead& FrameReader::head_of(int quality) {
    if (!head_ || quality != quality_of_head_) {
        head_ = jpeg_head(from_.size(), quality);
        quality_of_head_ = quality;
    }
    return *head_;
}

void FrameReader::begin(int quality, bool with_pixels) {
    with_pixels |= !bits_;
    if (bits_) {
        bits_->begin(from_.gl_texture(), head_of(quality).tables);
    }
    if (with_pixels) {
        pixels_.begin(from_.gl_framebuffer());
    }
    under_way_.push_back({quality, with_pixels});
}

std::optional<ReadFrame> FrameReader::take() {
    if (under_way_.empty()) {
        return std::nullopt;
    }
    ReadFrame frame{.size = from_.size()};
    const UnderWay first = under_way_.front();
    if (bits_) {
        const std::optional<JpegScan> scan = bits_->take(PixelReadback::Wait::no);
        if (!scan) {
            return std::nullopt;
        }
        frame.quality = first.quality;
        frame.fingerprint = scan->fingerprint;
        frame.jpeg = whole_file(head_of(first.quality), *scan);
    }
    if (first.with_pixels) { // begun just behind the other
        auto pixels = pixels_.take(bits_ ? PixelReadback::Wait::yes : PixelReadback::Wait::no);
        if (!pixels) {
            return std::nullopt;
        }
        frame.pixels = *std::move(pixels);
    }
    under_way_.pop_front();
    return frame;
}

} // namespace orrery
