// Black holes in pictures: where light goes about one, and that pictures say the same.

#include "render/black_holes.hpp"
#include "render/light_paths.hpp"
#include "tests/render/graphics_test.hpp"
#include "tests/render/scenery.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace orrery {
namespace {

double bending_at(const LightPaths& paths, double impact) {
    const double row = row_of_impact(impact) * (LightPaths::impacts - 1);
    const auto below = std::min(static_cast<std::size_t>(row), paths.bending.size() - 2);
    const double share = row - static_cast<double>(below);
    return (1 - share) * double{paths.bending[below]} + share * double{paths.bending[below + 1]};
}

TEST(LightPaths, BendFarRaysAsEinsteinSaidAndNearOnesMore) {
    const LightPaths paths = light_paths();
    // Twice the Schwarzschild radius over the impact parameter, and the next terms of the series.
    for (const double impact : {10.0, 12.0, 13.9}) {
        const double u = 1 / impact;
        const double series =
            u * (2 + u * (15 * std::numbers::pi / 16 + u * (16.0 / 3 + 10.6 * u)));
        EXPECT_NEAR(bending_at(paths, impact), series, 2e-3 * series) << impact;
    }
    // Just outside of the critical one by -ln(b / b_c - 1) + ln(216 (7 - 4 sqrt 3)) - pi (Bozza
    // 2002, equation 50).
    const double just_outside = 1.002 * LightPaths::critical_impact;
    const double expected =
        -std::log(0.002) + std::log(216 * (7 - 4 * std::numbers::sqrt3)) - std::numbers::pi;
    EXPECT_NEAR(bending_at(paths, just_outside), expected, 0.03);
}

TEST(LightPaths, ComeAsCloseAsTheyShouldOrAreCaught) {
    const LightPaths paths = light_paths();
    for (int row = 0; row < LightPaths::impacts; ++row) {
        const double impact = impact_of_row(row / (LightPaths::impacts - 1.0));
        EXPECT_NEAR(row_of_impact(impact) * (LightPaths::impacts - 1), row, 1e-9);
        const auto first =
            paths.inverse_distance.begin() + std::ptrdiff_t{row} * LightPaths::angles;
        const double most = *std::max_element(first, first + LightPaths::angles);
        if (impact < LightPaths::critical_impact - 0.01) {
            EXPECT_GT(most, 1) << "behind the horizon, at " << impact;
        } else if (impact > LightPaths::critical_impact + 0.01) {
            // At its closest b^2 = r^3 / (r - 1).
            EXPECT_NEAR(1 / (most * most * (1 - most)), impact * impact, 0.01 * impact * impact);
        }
    }
}

class BlackHolePicture : public GraphicsTest {
protected:
    static constexpr float radius = 4; // Schwarzschild's, pixels

    // A hole in the origin, and others in the line of sight's directions: right, up, towards the
    // eye, which is ten away; lengths in pixels at the hole.
    static Shot shot() {
        BodyLight hole{.end = 1, .kind = BodyLight::Kind::black_hole, .min_radius = 8};
        BodyLight star{.end = 1000, .size = 1, .core = 0.02F};
        Shot shot{.size = {640, 360}, .distance = 10, .azimuth = -90, .elevation = 0};
        shot.style.colour_by = ColourBy::natural;
        shot.style.sprite = BodyStyle::Sprite::points;
        shot.style.bloom = false;
        shot.style.hole_disk = 0;
        shot.style.lights = {hole, star};
        return shot;
    }

    // In pixels at the distance of the hole.
    static float length(double pixels) {
        return static_cast<float>(pixels * 10 * 2 * std::tan(22.5 * std::numbers::pi / 180) / 360);
    }

