#include "app/serve/frame_message.hpp"

#include "render/png_file.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>

namespace orrery {
namespace {

// Quality 0: without loss.
FrameMessage message(std::uint64_t id, Extent size, int quality, std::string_view picture,
                     const FrameOrigin& origin) {
    const bool lossless = quality == 0;
    std::string header = fmt::format(
        R"({{"id":{},"type":"image/{}","quality":{},"width":{},"height":{},"input":{},"made":{:.2f})",
        id, lossless ? "png" : "jpeg", quality, size.width, size.height, origin.input_time,
        milliseconds_since(origin.drawn));
    header += origin.view.empty() ? "}" : R"(,"view":)" + origin.view + "}";
    return {id, lossless, with_header(header, picture)};
}

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

FrameMessage jpeg_message(std::uint64_t id, Extent size, int quality, std::string_view file,
                          const FrameOrigin& origin) {
    return message(id, size, quality, file, origin);
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
    return message(id, pixels.size, 0, {bytes, count}, origin);
}

} // namespace orrery
