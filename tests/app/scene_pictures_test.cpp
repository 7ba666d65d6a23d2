// The first picture of every scene in the look that it brings, as people have looked at it and
// liked it. On the same software rasteriser it may differ by rounding, not by looks.
//
// After a wished-for change: run with ORRERY_UPDATE_GOLDEN=1, look at the pictures, commit them.
#include "tests/app/orrery_program.hpp"

#include "render/image.hpp"
#include "render/offscreen_context.hpp"
#include "render/png_file.hpp"
#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
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
