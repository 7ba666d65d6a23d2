#include "render/capture.hpp"
#include "tests/render/graphics_test.hpp"
#include "tests/render/scenery.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace orrery {
namespace {

using RenderStyles = GraphicsTest;

constexpr BodyStyle::Sprite sprites[] = {BodyStyle::Sprite::glow, BodyStyle::Sprite::points,
                                         BodyStyle::Sprite::discs};

TEST_F(RenderStyles, DrawEverySpriteInEveryColouringAtEverySize) {
    BodyRenderer renderer(shader_source_folder());
    for (const std::size_t count : {0U, 1U, 2U, 100U, 5'000U}) {
        for (const BodyStyle::Sprite sprite : sprites) {
            for (const ColourBy colour_by :
                 {ColourBy::scalar, ColourBy::density, ColourBy::single, ColourBy::component}) {
                for (const Extent size : {Extent{1, 1}, Extent{3, 200}, Extent{161, 91}}) {
                    const BodyStyle style{
                        .sprite = sprite, .bloom = count % 2 == 0, .colour_by = colour_by};
                    const Image image =
                        take(renderer, star_cluster(count), {size, 10, 0, 0, style});
                    EXPECT_EQ(image.size, size);
                }
            }
        }
    }
}

TEST_F(RenderStyles, ShowBodiesInEverySprite) {
    BodyRenderer renderer(shader_source_folder());
    const double sky = mean_luminance(take(renderer, {}, {}));
    for (const BodyStyle::Sprite sprite : sprites) {
        for (const std::size_t count : {100U, 10'000U}) {
            const BodyStyle style{.sprite = sprite, .colour_by = ColourBy::single};
            const Image image = take(renderer, star_cluster(count), {.style = style});
            EXPECT_GT(mean_luminance(image), sky + 0.2) << static_cast<int>(sprite) << ' ' << count;
        }
    }
}

// The two ways of drawing small sprites, one for few bodies and one for many, must not be told
// apart.
TEST_F(RenderStyles, LookTheSameSplattedAndRasterised) {
    Bodies4 bodies;
    for (int i = 0; i < 4096; ++i) {
        const int column = i % 64;
        const int row = i / 64;
        bodies.insert(bodies.end(),
                      {static_cast<float>(column) / 8 - 4, static_cast<float>(row) / 16 - 2,
                       0.3F * std::sin(static_cast<float>(i)), 0.5F});
    }
    for (const BodyStyle::Sprite sprite : {BodyStyle::Sprite::glow, BodyStyle::Sprite::points}) {
        const Shot shot{.style = {.sprite = sprite}};
        BodyRenderer renderer(shader_source_folder());
        const Image splatted = take(renderer, bodies, shot);
        const Bodies4 but_one(bodies.begin() + 4, bodies.end());
        const Image rasterised = take(renderer, but_one, shot);
        const Difference apart = difference(splatted, rasterised);
        EXPECT_LT(apart.mean, 1.5) << static_cast<int>(sprite);
        EXPECT_LT(apart.largest_usual, 24) << static_cast<int>(sprite);
        EXPECT_GT(mean_luminance(splatted), 15);
    }
}

// Sums of red and blue over one half of a picture.
struct HalfLight {
    double red = 0, blue = 0;
};

HalfLight half_light(const Image& image, bool left) {
    HalfLight sum;
    for (int y = 0; y < image.size.height; ++y) {
        for (int x = 0; x < image.size.width; ++x) {
            if ((x < image.size.width / 2) == left) {
                const Pixel pixel = pixel_at(image, x, y);
                sum.red += pixel.red;
                sum.blue += pixel.blue;
            }
        }
    }
    return sum;
}

// The neighbours of a box are as bright as copies of its bodies there, splatted and rasterised.
TEST_F(RenderStyles, DrawTheNeighboursOfABoxAsCopiesOfIt) {
    BodyRenderer renderer(shader_source_folder());
    for (const int side : {10, 17}) { // few bodies, and enough to be splatted
        Bodies4 box, all;
        for (int i = 0; i < side * side * side; ++i) {
            const auto place = [&](int cell) {
                return (static_cast<float>(cell % side) + 0.5F) / static_cast<float>(side);
            };
            const float x = place(i), y = place(i / side), z = place(i / side / side);
            box.insert(box.end(), {x, y, z, 0.5F});
            for (int image = 0; image < 27; ++image) {
                all.insert(all.end(), {x + static_cast<float>(image % 3 - 1),
                                       y + static_cast<float>(image / 3 % 3 - 1),
                                       z + static_cast<float>(image / 9 - 1), 0.5F});
            }
        }
        BodyStyle style{.sprite = BodyStyle::Sprite::points, .colour_by = ColourBy::single};
        const Image copies = take(renderer, all, {.distance = 8, .style = style});
        style.box = {1, 1, 1};
        const Difference apart =
            difference(take(renderer, box, {.distance = 8, .style = style}), copies);
        EXPECT_LT(apart.mean, 1.5) << side;
        EXPECT_LT(apart.largest_usual, 24) << side;
    }
}

TEST_F(RenderStyles, LightMarkedBodiesUpAndDimTheOthers) {
    BodyRenderer renderer(shader_source_folder());
    for (const BodyStyle::Sprite sprite : sprites) {
        for (const int count : {2, 5000}) { // rasterised, and splatted
            Bodies4 bodies;
            std::vector<std::uint8_t> marks;
            for (int i = 0; i < count; ++i) {
                const float up = 0.0005F * static_cast<float>(i - count / 2);
                bodies.insert(bodies.end(), {i % 2 == 0 ? -2.0F : 2.0F, 0, up, 0.7F});
                marks.push_back(i % 2 == 0 ? 1 : 0);
            }
            BodyBuffer buffer;
            fill(buffer, bodies);
            const Shot shot{
                .azimuth = -90, .elevation = 0, .style = {.sprite = sprite, .bloom = false}};
            const Image before = take_newest(renderer, buffer, shot);
            buffer.mark(marks);
            const Image lit = take_newest(renderer, buffer, shot);
            const HalfLight dark = half_light(take(renderer, {}, shot), true);
            const HalfLight left = half_light(lit, true);
            const HalfLight right = half_light(lit, false);
            EXPECT_GT(left.red - dark.red, 2 * (right.red - dark.red)) << count;
            EXPECT_GT(left.red - dark.red, 1.5 * (left.blue - dark.blue)) << count;
            buffer.mark({});
            EXPECT_EQ(take_newest(renderer, buffer, shot).rgb, before.rgb);
            marks.pop_back();
            buffer.mark(marks);
            EXPECT_EQ(take_newest(renderer, buffer, shot).rgb, before.rgb) << "of other bodies";
        }
    }
}

TEST_F(RenderStyles, DrawTheSamePictureTwice) {
    BodyRenderer renderer(shader_source_folder());
    for (const std::size_t count : {300U, 20'000U}) {
        const Bodies4 bodies = spiral_galaxy(count);
        const Image first = take(renderer, bodies, {});
        take(renderer, three_bodies(), {.size = {100, 100}});
        EXPECT_EQ(take(renderer, bodies, {}).rgb, first.rgb) << count;
    }
}

TEST_F(RenderStyles, AreTheSameByWhateverShaders) {
    BodyRenderer of_processor(shader_source_folder(), DrawnBy::processor);
    BodyRenderer of_gpu(shader_source_folder(), DrawnBy::gpu);
    for (const BodyStyle::Sprite sprite : sprites) {
        for (const std::size_t count : {300U, 20'000U}) {
            Shot shot{.size = {333, 187}};
            shot.style.sprite = sprite;
            shot.style.colour_by = ColourBy::natural;
            shot.style.lights = {{.end = static_cast<std::uint32_t>(count),
                                  .colour = {1, 0.6F, 0.3F},
                                  .bright_colour = {0.5F, 0.7F, 1},
                                  .mist = 0.5F}};
            const Bodies4 bodies = spiral_galaxy(count);
            const Image image = take(of_processor, bodies, shot);
            const Difference apart = difference(image, take(of_gpu, bodies, shot));
            EXPECT_GT(mean_luminance(image), 9) << count;
            EXPECT_LT(apart.mean, 0.05) << count;
            EXPECT_LE(apart.largest_usual, 1) << count;
        }
    }
}

TEST_F(RenderStyles, ColourComponentsApart) {
    const Bodies4 bodies{-1.5F, 0, 0, 0, 1.5F, 0, 0, 3}; // the disks of two galaxies
    const Shot shot{.azimuth = -90,
                    .elevation = 90,
                    .style = {.bloom = false, .colour_by = ColourBy::component}};
    const Image image = take(bodies, shot);
    Pixel sum[2] = {};
    for (int y = 60; y < 120; ++y) {
        for (int x = 0; x < 320; ++x) {
            const Pixel pixel = pixel_at(image, x, y);
            if (std::max(pixel.red, pixel.blue) < 60) {
                continue; // the sky
            }
            Pixel& side = sum[x < 160 ? 0 : 1];
            side = {side.red + pixel.red, side.green + pixel.green, side.blue + pixel.blue};
        }
    }
    EXPECT_GT(sum[0].blue, sum[0].red) << "blue";
    EXPECT_GT(sum[1].red, sum[1].blue) << "orange";
}

TEST_F(RenderStyles, ColourBySpeedOnTheChosenScale) {
    const auto unblue_share = [](float scalar, bool logarithmic) {
        const Shot shot{.size = {33, 33},
                        .style = {.exposure = -3, // the core is not white yet
                                  .bloom = false,
                                  .scalar_low = 1,
                                  .scalar_high = 100,
                                  .logarithmic = logarithmic,
                                  .colour_map = "ice"}};
        const Pixel pixel = pixel_at(take({0, 0, 0, scalar}, shot), 16, 16);
        return static_cast<double>(pixel.red + pixel.green) /
               (pixel.red + pixel.green + pixel.blue);
    };
    EXPECT_LT(unblue_share(1, true), unblue_share(10, true)) << "ice grows whiter";
    EXPECT_LT(unblue_share(10, true), unblue_share(100, true));
    EXPECT_LT(unblue_share(10, false), unblue_share(10, true))
        << "10 of 100 is half way only in decades";
    EXPECT_DOUBLE_EQ(unblue_share(1e-9F, true), unblue_share(1, true))
        << "below the scale: its end";
}

TEST_F(RenderStyles, ColourTheCrowdedUnlikeTheLonely) {
    Bodies4 bodies = star_cluster(5'000);
    for (float& number : bodies) {
        number *= 0.2F;
    }
    bodies.insert(bodies.end(), {0, 3, 0, 0});
    const Shot shot{
        .azimuth = 0,
        .elevation = 90,
        .style = {.bloom = false, .colour_by = ColourBy::density, .colour_map = "viridis"}};
    const Image image = take(bodies, shot);
    const auto green_share = [&](int low, int high) {
        double green = 0;
        double all = 0;
        for (int x = low; x < high; ++x) {
            for (int y = 70; y < 110; ++y) {
                const Pixel pixel = pixel_at(image, x, y);
                if (pixel.red + pixel.green + pixel.blue > 55) {
                    green += pixel.green;
                    all += pixel.red + pixel.green + pixel.blue;
                }
            }
        }
        return all > 0 ? green / all : 0;
    };
    const double green_crowded = green_share(140, 180);
    const double green_lonely = green_share(200, 260);
    EXPECT_GT(green_lonely, 0) << "the lonely body is seen";
    EXPECT_GT(green_crowded, green_lonely + 0.05);
}

TEST_F(RenderStyles, HideWhatIsBehindADisc) {
    const Bodies4 bodies{0, 0, 0, 0, 0, 0, 1, 3}; // the second in front, seen from above
    const Shot shot{.elevation = 90,
                    .style = {.sprite = BodyStyle::Sprite::discs,
                              .size = 3,
                              .bloom = false,
                              .colour_by = ColourBy::component}};
    const Bodies4 swapped{0, 0, 1, 3, 0, 0, 0, 0};
    EXPECT_LT(difference(take(bodies, shot), take(swapped, shot)).largest_usual, 3)
        << "whatever their order";
    const Pixel front = pixel_at(take(bodies, shot), 160, 90);
    EXPECT_GT(front.red, front.blue);
}

TEST_F(RenderStyles, SurviveBodiesThatAreNotNumbers) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const auto with_nonsense = [&](std::size_t count) {
        Bodies4 bodies = star_cluster(count);
        bodies[0] = nan;
        bodies[5] = infinity;
        bodies[10] = -infinity;
        bodies[15] = nan;
        bodies[16] = 1e38F;
        return bodies;
    };
    BodyRenderer renderer(shader_source_folder());
    for (const BodyStyle::Sprite sprite : sprites) {
        for (const std::size_t count : {200U, 5'000U}) {
            const Shot shot{.style = {.sprite = sprite}};
            const double mean = mean_luminance(take(renderer, with_nonsense(count), shot));
            const double usual = mean_luminance(take(renderer, star_cluster(count), shot));
            EXPECT_NEAR(mean, usual, 0.2 * usual) << static_cast<int>(sprite) << ' ' << count;
        }
    }
}

TEST_F(RenderStyles, DrawFarFromTheOriginAsTheyDoAtIt) {
    const Bodies4 here = spiral_galaxy(5'000);
    // 2^16: the coordinates keep 2^-7, a tenth of a pixel, of their places.
    Bodies4 there = here;
    for (std::size_t i = 0; i < there.size(); i += 4) {
        there[i] += 65536;
    }
    BodyRenderer renderer(shader_source_folder());
    BodyBuffer buffer;
    fill(buffer, there);
    Camera camera;
    const Shot shot;
    camera.jump_to(pose_from_angles({65536, 0, 0}, shot.distance, shot.azimuth, shot.elevation));
    const Framebuffer framebuffer(shot.size);
    renderer.draw(buffer, camera, shot.style, shot.size, framebuffer.gl_framebuffer());
    const Image far = read_pixels(framebuffer.gl_framebuffer(), shot.size);
    const Difference apart = difference(far, take(renderer, here, shot));
    EXPECT_LT(apart.mean, 2.5);
}

TEST_F(RenderStyles, RefuseAColourMapThatDoesNotExist) {
    BodyRenderer renderer(shader_source_folder());
    EXPECT_THROW(take(renderer, three_bodies(), {.style = {.colour_map = "beige"}}), Error);
    EXPECT_NO_THROW(take(renderer, three_bodies(), {}));
}

TEST_F(RenderStyles, MeasureWhatADrawCosts) {
    BodyRenderer renderer(shader_source_folder());
    EXPECT_EQ(renderer.gpu_milliseconds(), 0);
    for (int i = 0; i < 4; ++i) {
        take(renderer, three_bodies(), {});
        glFinish();
    }
    EXPECT_GT(renderer.gpu_milliseconds(), 0);
    EXPECT_LT(renderer.gpu_milliseconds(), 60'000);
}

} // namespace
} // namespace orrery
