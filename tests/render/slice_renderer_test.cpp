#include "render/over_picture.hpp"

#include "render/body_renderer.hpp"
#include "render/capture.hpp"
#include "tests/render/graphics_test.hpp"
#include "tests/render/scenery.hpp"

#include <GL/glew.h>

#include <vector>

namespace orrery {
namespace {

// Across the middle of the picture; a shade of each quarter, the lower left first.
Slice quarters(float a, float b, float c, float d) {
    return {.centre = {0, 0, 0},
            .right = {2, 0, 0},
            .up = {0, 2, 0},
            .columns = 2,
            .rows = 2,
            .shade = {a, b, c, d}};
}

class DensitySlice : public GraphicsTest {
protected:
    Image take(const Slice& slice, const Camera& camera) {
        SliceRenderer renderer(shader_source_folder());
        renderer.set_slice(slice);
        const Framebuffer framebuffer(size_);
        const std::array<float, 4> ground{0.102F, 0.102F, 0.102F, 1}; // 26 of 255
        glClearNamedFramebufferfv(framebuffer.gl_framebuffer(), GL_COLOR, 0, ground.data());
        renderer.draw(camera, "viridis", size_, framebuffer.gl_framebuffer());
        return read_pixels(framebuffer.gl_framebuffer(), size_);
    }

    const Extent size_{320, 180};
    // From above, x to the right.
    const Camera camera_ = camera_of({.size = size_, .azimuth = -90, .elevation = 90});
};

TEST_F(DensitySlice, IsBrightWhereItIsDenseAndClearWhereItIsNot) {
    const Image image = take(quarters(0, 0, 0, 1), camera_);
    EXPECT_GT(pixel_at(image, 180, 70).green, 150) << "the upper right";
    EXPECT_EQ(pixel_at(image, 140, 110).green, 26) << "the lower left";
    EXPECT_EQ(pixel_at(image, 10, 10).green, 26) << "outside";
}

TEST_F(DensitySlice, ReachesPastTheEyeWithoutFailing) {
    const Camera inside =
        camera_of({.size = size_, .distance = 0.5, .azimuth = -90, .elevation = 3});
    EXPECT_GT(brightest(take(quarters(1, 1, 1, 1), inside)), 150);
}

TEST_F(DensitySlice, LeavesThePictureAloneWhereThereIsNone) {
    EXPECT_EQ(brightest(take({}, camera_)), 26);
}

TEST_F(DensitySlice, ColoursBodiesByValuesOnceThereIsOneForEach) {
    const Bodies4 bodies{-2, 0, 0, 0, 2, 0, 0, 0};
    BodyRenderer renderer(shader_source_folder());
    Shot shot{.size = size_,
              .azimuth = -90,
              .elevation = 90,
              .style = {.size = 3,
                        .bloom = false,
                        .colour_by = ColourBy::values,
                        .scalar_low = 0,
                        .scalar_high = 1,
                        .logarithmic = false,
                        .colour_map = "viridis"}};
    const auto greenness = [&](const Image& image, int x) {
        const Pixel pixel = pixel_at(image, x, 90);
        return static_cast<double>(pixel.green) / (pixel.red + pixel.green + pixel.blue + 1);
    };
    renderer.set_values(std::vector<float>{0, 0.75F});
    const Image image = orrery::take(renderer, bodies, shot);
    const int left = 160 - 43;
    const int right = 160 + 43;
    EXPECT_GT(greenness(image, right), greenness(image, left) + 0.1);
    renderer.set_values(std::vector<float>{0.75F, 0});
    const Image other = orrery::take(renderer, bodies, shot);
    EXPECT_GT(greenness(other, left), greenness(other, right) + 0.1);
    renderer.set_values({});
    const Image crowded = orrery::take(renderer, bodies, shot);
    EXPECT_NEAR(greenness(crowded, left), greenness(crowded, right), 0.03);
}

} // namespace
} // namespace orrery
