// Pictures of bodies that stand still, and pictures of one body in k.
#include "render/body_sprites.hpp"
#include "render/capture.hpp"
#include "tests/render/graphics_test.hpp"
#include "tests/render/scenery.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace orrery {
namespace {

using StillPictures = GraphicsTest;
using LevelOfDetail = GraphicsTest;

BodyStyle misty(std::size_t count) {
    BodyStyle style;
    style.colour_by = ColourBy::natural;
    style.lights = {{.end = static_cast<std::uint32_t>(count),
                     .colour = {1, 0.8F, 0.6F},
                     .bright_colour = {0.6F, 0.7F, 1},
                     .mist = 0.5F}};
    return style;
}

// A picture that is gathered, drawing by drawing.
class Gathered {
public:
    Gathered(const Bodies4& bodies, Shot shot) : shot_(std::move(shot)), target_(shot_.size) {
        fill(buffer_, bodies);
    }
    Image refine(const DrawingQuality& quality = {}) {
        renderer_.refine(still_, buffer_, camera_of(shot_), shot_.style, shot_.size,
                         target_.gl_framebuffer(), quality);
        return read_pixels(target_.gl_framebuffer(), shot_.size);
    }
    Image whole(const DrawingQuality& quality = {}) {
        still_.clear();
        Image image = refine(quality);
        while (!still_.finished()) {
            image = refine(quality);
        }
        return image;
    }
    Image single(const DrawingQuality& quality = {}) {
        renderer_.draw(buffer_, camera_of(shot_), shot_.style, shot_.size, target_.gl_framebuffer(),
                       quality);
        return read_pixels(target_.gl_framebuffer(), shot_.size);
    }
    Image again() {
        renderer_.show_again(still_, buffer_, camera_of(shot_), shot_.style,
                             target_.gl_framebuffer());
        return read_pixels(target_.gl_framebuffer(), shot_.size);
    }
    StillPicture& still() { return still_; }

private:
    Shot shot_;
    BodyRenderer renderer_{shader_source_folder()};
    BodyBuffer buffer_;
    Framebuffer target_;
    StillPicture still_;
};

TEST_F(StillPictures, BeginAsEveryOtherPictureAndNeverFlicker) {
    Gathered picture(spiral_galaxy(8'000), {.style = misty(8'000)});
    const Image single = picture.single();
    double before = mean_luminance(single);
    for (int drawing = 0; !picture.still().finished(); ++drawing) {
        const Image image = picture.refine();
        if (drawing == 0) {
            EXPECT_EQ(difference(single, image).largest_usual, 0);
        }
        const double now = mean_luminance(image);
        EXPECT_NEAR(now / before, 1, 0.005) << drawing;
        before = now;
    }
    EXPECT_GE(picture.still().samples(), 16);
    EXPECT_LE(picture.still().samples(), 64);
}

