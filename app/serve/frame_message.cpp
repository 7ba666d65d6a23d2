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

// Quality 0: without loss.
FrameMessage message(std::uint64_t id, const RawPixels& pixels, int quality,
                     const FrameOrigin& origin, std::string_view picture) {
    const bool lossless = quality == 0;
    std::string header =
        fmt::format(R"({{"id":{},"type":"image/{}","quality":{},"width":{},"height":{},"input":{})",
                    id, lossless ? "png" : "jpeg", quality, pixels.size.width, pixels.size.height,
                    origin.input_time);
    header += origin.view.empty() ? "}" : R"(,"view":)" + origin.view + "}";
    return {id, lossless, with_header(header, picture)};
}

struct Destroy {
    void operator()(void* handle) const { tjDestroy(handle); }
};
struct FreeJpeg {
    void operator()(unsigned char* bytes) const { tjFree(bytes); }
};

} // namespace

std::string with_header(const std::string& header, std::string_view rest) {
    std::string bytes;
    bytes.reserve(sizeof(std::uint32_t) + header.size() + rest.size());
    for (unsigned shift = 0; shift < 32; shift += 8) {
        bytes.push_back(static_cast<char>(header.size() >> shift & 0xFFU));
    }
    bytes += header;
    bytes += rest;
    return bytes;
}

FrameMessage jpeg_message(std::uint64_t id, const RawPixels& pixels, int quality,
                          const FrameOrigin& origin) {
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
    return message(id, pixels, quality, origin,
                   {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count)});
}

FrameMessage png_message(std::uint64_t id, const RawPixels& pixels, const FrameOrigin& origin) {
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
    return message(id, pixels, 0, origin, {bytes, count});
}

} // namespace orrery
