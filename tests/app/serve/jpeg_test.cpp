// JPEGs that compute shaders make, held to libjpeg-turbo: its decoder reads them, they are as good
// as its own of that quality, and as small.

#include "app/serve/frame_reader.hpp"
#include "tests/render/graphics_test.hpp"
#include "tests/test_data.hpp"

#include <GL/glew.h>
#include <turbojpeg.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace orrery {
namespace {

using JpegTest = GraphicsTest;

constexpr auto wait = PixelReadback::Wait::yes;

JpegShaders shaders() {
    return JpegShaders(source_folder() / "shaders");
}

RawPixels empty_picture(Extent size) {
    return {size, std::vector<std::uint8_t>(4 * static_cast<std::size_t>(size.width) *
                                            static_cast<std::size_t>(size.height))};
}

// A dark sky with a bright middle, edges as of letters, and some grain.
RawPixels sky(Extent size) {
    RawPixels picture = empty_picture(size);
    std::mt19937 random(7);
    std::size_t at = 0;
    for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) {
            const double far = std::hypot(x - 0.4 * size.width, y - 0.6 * size.height);
            const double light =
                230 * std::exp(-far / (0.1 * size.width)) + static_cast<double>(random() % 6);
            const bool letter = x % 97 < 30 && y % 53 < 12 && (x / 3 + y / 4) % 3 == 0;
            for (const double tint : {1.0, 0.8, 0.55}) {
                picture.rgba[at++] = static_cast<std::uint8_t>(letter ? 240 * tint : light * tint);
            }
            picture.rgba[at++] = 255;
        }
    }
    return picture;
}

RawPixels noise(Extent size) {
    RawPixels picture = empty_picture(size);
    std::mt19937 random(3);
    for (std::uint8_t& byte : picture.rgba) {
        byte = random() % 2 == 0 ? 0 : 255;
    }
    return picture;
}

Framebuffer drawn(const RawPixels& picture) {
    Framebuffer framebuffer(picture.size);
    glTextureSubImage2D(framebuffer.gl_texture(), 0, 0, 0, picture.size.width, picture.size.height,
                        GL_RGBA, GL_UNSIGNED_BYTE, picture.rgba.data());
    return framebuffer;
}

std::string by_gpu(const Framebuffer& framebuffer, int quality) {
    const JpegHead head = jpeg_head(framebuffer.size(), quality);
    JpegReadback readback(shaders().passes(), framebuffer.size());
    readback.begin(framebuffer.gl_texture(), head.tables);
    return head.bytes + readback.take(wait)->bytes + jpeg_end;
}

struct Destroy {
    void operator()(void* handle) const { tjDestroy(handle); }
};

RawPixels decoded(const std::string& file) {
    const std::unique_ptr<void, Destroy> decoder(tjInitDecompress());
    const auto* const bytes = reinterpret_cast<const unsigned char*>(file.data());
    Extent size;
    int subsampling = 0, colours = 0;
    EXPECT_EQ(tjDecompressHeader3(decoder.get(), bytes, file.size(), &size.width, &size.height,
                                  &subsampling, &colours),
              0)
        << tjGetErrorStr2(decoder.get());
    RawPixels picture = empty_picture(size);
    EXPECT_EQ(tjDecompress2(decoder.get(), bytes, file.size(), picture.rgba.data(), size.width, 0,
                            size.height, TJPF_RGBX, TJFLAG_BOTTOMUP | TJFLAG_ACCURATEDCT),
              0)
        << tjGetErrorStr2(decoder.get());
    return picture;
}

// Of the colours, in decibels.
double likeness(const RawPixels& a, const RawPixels& b) {
    EXPECT_EQ(a.size, b.size);
    double sum = 0;
    for (std::size_t k = 0; k < a.rgba.size(); ++k) {
        const double difference = k % 4 == 3 ? 0.0 : double(a.rgba[k]) - double(b.rgba[k]);
        sum += difference * difference;
    }
    return 10 * std::log10(255.0 * 255.0 * 0.75 * static_cast<double>(a.rgba.size()) /
                           std::max(sum, 1e-9));
}

TEST_F(JpegTest, IsAsGoodAndAsSmallAsLibjpegTurbos) {
    for (const Extent size : {Extent{640, 360}, Extent{333, 217}, Extent{16, 16}, Extent{5, 300}}) {
        const RawPixels picture = sky(size);
        const Framebuffer framebuffer = drawn(picture);
        for (const int quality : {45, 85, 92}) {
            const std::string own = by_gpu(framebuffer, quality);
            const std::string theirs = jpeg_file(picture, {quality});
            EXPECT_NEAR(likeness(decoded(own), picture), likeness(decoded(theirs), picture), 0.5)
                << size.width << " x " << size.height << ", " << quality;
            // Each row begins anew: a marker, and three means instead of differences.
            EXPECT_LT(static_cast<double>(own.size()), 1.05 * static_cast<double>(theirs.size()) +
                                                           14 * std::ceil(size.height / 16.0));
        }
    }
}

// Wider than a work group has threads, higher than one has rows, and as small as can be.
TEST_F(JpegTest, AreDecodedAtEverySize) {
    for (const Extent size : {Extent{1366, 33}, Extent{16, 4112}, Extent{17, 1}, Extent{1, 1}}) {
        const RawPixels picture = sky(size);
        const RawPixels own = decoded(by_gpu(drawn(picture), 92));
        EXPECT_GT(likeness(own, decoded(jpeg_file(picture, {92}))), 35)
            << size.width << " x " << size.height;
    }
}

