#include "render/picking.hpp"
#include "tests/render/graphics_test.hpp"
#include "tests/render/scenery.hpp"

#include <glm/geometric.hpp>

#include <cmath>
#include <limits>

namespace orrery {
namespace {

using Picking = GraphicsTest;

constexpr Extent size{320, 180};

Camera from_above() {
    return camera_of({.distance = 10, .azimuth = -90, .elevation = 90}); // x right, y up
}

// The pixel that a point of the plane z = 0 appears in.
glm::dvec2 pixel_of(double x, double y) {
    const double per_unit = size.height / 2.0 / (10 * std::tan(45.0 / 2 * 3.14159265358979 / 180));
    return {size.width / 2.0 + x * per_unit, size.height / 2.0 - y * per_unit};
}

TEST_F(Picking, FindsTheBodyUnderThePointer) {
    BodyBuffer buffer;
    fill(buffer, {-2, 1, 0, 0, 2, 1, 0, 0, 0, -1, 0, 0});
    const Camera camera = from_above();
    EXPECT_EQ(pick_body(buffer, camera, size, pixel_of(-2, 1), 3), 0U);
    EXPECT_EQ(pick_body(buffer, camera, size, pixel_of(2, 1), 3), 1U);
    EXPECT_EQ(pick_body(buffer, camera, size, pixel_of(0, -1) + glm::dvec2(1.5, 1.5), 3), 2U);
    EXPECT_EQ(body_position(buffer, 2), glm::dvec3(0, -1, 0));
}

TEST_F(Picking, FindsNothingWhereNothingIsNear) {
    BodyBuffer buffer;
    EXPECT_EQ(pick_body(buffer, from_above(), size, {10, 10}, 8), std::nullopt) << "no bodies";
    fill(buffer, {0, 0, 0, 0, 0, 0, 20, 0}); // the second is behind the eye
    EXPECT_EQ(pick_body(buffer, from_above(), size, pixel_of(1, 0), 8), std::nullopt);
    EXPECT_EQ(pick_body(buffer, from_above(), size, pixel_of(0, 0), 8), 0U);
}

TEST_F(Picking, TakesTheNearestAndOfTwoInOnePlaceTheOneInFront) {
    BodyBuffer buffer;
    fill(buffer, {0, 0, -3, 0, 0, 0, 2, 0, 0.1F, 0, 0, 0});
    EXPECT_EQ(pick_body(buffer, from_above(), size, pixel_of(0, 0), 8), 1U);
    EXPECT_EQ(pick_body(buffer, from_above(), size, pixel_of(0.1, 0), 8), 2U);
}

TEST_F(Picking, SeesWhatTheRendererDraws) {
    BodyBuffer buffer;
    fill(buffer, {1.3F, 0.7F, 0.4F, 1});
    const Shot shot{.size = {200, 120}, .distance = 6, .azimuth = 75, .elevation = 20};
    const Camera camera = camera_of(shot);
    const Image image = take({1.3F, 0.7F, 0.4F, 1}, shot);
    int best_x = 0;
    int best_y = 0;
    for (int y = 0; y < shot.size.height; ++y) {
        for (int x = 0; x < shot.size.width; ++x) {
            if (pixel_at(image, x, y).green > pixel_at(image, best_x, best_y).green) {
                best_x = x;
                best_y = y;
            }
        }
    }
    EXPECT_EQ(pick_body(buffer, camera, shot.size, {best_x + 0.5, best_y + 0.5}, 3), 0U);
}

TEST_F(Picking, HoldsNineteenOfTwentyBodiesInTheBoundingSphere) {
    BodyBuffer buffer;
    const Bodies4 cluster = star_cluster(5000);
    Bodies4 moved = cluster;
    for (std::size_t i = 0; i < moved.size(); i += 4) {
        moved[i] += 100;
    }
    moved[0] = 1e7F; // one that was flung out
    fill(buffer, moved);
    const auto sphere = bounding_sphere(buffer);
    ASSERT_TRUE(sphere);
    EXPECT_LT(glm::distance(sphere->centre, glm::dvec3(100, 0, 0)), 0.2);
    std::size_t inside = 0;
    for (std::size_t i = 0; i < 5000; ++i) {
        inside += glm::distance(body_position(buffer, i), sphere->centre) <= sphere->radius ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(inside), 4750, 5);
}

TEST_F(Picking, BoundsFewBodiesAllAndNoneWithNothing) {
    BodyBuffer buffer;
    EXPECT_FALSE(bounding_sphere(buffer).has_value());
    fill(buffer, {-1, 0, 0, 0, 5, 0, 0, 0, 0, 2, 0, 0});
    const auto sphere = bounding_sphere(buffer);
    ASSERT_TRUE(sphere);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_LE(glm::distance(body_position(buffer, i), sphere->centre), sphere->radius + 1e-9);
    }
    fill(buffer, {3, 3, 3, 0});
    EXPECT_GT(bounding_sphere(buffer)->radius, 0) << "a camera must find a distance";
    fill(buffer, {std::numeric_limits<float>::quiet_NaN(), 0, 0, 0});
    EXPECT_FALSE(bounding_sphere(buffer).has_value());
}

} // namespace
} // namespace orrery
