#include "render/capture.hpp"
#include "render/over_picture.hpp"
#include "tests/render/graphics_test.hpp"
#include "tests/render/scenery.hpp"

#include <GL/glew.h>

#include <vector>

namespace orrery {
namespace {

constexpr std::array<std::uint8_t, 4> green{40, 255, 80, 255};

class BoxLines : public GraphicsTest {
protected:
    Image take(const std::vector<LineBox>& boxes, const Camera& camera, float scale = 1) {
        BoxRenderer renderer(shader_source_folder());
        renderer.set_boxes(boxes);
        return take(renderer, camera, scale);
    }

    Image take(BoxRenderer& renderer, const Camera& camera, float scale = 1) {
        const Framebuffer framebuffer(size_);
        const std::array<float, 4> ground{0.102F, 0.102F, 0.102F, 1}; // 26 of 255
        glClearNamedFramebufferfv(framebuffer.gl_framebuffer(), GL_COLOR, 0, ground.data());
        renderer.draw(camera, size_, scale, 1.2F, framebuffer.gl_framebuffer());
        return read_pixels(framebuffer.gl_framebuffer(), size_);
    }

    static std::size_t lit(const Image& image) {
        std::size_t pixels = 0;
        for (std::size_t i = 1; i < image.rgb.size(); i += 3) {
            pixels += image.rgb[i] > 60 ? 1 : 0;
        }
        return pixels;
    }

    static LineBox cube(float half, float smallest = 0) {
        return {{-half, -half, -half}, {half, half, half}, green, smallest};
    }

    const Extent size_{320, 180};
    const Camera camera_ = camera_of({.size = size_});
};

TEST_F(BoxLines, AreThinAndOfTheirColour) {
    const Image image = take({cube(2)}, camera_);
    EXPECT_GT(lit(image), 300U);
    EXPECT_LT(lit(image), 2500U) << "lines, not faces";
    for (std::size_t i = 0; i < image.rgb.size(); i += 3) {
        ASSERT_GE(image.rgb[i + 1], image.rgb[i]);
    }
    const Pixel middle = pixel_at(image, size_.width / 2, size_.height / 2 + 9);
    EXPECT_EQ(middle.green, middle.red) << "what is inside stays as it was";
}

TEST_F(BoxLines, LeaveThePictureAloneWhereThereAreNone) {
    BoxRenderer renderer(shader_source_folder());
    EXPECT_EQ(brightest(take(renderer, camera_)), 26);
    renderer.set_boxes(std::vector{cube(2)});
    EXPECT_GT(brightest(take(renderer, camera_)), 100);
    renderer.set_boxes({});
    EXPECT_EQ(brightest(take(renderer, camera_)), 26);
}

TEST_F(BoxLines, AreWiderAtALargerScale) {
    EXPECT_GT(lit(take({cube(2)}, camera_, 3)), 2 * lit(take({cube(2)}, camera_)));
}

TEST_F(BoxLines, FadeWhereTheirBoxIsSmall) {
    EXPECT_GT(brightest(take({cube(0.1F)}, camera_)), 100);
    EXPECT_EQ(brightest(take({cube(0.1F, 12)}, camera_)), 26);
    EXPECT_EQ(brightest(take({cube(2, 12)}, camera_)), brightest(take({cube(2)}, camera_)));
}

TEST_F(BoxLines, ReachPastTheEyeWithoutCrossingThePicture) {
    const Camera inside = camera_of({.size = size_, .distance = 1});
    const Image image = take({cube(2)}, inside);
    EXPECT_GT(lit(image), 100U);
    EXPECT_LT(lit(image), 4000U);
    EXPECT_EQ(brightest(take({{{20, 20, 20}, {30, 30, 30}, green, 0}}, inside)), 26)
        << "behind the eye";
}

// Panels at one side move what the camera looks at, bodies and boxes alike.
TEST_F(BoxLines, StandWhereTheBodiesDoBesidePanels) {
    Camera camera = camera_;
    camera.open = {.centre = {0.5, -0.25}, .share = {0.5, 0.75}};
    const int x = size_.width * 3 / 4, y = size_.height * 5 / 8;

    const Image box = take({cube(0.05F)}, camera);
    EXPECT_GT(pixel_at(box, x, y).green, 60);
    EXPECT_EQ(pixel_at(box, size_.width / 2, size_.height / 2).green, 26);

    BodyBuffer bodies;
    fill(bodies, {0, 0, 0, 1});
    BodyRenderer renderer(shader_source_folder());
    const Framebuffer framebuffer(size_);
    renderer.draw(bodies, camera, {.bloom = false}, size_, framebuffer.gl_framebuffer());
    const Image star = read_pixels(framebuffer.gl_framebuffer(), size_);
    EXPECT_GT(pixel_at(star, x, y).red, 100);
    EXPECT_LT(pixel_at(star, size_.width / 2, size_.height / 2).red, 60);
}

TEST_F(BoxLines, GiveWayToWhatIsBrighterInAPictureLaidOverAnother) {
    const PictureOverlay overlay(shader_source_folder());
    const Framebuffer below({8, 6}), above({4, 6});
    const auto fill = [](const Framebuffer& target, float red, float blue) {
        const float colour[4] = {red, 0, blue, 1};
        glClearNamedFramebufferfv(target.gl_framebuffer(), GL_COLOR, 0, colour);
    };
    fill(below, 0.2F, 0.8F);
    fill(above, 0.6F, 0.4F);
    overlay.draw(above, below.gl_framebuffer(), 4, 0);
    const Image image = read_pixels(below.gl_framebuffer(), below.size());
    EXPECT_EQ(pixel_at(image, 2, 3).red, 51);
    EXPECT_EQ(pixel_at(image, 6, 3).red, 153);
    EXPECT_EQ(pixel_at(image, 6, 3).blue, 204);
}

} // namespace
} // namespace orrery
