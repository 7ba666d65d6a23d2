// A photographer's demands on a picture: a black sky, no burnt-out places, true hues, steady light,
// round stars.
#include "tests/render/graphics_test.hpp"
#include "tests/render/light_measures.hpp"
#include "tests/render/scenery.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace orrery {
namespace {

using LightOfAPicture = GraphicsTest;

Bodies4 scaled(Bodies4 bodies, float factor) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies[i] *= i % 4 == 3 ? 1 : factor;
    }
    return bodies;
}

TEST_F(LightOfAPicture, LeavesTheSkyBesideACrowdBlack) {
    const Bodies4 crowd = scaled(spiral_galaxy(20'000), 0.2F);
    BodyStyle style;
    style.bloom_strength = 1;
    const Image image = take(crowd, {.elevation = 90, .style = style});
    const Image sky = take({}, {.style = style});
    for (const auto& [x, y] : std::array<std::pair<int, int>, 5>{
             {{20, 20}, {300, 160}, {30, 90}, {290, 90}, {250, 20}}}) {
        const Pixel here = pixel_at(image, x, y);
        const Pixel there = pixel_at(sky, x, y);
        EXPECT_LE(std::abs(here.red - there.red), 2) << x << ' ' << y;
        EXPECT_LE(std::abs(here.green - there.green), 2) << x << ' ' << y;
        EXPECT_LE(std::abs(here.blue - there.blue), 2) << x << ' ' << y;
    }
}

TEST_F(LightOfAPicture, IsNotBurntOutWhereOneBodyIsAMillionTimesAsBrightAsOthers) {
    const Bodies4 bodies = star_cluster(2'000);
    BodyStyle style;
    style.colour_by = ColourBy::natural;
    style.lights = {{.end = 1'990}, {.end = 2'000, .luminosity = 1e6F}};
    const Image image = take(bodies, {.size = {640, 360}, .style = style});
    EXPECT_LE(share_clipped(image), 0.001);
    EXPECT_GT(brightest(image), 200);
    EXPECT_LE(share_clipped(take(star_cluster(100'000), {.size = {640, 360}})), 0.001);
}

TEST_F(LightOfAPicture, KeepsHuesFromDimToBright) {
    for (const glm::vec3 colour :
         {glm::vec3(1, 0.42F, 0.13F), glm::vec3(0.3F, 0.52F, 1), glm::vec3(0.2F, 0.82F, 0.66F)}) {
        double least = 1e9;
        double most = -1e9;
        for (const float exposure : {-3.0F, -1.0F, 0.0F, 2.0F, 5.0F}) {
            BodyStyle style;
            style.exposure = exposure;
            style.bloom = false;
            style.colour_by = ColourBy::natural;
            style.lights = {{.end = 1, .colour = colour, .bright_colour = colour, .core = 0.5F}};
            const Image image = take({0, 0, 0, 0}, {.style = style});
            const Pixel pixel = pixel_at(image, 160, 90);
            if (std::max({pixel.red, pixel.green, pixel.blue}) > 100) {
                least = std::min(least, hue_of(pixel));
                most = std::max(most, hue_of(pixel));
            }
        }
        EXPECT_LT(most - least, 5) << colour.r;
    }
}

TEST_F(LightOfAPicture, DoesNotFlickerWhileTheCameraHardlyMoves) {
    BodyRenderer renderer(shader_source_folder());
    const Bodies4 bodies = spiral_galaxy(20'000);
    double before = mean_luminance(take(renderer, bodies, {.size = {640, 360}}));
    for (int frame = 1; frame <= 5; ++frame) {
        const double now = mean_luminance(
            take(renderer, bodies, {.size = {640, 360}, .azimuth = 30 + 0.1 * frame}));
        EXPECT_NEAR(now / before, 1, 0.005);
        before = now;
    }
}

TEST_F(LightOfAPicture, DrawsNoBodyLargerBecauseAnotherOneMoves) {
    BodyRenderer renderer(shader_source_folder());
    const Shot shot{.elevation = 90, .style = {.bloom = false, .colour_by = ColourBy::single}};
    const double apart =
        mean_luminance(take(renderer, {-2, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0}, shot));
    const double crossing =
        mean_luminance(take(renderer, {-2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0}, shot));
    EXPECT_NEAR(crossing / apart, 1, 0.01);
}

TEST_F(LightOfAPicture, HasRoundStarsAtEverySize) {
    BodyRenderer renderer(shader_source_folder());
    for (const Extent size : {Extent{800, 600}, Extent{3840, 2160}}) {
        BodyStyle style;
        style.size = 3;
        style.bloom = false;
        style.colour_by = ColourBy::single;
        style.lights = {{.end = 1, .core = 0.5F}};
        const Image image = take(renderer, {0, 0, 0, 0}, {.size = size, .style = style});
        const double radius = 3 * 26 * size.height / 720.0;
        const auto at = [&](double share, double angle) {
            const Pixel pixel =
                pixel_at(image, static_cast<int>(size.width / 2 + share * radius * std::cos(angle)),
                         static_cast<int>(size.height / 2 + share * radius * std::sin(angle)));
            return pixel.red + pixel.green + pixel.blue;
        };
        for (const double share : {0.5, 0.75}) {
            for (const double angle : {0.785, 1.571, 2.356, 3.142, 3.927}) {
                EXPECT_NEAR(at(share, angle), at(share, 0), 12) << size.height << ' ' << share;
            }
            EXPECT_GT(at(share, 0), 32) << "there is light: " << size.height;
        }
    }
}

TEST_F(LightOfAPicture, ShowsNothingDark) {
    BodyStyle style;
    style.lights = {{.end = 100, .luminosity = 0}};
    for (const BodyStyle::Sprite sprite :
         {BodyStyle::Sprite::glow, BodyStyle::Sprite::points, BodyStyle::Sprite::discs}) {
        style.sprite = sprite;
        EXPECT_LT(mean_luminance(take(star_cluster(100), {.style = style})),
                  mean_luminance(take({}, {.style = style})) + 0.01);
    }
}

TEST_F(LightOfAPicture, HidesWhatIsBehindABallAndShowsWhatIsBefore) {
    BodyStyle style;
    style.bloom = false;
    style.colour_by = ColourBy::natural;
    style.lights = {{.end = 1, .kind = BodyLight::Kind::lit, .colour = {0, 0.05F, 0}, .radius = 1},
                    {.end = 2, .colour = {1, 0, 0}, .bright_colour = {1, 0, 0}}};
    const Shot shot{.elevation = 90, .style = style};
    BodyRenderer renderer(shader_source_folder());
    const Pixel behind = pixel_at(take(renderer, {0, 0, 0, 0, 0, 0, -2, 0}, shot), 160, 90);
    const Pixel before = pixel_at(take(renderer, {0, 0, 0, 0, 0, 0, 2, 0}, shot), 160, 90);
    EXPECT_LT(behind.red, 40) << behind.green << " " << behind.blue;
    EXPECT_GT(before.red, 150);
}

} // namespace
} // namespace orrery
