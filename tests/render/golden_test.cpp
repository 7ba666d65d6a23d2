// Pictures that people have looked at and liked, kept beside this file. Drawn again on the same
// software rasteriser they may differ by rounding, not by looks.
//
// After a wished-for change: run with ORRERY_UPDATE_GOLDEN=1, look at the pictures, commit them.

#include "render/png_file.hpp"
#include "tests/read_png.hpp"
#include "tests/render/graphics_test.hpp"
#include "tests/render/scenery.hpp"
#include "tests/test_data.hpp"

#include <algorithm>
#include <cstdlib>

namespace orrery {
namespace {

class GoldenPicture : public GraphicsTest {
protected:
    void compare(const std::string& name, const Bodies4& bodies, const Shot& shot) const {
        if (context().renderer().find("llvmpipe") == std::string::npos) {
            GTEST_SKIP() << "drawn by Mesa's llvmpipe, not by " << context().renderer();
        }
        const std::filesystem::path file =
            source_folder() / "tests/render/golden" / (name + ".png");
        const Image image = take(bodies, shot);
        if (std::getenv("ORRERY_UPDATE_GOLDEN") != nullptr) {
            write_png(file, image);
        }
        const Image golden = read_png(file);
        ASSERT_EQ(image.size, golden.size);
        const Difference apart = difference(image, golden);
        if (apart.mean > 0.6 || apart.largest_usual > 10) {
            write_png(name + "-now.png", image);
            ADD_FAILURE() << "differs from " << file << " by " << apart.mean << " on average and "
                          << apart.largest_usual << " at most but for 0.1 %; see " << name
                          << "-now.png in the folder the test ran in";
        }
    }
};

TEST_F(GoldenPicture, OfThreeBodies) {
    compare("three_bodies", three_bodies(), {});
}

TEST_F(GoldenPicture, OfAThousandBodies) {
    compare("thousand_bodies", star_cluster(1'000), {});
}

TEST_F(GoldenPicture, OfAGalaxyOfTwentyThousand) {
    compare("galaxy", spiral_galaxy(20'000), {.distance = 9});
}

TEST_F(GoldenPicture, OfAGalaxyInPointsColouredByDensity) {
    Shot shot{.distance = 9};
    shot.style.sprite = BodyStyle::Sprite::points;
    shot.style.colour_by = ColourBy::density;
    shot.style.colour_map = "starlight";
    compare("galaxy_points", spiral_galaxy(20'000), shot);
}

TEST_F(GoldenPicture, OfDiscsColouredByComponent) {
    Bodies4 bodies = star_cluster(60);
    for (std::size_t i = 0; i < 60; ++i) {
        bodies[4 * i + 3] = static_cast<float>(i % 8);
    }
    Shot shot{.distance = 6};
    shot.style.sprite = BodyStyle::Sprite::discs;
    shot.style.colour_by = ColourBy::component;
    compare("discs", bodies, shot);
}

TEST_F(GoldenPicture, OfABlackHoleInACluster) {
    Bodies4 bodies = star_cluster(4'000);
    std::fill_n(bodies.begin(), 3, 0.0F);
    Shot shot{.distance = 5, .azimuth = -62, .elevation = 16};
    shot.style.colour_by = ColourBy::natural;
    shot.style.lights = {{.end = 1, .kind = BodyLight::Kind::black_hole, .min_radius = 12},
                         {.end = 4000, .colour = {1, 0.84F, 0.64F}, .spread = 1, .mist = 0.3F}};
    compare("black_hole", bodies, shot);
}

} // namespace
} // namespace orrery