TEST_F(JpegTest, HasRoomForTheWorstOfPictures) {
    const RawPixels picture = noise({320, 176});
    const std::string own = by_gpu(drawn(picture), 100);
    EXPECT_GT(likeness(decoded(own), decoded(jpeg_file(picture, {100}))), 30);
}

TEST_F(JpegTest, TellsPicturesApartWhateverTheQuality) {
    RawPixels picture = sky({100, 70});
    JpegReadback readback(shaders().passes(), picture.size);
    const auto fingerprint = [&](int quality) {
        readback.begin(drawn(picture).gl_texture(), jpeg_head(picture.size, quality).tables);
        return readback.take(wait)->fingerprint;
    };
    const std::uint64_t first = fingerprint(90);
    EXPECT_EQ(fingerprint(50), first);
    picture.rgba[4 * 6999] ^= 1U; // the last pixel, by the least
    const std::uint64_t second = fingerprint(90);
    EXPECT_NE(second, first);
    std::swap_ranges(picture.rgba.begin(), picture.rgba.begin() + 400, picture.rgba.begin() + 400);
    EXPECT_NE(fingerprint(90), second) << "two rows exchanged";
}

TEST_F(JpegTest, GivesThoseUnderWayInTheirOrder) {
    const RawPixels bright = sky({64, 48}), coarse = noise({64, 48});
    const Framebuffer first = drawn(bright), second = drawn(coarse);
    const JpegTables tables = jpeg_head({64, 48}, 80).tables;
    JpegReadback readback(shaders().passes(), {64, 48});
    for (const Framebuffer* framebuffer : {&first, &second, &first}) {
        ASSERT_FALSE(readback.full());
        readback.begin(framebuffer->gl_texture(), tables);
    }
    EXPECT_TRUE(readback.full());
    const std::string one = readback.take(wait)->bytes, two = readback.take(wait)->bytes;
    EXPECT_NE(one, two);
    EXPECT_EQ(readback.take(wait)->bytes, one);
    EXPECT_FALSE(readback.take(wait));
}

TEST_F(JpegTest, BothWaysOfReadingGiveTheSameFrames) {
    const RawPixels picture = sky({320, 180});
    const Framebuffer framebuffer = drawn(picture);
    JpegShaders passes = shaders();
    FrameReader gpu(passes, framebuffer, EncodedBy::gpu);
    FrameReader processor(passes, framebuffer, EncodedBy::processor);
    const auto read = [](FrameReader& reader, bool with_pixels, bool halved = false) {
        reader.begin({85, halved}, with_pixels);
        std::optional<ReadFrame> frame;
        while (!(frame = reader.take())) {
        }
        return *std::move(frame);
    };
    const ReadFrame file = read(gpu, false), both = read(gpu, true),
                    pixels = read(processor, false);
    EXPECT_TRUE(file.pixels.rgba.empty());
    EXPECT_EQ(both.pixels.rgba, picture.rgba);
    EXPECT_EQ(pixels.pixels.rgba, picture.rgba);
    EXPECT_TRUE(pixels.jpeg.empty());
    EXPECT_EQ(file.jpeg, both.jpeg);
    EXPECT_TRUE(same_picture(file, both));
    EXPECT_TRUE(same_picture(both, pixels));
    EXPECT_FALSE(same_picture(file, pixels)) << "nothing tells";
    EXPECT_FALSE(same_picture(ReadFrame{}, ReadFrame{}));

    const ReadFrame smaller = read(gpu, true, true);
    EXPECT_EQ(smaller.pixels.rgba, picture.rgba) << "pixels are those of the whole";
    const RawPixels own = decoded(smaller.jpeg);
    EXPECT_EQ(own.size, (Extent{160, 90}));
    EXPECT_GT(likeness(own, decoded(jpeg_file(picture, {85, true}))), 34);
    EXPECT_FALSE(same_picture(file, smaller));
}

TEST_F(JpegTest, IsTheProcessorsWhereShadersAreMissing) {
    JpegShaders nothing(ShaderFolder("/nonexistent/shaders"));
    const RawPixels picture = sky({64, 48});
    const Framebuffer framebuffer = drawn(picture);
    EXPECT_FALSE(measure_encoding(nothing, framebuffer).gpu_ms);
    FrameReader reader(nothing, framebuffer, EncodedBy::gpu);
    reader.begin({85, true}, false);
    EXPECT_EQ(reader.by(), EncodedBy::processor);
    EXPECT_NE(reader.why_not_gpu().find("/nonexistent/shaders/jpeg_transform.comp"),
              std::string::npos)
        << reader.why_not_gpu();
    std::optional<ReadFrame> frame;
    while (!(frame = reader.take())) {
    }
    EXPECT_TRUE(frame->jpeg.empty());
    EXPECT_EQ(frame->pixels.rgba, picture.rgba);
}

TEST_F(JpegTest, TheFasterEncoderIsMeasured) {
    JpegShaders passes = shaders();
    const EncodingTimes times = measure_encoding(passes, drawn(sky({160, 90})));
    EXPECT_TRUE(times.gpu_ms) << "compute shaders are part of OpenGL 4.5";
    EXPECT_EQ((EncodingTimes{.processor_ms = 3, .gpu_ms = 2}).faster(), EncodedBy::gpu);
    EXPECT_EQ((EncodingTimes{.processor_ms = 3, .gpu_ms = 4}).faster(), EncodedBy::processor);
    EXPECT_EQ((EncodingTimes{.processor_ms = 3}).faster(), EncodedBy::processor);
}

} // namespace
} // namespace orrery
