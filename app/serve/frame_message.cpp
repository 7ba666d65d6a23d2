#include "app/serve/frame_message.hpp"

#include "render/png_file.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>
#include <turbojpeg.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>

namespace orrery {
namespace {

FrameMessage message(std::uint64_t id, const RawPixels& pixels, double input_time,
                     std::string_view type, std::string_view picture) {
    const std::string header =
        fmt::format(R"({{"id":{},"type":"image/{}","width":{},"height":{},"input":{}}})", id, type,
                    pixels.size.width, pixels.size.height, input_time);
    FrameMessage made{id, type == "png", {}};
    made.bytes.reserve(sizeof(std::uint32_t) + header.size() + picture.size());
    for (unsigned shift = 0; shift < 32; shift += 8) {
        made.bytes.push_back(static_cast<char>(header.size() >> shift & 0xFFU));
    }
    made.bytes += header;
    made.bytes += picture;
    return made;
}

struct Destroy {
    void operator()(void* handle) const { tjDestroy(handle); }
};
struct FreeJpeg {
    void operator()(unsigned char* bytes) const { tjFree(bytes); }
};

} // namespace

FrameMessage jpeg_message(std::uint64_t id, const RawPixels& pixels, int quality,
                          double input_time) {
    const std::unique_ptr<void, Destroy> encoder(tjInitCompress());
    unsigned char* bytes = nullptr;
    unsigned long count = 0;
    const int status = encoder == nullptr
                           ? -1
                           : tjCompress2(encoder.get(), pixels.rgba.data(), pixels.size.width, 0,
                                         pixels.size.height, TJPF_RGBX, &bytes, &count, TJSAMP_420,
                                         quality, TJFLAG_BOTTOMUP | TJFLAG_FASTDCT);
    const std::unique_ptr<unsigned char, FreeJpeg> freed(bytes);
    if (status != 0) {
        throw failure("a frame could not be encoded", tjGetErrorStr2(encoder.get()), "");
    }
    return message(id, pixels, input_time, "jpeg",
                   {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count)});
}

FrameMessage png_message(std::uint64_t id, const RawPixels& pixels, double input_time) {
    char* bytes = nullptr;
    std::size_t count = 0;
    std::FILE* const stream = open_memstream(&bytes, &count);
    if (stream == nullptr) {
        throw failure("a frame could not be encoded", "no memory", "");
    }
    try {
        write_png(stream, "a frame", as_image(pixels));
    } catch (...) {
        std::fclose(stream);
        std::free(bytes);
        throw;
    }
    std::fclose(stream);
    const std::unique_ptr<char, decltype(&std::free)> freed(bytes, &std::free);
    return message(id, pixels, input_time, "png", {bytes, count});
}

} // namespace orrery
