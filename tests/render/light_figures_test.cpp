// Figures that a picture is held to: hues, steadiness, the sky, the edges of sprites, and that
// light is neither won nor lost when sprites are larger or bodies farther away.
#include "tests/render/graphics_test.hpp"
#include "tests/render/light_measures.hpp"
#include "tests/render/scenery.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace orrery {
namespace {

using LightInFigures = GraphicsTest;

// Looks straight down, x to the right, y up.
Shot from_above(Extent size, const BodyStyle& style) {
    return {.size = size, .distance = 10, .azimuth = -90, .elevation = 90, .style = style};
}

BodyStyle plain_style() {
    BodyStyle style;
    style.bloom = false;
    style.colour_by = ColourBy::single;
    return style;
}

// Rows and columns of bodies between two x, `apart` from each other.
void add_sheet(Bodies4& bodies, double from, double to, double z, double apart) {
    constexpr double high = 20;
    const int columns = static_cast<int>(std::floor((to - from) / apart));
    const int rows = static_cast<int>(std::floor(2 * high / apart));
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const double shifted = column + (row % 2 == 0 ? 0.25 : 0.75);
            for (const double value :
                 {from + shifted * apart, -high + (row + 0.5) * apart, z, 0.5}) {
                bodies.push_back(static_cast<float>(value));
            }
        }
    }
}

// The mean linear light between two shares of the width, in the middle third of the height.
double light_between(const Image& image, double from, double to) {
    double sum = 0;
    int count = 0;
    for (int y = image.size.height / 3; y < 2 * image.size.height / 3; ++y) {
        for (int x = static_cast<int>(from * image.size.width);
             x < static_cast<int>(to * image.size.width); ++x) {
            sum += luminance_of(pixel_at(image, x, y));
            ++count;
        }
    }
    return sum / count;
}

// A sheet on the left and one on the right as bright as each other.
void expect_as_bright(const Image& image, const char* what) {
    const double left = light_between(image, 0.15, 0.4);
    const double right = light_between(image, 0.6, 0.85);
    EXPECT_GT(left, 0.01) << what;
    EXPECT_NEAR(right / left, 1, 0.05) << what;
}

TEST_F(LightInFigures, KeepsTheLightOfSpritesThatAreLarger) {
    BodyRenderer renderer(shader_source_folder());
    for (const double apart : {0.1, 0.2}) {
        Bodies4 bodies;
        add_sheet(bodies, -10, 0, 0, apart);
        const auto left = static_cast<std::uint32_t>(bodies.size() / 4);
        add_sheet(bodies, 0, 10, 0, apart);
        const auto all = static_cast<std::uint32_t>(bodies.size() / 4);
        for (const float size : {0.5F, 2.0F, 4.0F}) {
            BodyStyle style = plain_style();
            style.size = apart < 0.15 ? 3.0F : 8.0F; // splatted, or by the rasteriser
            style.lights = {{.end = left, .core = 0.3F}, {.end = all, .size = size, .core = 0.3F}};
            expect_as_bright(take(renderer, bodies, from_above({320, 180}, style)),
                             apart < 0.15 ? "splatted" : "rasterised");
        }
    }
}

TEST_F(LightInFigures, ShowsASurfaceAsBrightFromAfarAsFromClose) {
    BodyRenderer renderer(shader_source_folder());
    for (const double depth : {5.0, 20.0}) {
        Bodies4 bodies;
        add_sheet(bodies, -12, 0, 0, 0.1);
        add_sheet(bodies, 0, 12 * depth / 10, 10 - depth, 0.1);
        BodyStyle style = plain_style();
        style.size = 3;
        style.lights = {{.end = static_cast<std::uint32_t>(bodies.size() / 4), .core = 0.3F}};
        expect_as_bright(take(renderer, bodies, from_above({320, 180}, style)),
                         depth < 10 ? "closer" : "farther");
    }
}