TEST_F(StillPictures, ShowAllBodiesWhereEachDrawingShowsOneInFour) {
    Gathered picture(spiral_galaxy(60'000), {});
    const Image all = picture.whole();
    const double one = difference(picture.single({.every = 4}), all).mean;
    const double gathered = difference(picture.whole({.every = 4}), all).mean;
    EXPECT_LT(gathered, 0.3 * one) << one;
}

TEST_F(StillPictures, StayAsTheyAreWhenShownAgain) {
    Gathered picture(spiral_galaxy(5'000), {});
    const Image whole = picture.whole();
    EXPECT_EQ(difference(picture.again(), whole).largest_usual, 0);
    picture.single(); // another picture by the same renderer
    EXPECT_EQ(difference(picture.again(), whole).largest_usual, 0);
}

TEST_F(StillPictures, HaveSmootherEdgesThanOneDrawing) {
    // A planet's edge, in steps of a pixel: seen askew, it has fewer shades in one drawing.
    BodyStyle style;
    style.bloom = false;
    style.colour_by = ColourBy::natural;
    style.sprite = BodyStyle::Sprite::discs;
    Gathered picture({0, 0, 0, 0.5F}, {.style = style});
    EXPECT_NEAR(mean_luminance(picture.whole()) / mean_luminance(picture.single()), 1, 0.01);
}

// The light of a picture before it is shown, of all pixels and colours together.
class LightMeter {
public:
    explicit LightMeter(const Bodies4& bodies) { fill(buffer_, bodies); }

    double light(const Shot& shot, const BodySampling& sampling = {},
                 const DrawingQuality& quality = {}) {
        const ColourTarget target(shot.size, GLenum{GL_RGBA16F}, GLenum{GL_DEPTH_COMPONENT32F});
        BodyLights lights;
        lights.use(shot.style.lights);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, buffer_.gl_buffer());
        glEnable(GL_PROGRAM_POINT_SIZE);
        const Camera camera = camera_of(shot);
        const SpriteView view{.bodies = buffer_,
                              .camera = camera,
                              .style = shot.style,
                              .lights = lights,
                              .clock = clock_,
                              .part = shot.size,
                              .sizes = sprite_sizes(shot.style, buffer_.count(), shot.size.height),
                              .sampling = sampling,
                              .quality = quality};
        sprites_.draw_maps(view, measure_);
        sprites_.draw(view, target);
        glDisable(GL_PROGRAM_POINT_SIZE);
        std::vector<float> texels(4 * static_cast<std::size_t>(shot.size.width * shot.size.height));
        glGetTextureImage(target.texture(), 0, GL_RGBA, GL_FLOAT,
                          static_cast<GLsizei>(texels.size() * sizeof(float)), texels.data());
        return std::accumulate(texels.begin(), texels.end(), 0.0);
    }

private:
    ShaderFolder folder_{shader_source_folder()};
    SceneMeasure measure_{folder_};
    BodySprites sprites_{folder_, drawn_by()};
    PassClock clock_;
    BodyBuffer buffer_;
};

// Far enough away that all bodies are in the picture.
Shot distant_shot(std::size_t count, BodyStyle::Sprite sprite = BodyStyle::Sprite::glow) {
    Shot shot{.size = {480, 270}, .distance = 40, .style = misty(count)};
    shot.style.sprite = sprite;
    return shot;
}

TEST_F(LevelOfDetail, KeepsTheLightOfABodyInTwoOrSixteen) {
    LightMeter meter(star_cluster(140'000));
    for (const auto sprite : {BodyStyle::Sprite::glow, BodyStyle::Sprite::points}) {
        const Shot shot = distant_shot(140'000, sprite);
        const double all = meter.light(shot);
        ASSERT_GT(all, 1000);
        for (const int every : {2, 16}) {
            EXPECT_NEAR(meter.light(shot, {every, 0}) / all, 1, 0.02) << every;
            EXPECT_NEAR(meter.light(shot, {every, 1}) / all, 1, 0.02) << every;
        }
    }
}

TEST_F(LevelOfDetail, KeepsTheLightOfCoarserMist) {
    LightMeter meter(star_cluster(20'000));
    const Shot shot = distant_shot(20'000);
    EXPECT_NEAR(meter.light(shot, {}, {.mist_coarseness = 2}) / meter.light(shot), 1, 0.02);
}

TEST_F(LevelOfDetail, KeepsTheLightWhenThePictureIsOfAnotherSizeOrFartherAway) {
    LightMeter meter(star_cluster(20'000));
    Shot shot = distant_shot(20'000);
    const double all = meter.light(shot);
    // The light of a sprite is that of its area in pixels, and where the camera looks it is always
    // of the same size: so is the light of all.
    shot.distance = 80;
    EXPECT_NEAR(meter.light(shot) / all, 1, 0.02);
}

TEST(SampledRanges, DrawMoreBodiesOfRunsOfFew) {
    const std::vector<BodyLight> runs{
        {.end = 3}, {.end = 40'000}, {.end = 90'000}, {.end = 110'000}, {.end = 110'100}};
    const std::vector<SampledRange> expected{
        {0, 3, 1}, {3, 90'000, 4}, {90'000, 110'000, 2}, {110'000, 110'100, 1}};
    EXPECT_EQ(sampled_ranges(runs, 110'100, 4), expected);
    EXPECT_EQ(sampled_ranges({}, 50'000, 2), (std::vector<SampledRange>{{0, 50'000, 2}}));
    EXPECT_TRUE(sampled_ranges({}, 0, 2).empty());
}

TEST(SampledRanges, HaveEachBodyOnceHoweverTheRunsCountThem) {
    const std::vector<BodyLight> runs{{.end = 5'000}, {.end = 90'000}};
    for (const std::size_t bodies : {4'000UL, 5'000UL, 60'000UL, 100'000UL}) {
        std::size_t sum = 0;
        std::uint32_t last = 0;
        for (const SampledRange& range : sampled_ranges(runs, bodies, 8)) {
            EXPECT_EQ(range.first, last);
            last = range.end;
            sum += range.end - range.first;
        }
        EXPECT_EQ(sum, bodies);
    }
}

} // namespace
} // namespace orrery
