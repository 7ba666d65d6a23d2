#include "render/pixel_readback.hpp"

#include "render/gl_messages.hpp"
#include "render/gl_object.hpp"

#include <array>
#include <cstring>
#include <utility>

namespace orrery {
namespace {

// So many pictures are under way at most: the GPU may be two frames behind.
constexpr std::size_t max_under_way = 3;

constexpr GLuint64 longest_wait = 1'000'000'000; // nanoseconds, before it is looked again

} // namespace

Image as_image(const RawPixels& pixels) {
    const auto width = static_cast<std::size_t>(pixels.size.width);
    const auto height = static_cast<std::size_t>(pixels.size.height);
    Image image{pixels.size, std::vector<std::uint8_t>(3 * width * height)};
    for (std::size_t y = 0; y < height; ++y) {
        const std::uint8_t* from = pixels.rgba.data() + 4 * width * (height - 1 - y);
        std::uint8_t* to = image.rgb.data() + 3 * width * y;
        for (std::size_t x = 0; x < width; ++x) {
            to[3 * x] = from[4 * x];
            to[3 * x + 1] = from[4 * x + 1];
            to[3 * x + 2] = from[4 * x + 2];
        }
    }
    return image;
}

class PixelReadback::Implementation {
public:
    explicit Implementation(Extent size)
        : size_(size),
          bytes_(4 * static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height)) {
        for (GlBuffer& buffer : buffers_) {
            buffer = GlBuffer::create();
            glNamedBufferStorage(buffer.name(), static_cast<GLsizeiptr>(bytes_), nullptr,
                                 GL_MAP_READ_BIT | GL_CLIENT_STORAGE_BIT);
        }
        gl_check("preparing to read pictures back");
    }

    bool full() const { return under_way_ == max_under_way; }

    void begin(GLuint framebuffer) {
        const std::size_t place = (first_ + under_way_) % max_under_way;
        glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
        glNamedFramebufferReadBuffer(framebuffer,
                                     framebuffer == 0 ? GL_BACK : GL_COLOR_ATTACHMENT0);
        glPixelStorei(GL_PACK_ALIGNMENT, 4);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, buffers_[place].name());
        glReadnPixels(0, 0, size_.width, size_.height, GL_RGBA, GL_UNSIGNED_BYTE,
                      static_cast<GLsizei>(bytes_), nullptr);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
        gl_check("reading a picture back");
        fences_[place] = GlFence::insert();
        ++under_way_;
    }

    std::optional<RawPixels> take(Wait wait) {
        if (under_way_ == 0 || !passed(wait)) {
            return std::nullopt;
        }
        RawPixels pixels{size_, std::vector<std::uint8_t>(bytes_)};
        const GLuint buffer = buffers_[first_].name();
        const void* const mapped =
            glMapNamedBufferRange(buffer, 0, static_cast<GLsizeiptr>(bytes_), GL_MAP_READ_BIT);
        gl_check("reading a picture back");
        std::memcpy(pixels.rgba.data(), mapped, bytes_);
        glUnmapNamedBuffer(buffer);
        first_ = (first_ + 1) % max_under_way;
        --under_way_;
        return pixels;
    }

private:
    bool passed(Wait wait) const {
        bool passed = fences_[first_].wait(0);
        while (!passed && wait == Wait::yes) {
            passed = fences_[first_].wait(longest_wait);
        }
        return passed;
    }

    Extent size_;
    std::size_t bytes_;
    std::array<GlBuffer, max_under_way> buffers_;
    std::array<GlFence, max_under_way> fences_;
    std::size_t first_ = 0, under_way_ = 0;
};

PixelReadback::PixelReadback(Extent size)
    : implementation_(std::make_unique<Implementation>(size)) {}

PixelReadback::~PixelReadback() = default;

bool PixelReadback::full() const {
    return implementation_->full();
}

void PixelReadback::begin(unsigned int framebuffer) {
    implementation_->begin(framebuffer);
}

std::optional<RawPixels> PixelReadback::take(Wait wait) {
    return implementation_->take(wait);
}

} // namespace orrery