TEST_F(LightInFigures, ClipsNothingOfACrowdOfAllBrightnesses) {
    BodyRenderer renderer(shader_source_folder());
    BodyStyle style;
    style.colour_by = ColourBy::natural;
    for (int decade = 0; decade <= 6; ++decade) {
        style.lights.push_back({.end = 400U * static_cast<std::uint32_t>(decade + 1),
                                .luminosity = std::pow(10.0F, static_cast<float>(decade))});
    }
    for (const double distance : {4.0, 10.0, 30.0}) {
        const Image image = take(renderer, star_cluster(2'800),
                                 {.size = {640, 360}, .distance = distance, .style = style});
        EXPECT_LE(share_clipped(image), 0.001) << distance;
        EXPECT_GT(brightest(image), 180) << distance;
    }
}

TEST_F(LightInFigures, KeepsTheHueOfACrowdFromItsEdgeToItsCore) {
    BodyRenderer renderer(shader_source_folder());
    for (const glm::vec3 colour : {glm::vec3(1, 0.42F, 0.13F), glm::vec3(0.3F, 0.52F, 1)}) {
        for (const float mist : {0.0F, 0.8F}) {
            BodyStyle style;
            style.colour_by = ColourBy::natural;
            style.lights = {
                {.end = 20'000, .colour = colour, .bright_colour = colour, .mist = mist}};
            const Image image = take(renderer, star_cluster(20'000), {.style = style});
            double least = std::numeric_limits<double>::max();
            double most = std::numeric_limits<double>::lowest();
            for (std::size_t i = 0; i < image.rgb.size(); i += 3) {
                const Pixel pixel{image.rgb[i], image.rgb[i + 1], image.rgb[i + 2]};
                if (std::max({pixel.red, pixel.green, pixel.blue}) > 120) {
                    least = std::min(least, hue_of(pixel));
                    most = std::max(most, hue_of(pixel));
                }
            }
            EXPECT_LT(most - least, 5) << colour.r << ", mist " << mist;
        }
    }
}

TEST_F(LightInFigures, IsSteadyWhereNothingMovesAndWhereBodiesCreep) {
    BodyRenderer renderer(shader_source_folder());
    for (const std::size_t count : {3U, 300U, 30'000U}) {
        const Bodies4 bodies = count == 3 ? three_bodies() : star_cluster(count);
        for (const BodyStyle::Sprite sprite :
             {BodyStyle::Sprite::glow, BodyStyle::Sprite::points, BodyStyle::Sprite::discs}) {
            Shot shot{.size = {640, 360}};
            shot.style.sprite = sprite;
            const Image first = take(renderer, bodies, shot);
            EXPECT_EQ(difference(first, take(renderer, bodies, shot)).mean, 0) << "still";
            double before = mean_luminance(first);
            Bodies4 creeping = bodies;
            for (int frame = 1; frame <= 3; ++frame) {
                for (std::size_t i = 0; i < creeping.size(); i += 4) {
                    creeping[i] += 0.004F; // a fifth of a pixel
                }
                const double now = mean_luminance(take(renderer, creeping, shot));
                EXPECT_NEAR(now / before, 1, 0.005)
                    << count << " bodies as style " << static_cast<int>(sprite);
                before = now;
            }
        }
    }
}

TEST_F(LightInFigures, LeavesTheSkyBesideACrowdAsItIsAtEverySize) {
    BodyRenderer renderer(shader_source_folder());
    Bodies4 crowd = star_cluster(5'000);
    for (std::size_t i = 0; i < crowd.size(); ++i) {
        crowd[i] *= i % 4 == 3 ? 1 : 0.02F;
    }
    for (const Extent size : {Extent{800, 600}, Extent{3840, 2160}}) {
        BodyStyle style;
        style.bloom_strength = 1;
        const Image image = take(renderer, crowd, from_above(size, style));
        const Image sky = take(renderer, {}, from_above(size, style));
        int apart = 0;
        for (int y = 0; y < size.height; y += 5) {
            for (int x = 0; x < size.width; x += 5) {
                if (std::hypot(x - size.width / 2, y - size.height / 2) < 0.33 * size.height) {
                    continue;
                }
                const Pixel here = pixel_at(image, x, y);
                const Pixel there = pixel_at(sky, x, y);
                apart = std::max({apart, std::abs(here.red - there.red),
                                  std::abs(here.green - there.green),
                                  std::abs(here.blue - there.blue)});
            }
        }
        EXPECT_LE(apart, 2) << size.height;
        EXPECT_GT(brightest(image), 180) << size.height;
    }
}

TEST_F(LightInFigures, EndsSpritesInTheDarkInNoCornerAndNotAtThePicturesEdge) {
    BodyRenderer renderer(shader_source_folder());
    for (const Extent size : {Extent{800, 600}, Extent{3840, 2160}}) {
        const double pixels = size.height / 2.0 / (10 * std::tan(0.125 * 3.14159265358979));
        const double radius = 26 * size.height / 720.0;
        // One in the middle, and one whose own middle is outside.
        const auto x = static_cast<float>((size.width / 2.0 + 0.15 * radius) / pixels);
        const BodyStyle style = plain_style();
        const Image image = take(renderer, {0, 0, 0, 0, x, 0, 0, 0}, from_above(size, style));
        const Pixel sky = pixel_at(image, size.width / 2, size.height / 4);
        const auto over_sky = [&](double right, double up) {
            const int column = size.width / 2 + static_cast<int>(std::lround(right * radius));
            const int row = size.height / 2 - static_cast<int>(std::lround(up * radius));
            return pixel_at(image, column, row).green - sky.green;
        };
        for (const double sign : {-1.0, 1.0}) {
            EXPECT_LE(over_sky(0.97 * sign, 0), 2) << size.height << ": no edge is seen";
            EXPECT_LE(over_sky(0, 0.97 * sign), 2) << size.height;
            EXPECT_LE(over_sky(0.8 * sign, 0.8), 1) << size.height << ": and no corner";
            EXPECT_LE(over_sky(0.8, 0.8 * sign), 1) << size.height;
            EXPECT_GT(over_sky(0.2 * sign, 0), 20) << size.height;
        }
        const int middle = size.height / 2;
        const int right = size.width - 1;
        EXPECT_GT(pixel_at(image, right, middle).green, sky.green + 16) << size.height;
        EXPECT_GT(pixel_at(image, right, middle).green,
                  pixel_at(image, right - static_cast<int>(0.3 * radius), middle).green)
            << size.height;
    }
}

} // namespace
} // namespace orrery
