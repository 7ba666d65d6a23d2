// A picture in parts is the picture drawn at once.

#include "render/capture.hpp"
#include "render/over_picture.hpp"
#include "tests/render/graphics_test.hpp"
#include "tests/render/scenery.hpp"

#include <cstring>

namespace orrery {
namespace {

using PicturesInParts = GraphicsTest;

Image in_parts(BodyRenderer& renderer, const BodyBuffer& bodies, const Shot& shot, Extent most) {
    const Camera camera = camera_of(shot);
    Image image{shot.size, std::vector<std::uint8_t>(
                               3 * static_cast<std::size_t>(shot.size.width * shot.size.height))};
    renderer.begin_parts(bodies, camera, shot.style, shot.size);
    for (const BodyRenderer::Pass pass : BodyRenderer::passes(shot.style)) {
        for (const PicturePart& part : parts_of(shot.size, most)) {
            const Framebuffer target(part.size);
            renderer.draw_part(bodies, camera, shot.style, part, pass, target.gl_framebuffer());
            if (pass != BodyRenderer::Pass::show) {
                continue;
            }
            const Image piece = read_pixels(target.gl_framebuffer(), part.size);
            for (int y = 0; y < part.size.height; ++y) {
                const int row = shot.size.height - part.below - part.size.height + y;
                std::memcpy(
                    &image.rgb[3 * static_cast<std::size_t>(row * shot.size.width + part.left)],
                    &piece.rgb[3 * static_cast<std::size_t>(y * part.size.width)],
                    3 * static_cast<std::size_t>(part.size.width));
            }
        }
        renderer.end_pass(pass);
    }
    return image;
}

void expect_same(const Bodies4& bodies, const Shot& shot, Extent most) {
    BodyRenderer renderer(shader_source_folder());
    BodyBuffer buffer;
    fill(buffer, bodies);
    const Image whole = take_newest(renderer, buffer, shot);
    const Image parts = in_parts(renderer, buffer, shot, most);
    ASSERT_GT(brightest(whole), 200) << "there is something to compare";
    int largest = 0;
    std::size_t others = 0;
    for (std::size_t i = 0; i < whole.rgb.size(); ++i) {
        const int apart = std::abs(int{whole.rgb[i]} - int{parts.rgb[i]});
        largest = std::max(largest, apart);
        others += apart > 0 ? 1 : 0;
    }
    EXPECT_LE(largest, 1);
    EXPECT_LT(static_cast<double>(others), 0.02 * static_cast<double>(whole.rgb.size()));
}

TEST_F(PicturesInParts, AreThoseDrawnAtOnce) {
    expect_same(spiral_galaxy(20'000), {.size = {801, 637}, .distance = 6}, {250, 170});
}

TEST_F(PicturesInParts, HaveTheColoursOfTheWholePictureWhereTheseAreOfDensity) {
    Shot shot{.size = {640, 600}, .distance = 6};
    shot.style.colour_by = ColourBy::density;
    shot.style.colour_map = "starlight";
    expect_same(spiral_galaxy(20'000), shot, {320, 128});
}

TEST_F(PicturesInParts, HaveNoSeamsInWideSpritesAndTheirGlare) {
    expect_same(three_bodies(), {.size = {1200, 1101}, .distance = 7}, {399, 400});
}

TEST_F(PicturesInParts, HaveNoSeamsInTheLensOfABlackHole) {
    Bodies4 bodies = star_cluster(5'000);
    bodies[0] = bodies[1] = bodies[2] = 0;
    Shot shot{.size = {640, 600}, .distance = 5};
    shot.style.colour_by = ColourBy::natural;
    shot.style.lights = {{.end = 1, .kind = BodyLight::Kind::black_hole, .min_radius = 5},
                         {.end = 5000, .spread = 1}};
    expect_same(bodies, shot, {230, 170});
}

TEST_F(PicturesInParts, AreFoundFromTheTopRowDown) {
    const std::vector<PicturePart> parts = parts_of({10, 7}, {6, 4});
    ASSERT_EQ(parts.size(), 4U);
    EXPECT_EQ(parts[0], PicturePart({10, 7}, 0, 3, {6, 4}));
    EXPECT_EQ(parts[1], PicturePart({10, 7}, 6, 3, {4, 4}));
    EXPECT_EQ(parts[3], PicturePart({10, 7}, 6, 0, {4, 3}));
}

} // namespace
} // namespace orrery
