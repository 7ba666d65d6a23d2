#include "tests/render/graphics_test.hpp"
#include "tests/render/scenery.hpp"

namespace orrery {
namespace {

using Exposure = GraphicsTest;

TEST_F(Exposure, IsRightForThreeBodiesAndForAMillionWithoutASlider) {
    BodyRenderer renderer(shader_source_folder());
    for (const std::size_t count : {1'000U, 100'000U, 1'000'000U}) {
        const Image image = take(renderer, star_cluster(count), {});
        EXPECT_GT(mean_luminance(image), 9.5) << count << " bodies are hard to see";
        EXPECT_LT(mean_luminance(image), 90) << count << " bodies are one white blot";
        EXPECT_GT(brightest(image), 200) << count;
    }
    const Image three = take(renderer, three_bodies(), {});
    EXPECT_LT(mean_luminance(three), 30) << "three bodies in a dark sky";
    EXPECT_GT(brightest(three), 200);
}

TEST_F(Exposure, KeepsABrightCentreAndAVisibleEdge) {
    const Image image = take(star_cluster(100'000), {.distance = 12});
    const auto brightness = [&](int from_centre) {
        const Pixel pixel = pixel_at(image, 160 + from_centre, 90);
        return pixel.red + pixel.green + pixel.blue;
    };
    EXPECT_GT(brightness(0), 400);
    EXPECT_GT(brightness(0), brightness(40) + 100);
    EXPECT_GT(mean_luminance(image), mean_luminance(take({}, {})) + 2);
}

TEST_F(Exposure, IsMuchTheSameFromNearAndFarAndAtAnySize) {
    BodyRenderer renderer(shader_source_folder());
    const Bodies4 cluster = star_cluster(20'000);
    for (const double distance : {2.0, 10.0, 50.0, 500.0}) {
        const Image image = take(renderer, cluster, {.distance = distance});
        EXPECT_GT(brightest(image), 180) << "from " << distance;
        EXPECT_LT(mean_luminance(image), 120) << "from " << distance;
    }
    const double small = mean_luminance(take(renderer, cluster, {.size = {640, 360}}));
    const double large = mean_luminance(take(renderer, cluster, {.size = {1280, 720}}));
    EXPECT_NEAR(large / small, 1, 0.3);
}

TEST_F(Exposure, FollowsTheSliders) {
    BodyRenderer renderer(shader_source_folder());
    const auto mean = [&](const BodyStyle& style) {
        return mean_luminance(take(renderer, star_cluster(5'000), {.style = style}));
    };
    const double automatic = mean({});
    EXPECT_GT(mean({.brightness = 4}), 1.3 * automatic);
    EXPECT_LT(mean({.brightness = 0.25F}), automatic / 1.3);
    EXPECT_GT(mean({.exposure = 2}), 1.3 * automatic);
    EXPECT_NEAR(mean({.brightness = 4, .exposure = -2}), automatic, 0.01 * automatic);
    EXPECT_GT(mean({.size = 3}), automatic);
}

TEST_F(Exposure, LeavesAnEmptySkyNearlyBlack) {
    const Image sky = take({}, {});
    EXPECT_NEAR(pixel_at(sky, 160, 90).red, 7, 1.5); // #07080c
    EXPECT_NEAR(pixel_at(sky, 160, 90).green, 8, 1.5);
    EXPECT_NEAR(pixel_at(sky, 160, 90).blue, 12, 1.5);
    EXPECT_LE(pixel_at(sky, 2, 2).blue, 12) << "the corners are no brighter";
}

} // namespace
} // namespace orrery