    static int light_at(const Image& image, double right, double up) {
        int most = 0;
        for (int x = -3; x <= 3; ++x) {
            for (int y = -3; y <= 3; ++y) {
                const Pixel pixel = pixel_at(image, static_cast<int>(320 + right) + x,
                                             static_cast<int>(180 - up) + y);
                most = std::max(most, pixel.red);
            }
        }
        return most;
    }
};

TEST_F(BlackHolePicture, BendsTheLightOfAStarBehindItIntoTwoImages) {
    // Ten radii beside the hole where the eye sees it, twice as far away.
    const double aside = 10 * double{radius};
    const Bodies4 bodies{0, 0, 0, 1, 2 * length(aside), 10, 0, 1};
    const Image image = take(bodies, shot());
    // The lens equation for what is 40 radii behind: b - 40 (2 / b + 2.95 / b^2 + 5.3 / b^3) = 10.
    EXPECT_GT(light_at(image, 15.9 * double{radius}, 0), 100) << "outside of Einstein's ring";
    EXPECT_LT(light_at(image, aside, 0), 60) << "not where it is";
    int inside = 0;
    for (double impact = 3.5; impact < 8; impact += 0.25) {
        inside = std::max(inside, light_at(image, -impact * double{radius}, 0));
    }
    EXPECT_GT(inside, 60) << "on the other side";
}

TEST_F(BlackHolePicture, IsWhereItsBodyIsAmongOthers) {
    Bodies4 bodies = star_cluster(200);
    bodies.insert(bodies.end(), {length(100), 0, 0, 1}); // the last of them
    Shot others = shot();
    others.style.hole_disk = 1;
    others.style.lights = {{.end = 200, .luminosity = 0.01F}, others.style.lights[0]};
    others.style.lights[1].end = 201;
    const Image image = take(bodies, others);
    EXPECT_GT(light_at(image, 100 - 5 * double{radius}, 0), 100) << "the near side of its disk";
    EXPECT_GT(light_at(image, 100 - 5 * double{radius}, 0), light_at(image, 160, 0) + 50);
}

TEST_F(BlackHolePicture, LeavesAStarBeforeItWhereItIs) {
    const double aside = 10 * double{radius};
    const Bodies4 bodies{0, 0, 0, 1, length(aside) / 2, -5, 0, 1};
    EXPECT_GT(light_at(take(bodies, shot()), aside, 0), 100);
}

TEST_F(BlackHolePicture, IsDarkThoughAStarStandsBehindItAndShinesWithAStarBefore) {
    const Bodies4 behind{0, 0, 0, 1, 0, 10, 0, 1};
    EXPECT_LT(light_at(take(behind, shot()), 0, 0), 40);
    const Bodies4 before{0, 0, 0, 1, 0, -5, 0, 1};
    EXPECT_GT(light_at(take(before, shot()), 0, 0), 100);
}

TEST_F(BlackHolePicture, IsAsLargeAsItsRadiusFromNearby) {
    Shot near = shot();
    near.style.hole_size = 10;
    near.style.lights[0].radius = length(2); // twenty pixels, then
    near.style.lights[1].luminosity = 1;
    Bodies4 bodies{0, 0, 0, 1};
    for (int i = -200; i <= 200; ++i) { // a band of stars far behind
        bodies.insert(bodies.end(), {static_cast<float>(i), 1000, 0, 1});
        bodies.insert(bodies.end(), {static_cast<float>(i), 1000, 5, 1});
    }
    const Image image = take(bodies, near);
    EXPECT_LT(light_at(image, 40, 0), 60) << "in the shadow, 2.6 radii wide";
    const Image far = take(bodies, shot());
    EXPECT_NE(image.rgb, far.rgb);
}

TEST_F(BlackHolePicture, IsTheSameByWhateverShadersAndHoweverManyBodiesAreAround) {
    BodyRenderer of_processor(shader_source_folder(), DrawnBy::processor);
    BodyRenderer of_gpu(shader_source_folder(), DrawnBy::gpu);
    for (const std::size_t count : {300U, 5'000U}) { // one by one, and by a list
        Bodies4 bodies = star_cluster(count);
        std::fill_n(bodies.begin(), 3, 0.0F);
        Shot around = shot();
        around.distance = 5;
        around.style.hole_disk = 1;
        around.style.lights[1].end = static_cast<std::uint32_t>(count);
        const Image image = take(of_processor, bodies, around);
        const Difference apart = difference(image, take(of_gpu, bodies, around));
        EXPECT_GT(mean_luminance(image), 9) << count;
        EXPECT_LT(apart.mean, 0.05) << count;
        EXPECT_LE(apart.largest_usual, 1) << count;
    }
}

TEST_F(BlackHolePicture, LeavesTheSameStarsBeforeItOneByOneAndByAList) {
    Bodies4 bodies = star_cluster(4'096);
    std::fill_n(bodies.begin(), 3, 0.0F);
    const Bodies4 but_one(bodies.begin(), bodies.end() - 4);
    Shot around = shot();
    around.distance = 5;
    around.style.lights[1].end = 4'096;
    const Image listed = take(bodies, around);
    around.style.lights[1].end = 4'095;
    const Difference apart = difference(listed, take(but_one, around));
    EXPECT_LT(apart.mean, 1.5);
    EXPECT_LT(apart.largest_usual, 24);
}

TEST_F(BlackHolePicture, HasADiskThatIsBrighterWhereItComesNearer) {
    Shot with_disk = shot();
    with_disk.style.hole_disk = 1;
    with_disk.style.lights[0].min_radius = 16;
    const Image image = take(Bodies4{0, 0, 0, 1, 100, 100, 0, 1}, with_disk);
    const int left = light_at(image, -5 * 2 * double{radius}, 0);
    const int right = light_at(image, 5 * 2 * double{radius}, 0);
    EXPECT_GT(left, right + 20);
    EXPECT_GT(right, 40);
    Shot discs = with_disk;
    discs.style.sprite = BodyStyle::Sprite::discs;
    EXPECT_GT(light_at(take(Bodies4{0, 0, 0, 1, 100, 100, 0, 1}, discs), 0, 0), 60)
        << "a disc among discs";
}

} // namespace
} // namespace orrery
