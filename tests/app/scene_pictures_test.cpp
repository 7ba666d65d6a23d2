// Every scene in the look that it brings, as people have looked at it and liked it: its first
// picture, which on the same software rasteriser may differ by rounding, not by looks; and its
// beginning, middle and end in coarse blocks, which are alike wherever they are drawn.
//
// After a wished-for change: run with ORRERY_UPDATE_GOLDEN=1, look at the pictures, commit them.
#include "tests/app/orrery_program.hpp"

#include "render/image.hpp"
#include "render/offscreen.hpp"
#include "render/png_file.hpp"
#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "tests/read_png.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {
namespace {

class ScenePicture : public testing::TestWithParam<const char*> {};

TEST_P(ScenePicture, IsAsItWasLiked) {
    const TemporaryFolder folder;
    const std::string file = folder / "picture.png";
    std::vector<std::string> call{"render", GetParam(), "--algorithm", "cpu.simd_threads",
                                  "--size", "320x180",  "-o",          file};
    if (find_scene(GetParam()).fixed_bodies == 0) {
        call.insert(call.end(), {"--bodies", "4k"});
    }
    try {
        const OffscreenContext context;
        if (context.renderer().find("llvmpipe") == std::string::npos) {
            GTEST_SKIP() << "drawn by Mesa's llvmpipe, not by " << context.renderer();
        }
    } catch (const Error& error) {
        GTEST_SKIP() << "nothing can be drawn off-screen here: " << error.what();
    }
    const Finished run = run_orrery(call);
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const std::filesystem::path golden =
        source_folder() / "tests/app/golden_scenes" / (std::string(GetParam()) + ".png");
    if (std::getenv("ORRERY_UPDATE_GOLDEN") != nullptr) {
        std::filesystem::create_directories(golden.parent_path());
        std::filesystem::copy_file(file, golden, std::filesystem::copy_options::overwrite_existing);
    }
    const Image now = read_png(file);
    const Image liked = read_png(golden);
    ASSERT_EQ(now.size, liked.size);
    double apart = 0;
    double light = 0;
    for (std::size_t i = 0; i < now.rgb.size(); ++i) {
        apart += std::abs(now.rgb[i] - liked.rgb[i]);
        light += liked.rgb[i];
    }
    EXPECT_LT(apart, 0.03 * light) << "differs from " << golden;
}

// So many steps to the middle of a scene's story, and to its end.
struct Story {
    std::string_view scene;
    const char* steps;
    const char* step = nullptr; // in ln a, coarser than its algorithm would take
};
constexpr std::array stories{
    Story{"galaxy_collision", "220"}, Story{"disk_galaxy", "220"},
    Story{"plummer", "100"},          Story{"hernquist", "100"},
    Story{"cold_sphere", "150"},      Story{"uniform_cube", "150"},
    Story{"shells", "150"},           Story{"solar_system", "720"},
    Story{"saturn_rings", "120"},     Story{"asteroid_belt", "120"},
    Story{"figure_eight", "316"},     Story{"pythagorean", "4096"},
    Story{"kepler", "200"},           Story{"cosmic_web", "40", "0.0489"},
    Story{"galactic_centre", "120"},
};

// Means of blocks of 4 x 4 pixels.
Image in_blocks(const Image& image) {
    constexpr int side = 4;
    Image blocks{{image.size.width / side, image.size.height / side}, {}};
    for (int y = 0; y < blocks.size.height; ++y) {
        for (int x = 0; x < 3 * blocks.size.width; ++x) {
            int sum = 0;
            for (int i = 0; i < side * side; ++i) {
                const int column = (x / 3) * side + i % side;
                const int row = y * side + i / side;
                sum += image.rgb[static_cast<std::size_t>(3 * (row * image.size.width + column) +
                                                          x % 3)];
            }
            blocks.rgb.push_back(static_cast<std::uint8_t>(sum / (side * side)));
        }
    }
    return blocks;
}

// One below the other.
void append(Image& strip, const Image& picture) {
    strip.size = {picture.size.width, strip.size.height + picture.size.height};
    strip.rgb.insert(strip.rgb.end(), picture.rgb.begin(), picture.rgb.end());
}

TEST_P(ScenePicture, TellsItsStoryAsItWasLiked) {
    const auto* const story = std::ranges::find(stories, GetParam(), &Story::scene);
    ASSERT_NE(story, stories.end()) << "say how long the story of this scene is";
    try {
        const OffscreenContext context;
    } catch (const Error& error) {
        GTEST_SKIP() << "nothing can be drawn off-screen here: " << error.what();
    }
    const TemporaryFolder folder;
    // An algorithm that gives the same bits on every processor.
    std::vector<std::string> call{"render",
                                  GetParam(),
                                  "--algorithm",
                                  "cpu.aos",
                                  "--size",
                                  "320x180",
                                  "--precision",
                                  "fp64",
                                  "--frames",
                                  "3",
                                  "-o",
                                  folder / "%d.png",
                                  "--steps-per-frame",
                                  story->steps};
    if (find_scene(GetParam()).fixed_bodies == 0) {
        call.insert(call.end(), {"--bodies", "512"});
    }
    if (story->step != nullptr) {
        call.insert(call.end(), {"--adaptive", story->step});
    }
    const Finished run = run_orrery(call);
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    Image now{{0, 0}, {}};
    for (const char* name : {"0.png", "1.png", "2.png"}) {
        append(now, in_blocks(read_png(folder / name)));
    }
    const std::filesystem::path golden =
        source_folder() / "tests/app/golden_scenes/stories" / (std::string(GetParam()) + ".png");
    if (std::getenv("ORRERY_UPDATE_GOLDEN") != nullptr) {
        std::filesystem::create_directories(golden.parent_path());
        write_png(golden, now);
    }
    const Image liked = read_png(golden);
    ASSERT_EQ(now.size, liked.size);
    const std::size_t a_picture = now.rgb.size() / 3;
    for (std::size_t begin = 0; begin < now.rgb.size(); begin += a_picture) {
        double apart = 0;
        double light = 0;
        for (std::size_t i = begin; i < begin + a_picture; ++i) {
            apart += std::abs(now.rgb[i] - liked.rgb[i]);
            light += liked.rgb[i];
        }
        EXPECT_LT(apart, 0.08 * light)
            << golden << ", picture " << begin / a_picture + 1 << " of 3";
    }
}

std::vector<const char*> scene_ids() {
    std::vector<const char*> ids;
    for (const Scene& scene : scenes()) {
        ids.push_back(scene.id);
    }
    return ids;
}

INSTANTIATE_TEST_SUITE_P(Every, ScenePicture, testing::ValuesIn(scene_ids()),
                         [](const auto& scene) { return std::string(scene.param); });

} // namespace
} // namespace orrery
