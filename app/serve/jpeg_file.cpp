// JPEG files by libjpeg-turbo, and the beginning of such a file for an encoder that makes the rest:
// of an empty picture, whose size is then written over. So both have the same tables, and these are
// written down nowhere.

#include "app/serve/jpeg_file.hpp"

#include "sim/base/error.hpp"

#include <turbojpeg.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

namespace orrery {
namespace {

struct Destroy {
    void operator()(void* handle) const { tjDestroy(handle); }
};
struct FreeJpeg {
    void operator()(unsigned char* bytes) const { tjFree(bytes); }
};

// Each pixel the mean of four; of those at an odd edge, some count twice.
RawPixels halved(const RawPixels& from) {
    const auto [width, height] = from.size;
    RawPixels to{{(width + 1) / 2, (height + 1) / 2}, {}};
    to.rgba.reserve(from.rgba.size() / 4 + from.rgba.size() / static_cast<unsigned>(height));
    for (int y = 0; y < height; y += 2) {
        const std::uint8_t* const upper = from.rgba.data() + std::ptrdiff_t{4} * width * y;
        const std::uint8_t* const lower =
            from.rgba.data() + std::ptrdiff_t{4} * width * std::min(y + 1, height - 1);
        for (int x = 0; x < width; x += 2) {
            const int left = 4 * x, right = 4 * std::min(x + 1, width - 1);
            for (int c = 0; c < 4; ++c) {
                const int sum =
                    upper[left + c] + upper[right + c] + lower[left + c] + lower[right + c];
                to.rgba.push_back(static_cast<std::uint8_t>((sum + 2) / 4));
            }
        }
    }
    return to;
}

unsigned byte_at(std::string_view bytes, std::size_t place) {
    return static_cast<unsigned char>(bytes[place]);
}

std::string in_two_bytes(int number) {
    return {static_cast<char>(number >> 8), static_cast<char>(number)};
}

// Each table: its number, and 64 steps of a byte (T.81, B.2.4.1).
void take_steps(std::string_view segment, JpegTables& tables) {
    for (; segment.size() >= 65; segment.remove_prefix(65)) {
        auto& steps = tables.steps.at(byte_at(segment, 0) & 15U);
        for (std::size_t k = 0; k < steps.size(); ++k) {
            steps[k] = byte_at(segment, k + 1);
        }
    }
}

// Each table: its kind and number, how many codes there are of each length, and whose they are.
// Codes of a length count up, and go on with a zero behind them (T.81, B.2.4.2 and annex C).
void take_codes(std::string_view segment, JpegTables& tables) {
    while (segment.size() > 16) {
        const unsigned kind = byte_at(segment, 0);
        auto& codes = tables.codes.at(2 * (kind & 15U) + (kind >> 4U));
        std::size_t next = 17;
        std::uint32_t code = 0;
        for (std::uint32_t length = 1; length <= 16; ++length, code *= 2) {
            for (unsigned left = byte_at(segment, length); left > 0; --left) {
                codes.at(byte_at(segment, next++)) = length << 16U | code++;
            }
        }
        segment.remove_prefix(next);
    }
}

} // namespace

std::string jpeg_file(const RawPixels& pixels, JpegGrade grade) {
    if (grade.halved) {
        return jpeg_file(halved(pixels), {.quality = grade.quality});
    }
    const std::unique_ptr<void, Destroy> encoder(tjInitCompress());
    unsigned char* bytes = nullptr;
    unsigned long count = 0;
    const int status = encoder == nullptr
                           ? -1
                           : tjCompress2(encoder.get(), pixels.rgba.data(), pixels.size.width, 0,
                                         pixels.size.height, TJPF_RGBX, &bytes, &count, TJSAMP_420,
                                         grade.quality, TJFLAG_BOTTOMUP | TJFLAG_FASTDCT);
    const std::unique_ptr<unsigned char, FreeJpeg> freed(bytes);
    if (status != 0) {
        throw failure("a frame could not be encoded", tjGetErrorStr2(encoder.get()), "");
    }
    return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count)};
}

JpegHead jpeg_head(Extent size, int quality) {
    constexpr int side = 16;
    std::string file =
        jpeg_file({{side, side}, std::vector<std::uint8_t>(std::size_t{4} * side * side)},
                  {.quality = quality});
    JpegHead head;
    std::size_t at = 2; // behind the mark of the beginning
    while (true) {
        const unsigned mark = byte_at(file, at + 1);
        const std::size_t length = byte_at(file, at + 2) << 8U | byte_at(file, at + 3);
        const std::string_view segment = std::string_view(file).substr(at + 4, length - 2);
        const std::size_t next = at + 2 + length;
        if (mark == 0xDB) {
            take_steps(segment, head.tables);
        } else if (mark == 0xC4) {
            take_codes(segment, head.tables);
        } else if (mark == 0xC0) {
            file.replace(at + 5, 4, in_two_bytes(size.height) + in_two_bytes(size.width));
        } else if (mark == 0xDA) { // the bits follow
            const std::string restarts = "\xff\xdd" + std::string(1, '\0') + "\x04" +
                                         in_two_bytes((size.width + side - 1) / side);
            head.bytes = file.substr(0, at) + restarts + file.substr(at, next - at);
            return head;
        }
        at = next;
    }
}

} // namespace orrery
