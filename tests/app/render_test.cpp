#include "tests/app/orrery_program.hpp"

#include "render/graphics_context.hpp"
#include "render/image.hpp"
#include "render/offscreen.hpp"
#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "tests/read_png.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace orrery {
namespace {

// Why nothing can be drawn off-screen here; empty: it can.
std::string no_graphics() {
    try {
        const OffscreenContext context;
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

#define ORRERY_REQUIRE_GRAPHICS()                                                                  \
    if (!no_graphics().empty()) {                                                                  \
        GTEST_SKIP() << "nothing can be drawn off-screen here: " << no_graphics();                 \
    }

// The mean of all bytes.
double mean_brightness(const Image& image) {
    double sum = 0;
    for (const std::uint8_t byte : image.rgb) {
        sum += byte;
    }
    return sum / static_cast<double>(image.rgb.size());
}

TEST(RenderCommand, DrawsAPictureOfTheSizeAskedFor) {
    ORRERY_REQUIRE_GRAPHICS();
    const TemporaryFolder folder;
    const std::string file = folder / "picture.png";
    const Finished run = run_orrery({"render", "plummer", "--bodies", "2k", "--algorithm",
                                     "cpu.simd_threads", "--size", "320x200", "-o", file});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const Image image = read_png(file);
    EXPECT_EQ(image.size, (Extent{320, 200}));
    // A sphere of stars in the middle of a dark sky.
    const auto brightness_at = [&](int x, int y) {
        const auto pixel = static_cast<std::size_t>(y * 320 + x) * 3;
        return image.rgb[pixel] + image.rgb[pixel + 1] + image.rgb[pixel + 2];
    };
    EXPECT_GT(brightness_at(160, 100), brightness_at(3, 3) + 60);
    EXPECT_LT(mean_brightness(image), 128);
    EXPECT_NE(run.output.find("cpu.simd_threads"), std::string::npos) << run.output;
}

TEST(RenderCommand, DrawsAPictureInPartsThatIsTooLargeForOne) {
    ORRERY_REQUIRE_GRAPHICS();
    const TemporaryFolder folder;
    const std::string file = folder / "picture.png";
    const Finished run = run_orrery({"render", "kepler", "--size", "8200x24", "-o", file});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const Image image = read_png(file);
    EXPECT_EQ(image.size, (Extent{8200, 24}));
    EXPECT_GT(*std::max_element(image.rgb.begin(), image.rgb.end()), 60);
    EXPECT_NE(run.output.find("saved " + file), std::string::npos) << run.output;
}

TEST(OffScreen, DrawsAPictureOfTheWindowAgain) {
    ORRERY_REQUIRE_GRAPHICS();
    const TemporaryFolder folder;
    ASSERT_EQ(run_orrery({"kepler", "--off-screen", "--size", "160x90", "--no-ui", "--do",
                          "bodies as points", "--after", "0.3", "--screenshot", folder / "a.png"})
                  .exit_code,
              0);
    const Finished run = run_orrery({folder / "a.png", "--off-screen", "--size", "160x90",
                                     "--no-ui", "--screenshot", folder / "b.png"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const Image original = read_png(folder / "a.png");
    const Image again = read_png(folder / "b.png");
    long different = 0;
    for (std::size_t i = 0; i < original.rgb.size(); ++i) {
        different += std::abs(original.rgb[i] - again.rgb[i]) > 60 ? 1 : 0;
    }
    EXPECT_LT(different, 60) << "two points are where they were";
}

TEST(RenderCommand, NumbersTheFramesOfASequence) {
    ORRERY_REQUIRE_GRAPHICS();
    const TemporaryFolder folder;
    const Finished run = run_orrery({"render", "kepler", "--size", "64x64", "--frames", "3",
                                     "--steps-per-frame", "20", "-o", folder / "out-%05d.png"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const Image first = read_png(folder / "out-00000.png");
    const Image last = read_png(folder / "out-00002.png");
    EXPECT_TRUE(first.rgb != last.rgb) << "bodies moved";
    EXPECT_FALSE(std::filesystem::exists(folder / "out-00003.png"));
}

TEST(RenderCommand, LooksFromWhereItIsTold) {
    ORRERY_REQUIRE_GRAPHICS();
    const TemporaryFolder folder;
    for (const char* elevation : {"0", "90"}) {
        const Finished run = run_orrery({"render", "disk_galaxy", "--bodies", "2k", "--size",
                                         "96x96", "--elevation", elevation, "--distance", "0", "-o",
                                         folder / (std::string(elevation) + ".png")});
        ASSERT_EQ(run.exit_code, 0) << run.errors;
    }
    EXPECT_TRUE(read_png(folder / "0.png").rgb != read_png(folder / "90.png").rgb);
}

TEST(WindowCommand, DrawsOffScreenWhereThereIsNoDisplay) {
    ORRERY_REQUIRE_GRAPHICS();
    const TemporaryFolder folder;
    Launch launch;
    launch.folder = folder.path();
    launch.unset_environment = {"DISPLAY", "WAYLAND_DISPLAY"};
    const Finished run = run_orrery({"plummer", "--bodies", "512", "--size", "320x180"}, launch);
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.errors.find("no display"), std::string::npos) << run.errors;
    EXPECT_EQ(run.errors.find('\n'), run.errors.size() - 1) << "in one line: " << run.errors;
    EXPECT_EQ(read_png(folder / "orrery.png").size, (Extent{320, 180}));
    EXPECT_NE(run.output.find("ms/STEP"), std::string::npos) << run.output;
    EXPECT_NE(run.output.find("orrery.png"), std::string::npos) << run.output;
}

TEST(WindowCommand, ExplainsAFileItCannotReadEvenWithoutADisplay) {
    const TemporaryFolder folder;
    write_bytes(folder / "bad.tipsy", "no bodies");
    Launch launch;
    launch.unset_environment = {"DISPLAY", "WAYLAND_DISPLAY"};
    const Finished run = run_orrery({folder / "bad.tipsy"}, launch);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.errors.find("bad.tipsy"), std::string::npos) << run.errors;
}

TEST(Installation, FindsItsShadersWhereverItIsMoved) {
    const TemporaryFolder folder;
    const std::string command = "cmake --install '" ORRERY_BUILD_DIR "' --prefix '" +
                                (folder / "first") + "' > '" + (folder / "log") + "' 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0) << read_text(folder / "log");
    std::filesystem::rename(folder / "first", folder / "moved");

    Launch launch;
    launch.program = folder / "moved/bin/orrery";
    launch.unset_environment = {"ORRERY_RESOURCES"};
    const Finished version = run_orrery({"--version"}, launch);
    ASSERT_EQ(version.exit_code, 0) << version.errors;
    EXPECT_NE(version.output.find(folder / "moved/share/orrery"), std::string::npos)
        << version.output;
    EXPECT_FALSE(std::filesystem::is_empty(folder / "moved/share/orrery/shaders"));
    for (const char* file :
         {"man/man1/orrery.1", "bash-completion/completions/orrery", "zsh/site-functions/_orrery",
          "fish/vendor_completions.d/orrery.fish"}) {
        EXPECT_TRUE(std::filesystem::exists(folder / (std::string("moved/share/") + file))) << file;
    }
    if (std::filesystem::exists("/usr/share/doc/fonts-inter/copyright")) {
        EXPECT_TRUE(std::filesystem::exists(folder / "moved/share/doc/orrery/LICENSE.fonts-inter"));
    }
    ORRERY_REQUIRE_GRAPHICS();
    const Finished run =
        run_orrery({"render", "kepler", "--size", "32x32", "-o", folder / "out.png"}, launch);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
}

TEST(Installation, SaysWhenTheFolderItIsGivenHoldsNoShaders) {
    const TemporaryFolder folder;
    Launch launch;
    launch.set_environment = {{"ORRERY_RESOURCES", folder.path().string()}};
    const Finished run = run_orrery({"--version"}, launch);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.errors.find("ORRERY_RESOURCES"), std::string::npos) << run.errors;
}

// The lens opens 45 degrees from bottom to top, and more to the sides.
TEST(RingsOfSaturn, AreWholeFromEveryElevation) {
    const System system = make_scene(find_scene("saturn_rings"), 20'000, 1);
    const Component& rings = system.catalogue.components.back();
    double outermost = 0;
    for (std::size_t i = rings.first; i < rings.first + rings.count; ++i) {
        outermost = std::max(outermost,
                             std::hypot(system.bodies.position.x[i], system.bodies.position.y[i]));
    }
    constexpr double half_angle = 22.5 * std::numbers::pi / 180;
    EXPECT_GT(system.viewpoint.distance * std::sin(half_angle), outermost);
}

TEST(BenchDrawCommand, TimesPicturesAndTheirPasses) {
    ORRERY_REQUIRE_GRAPHICS();
    const TemporaryFolder folder;
    const Finished run =
        run_orrery({"bench", "draw", "--bodies", "5000", "--size", "160x90", "--repeat", "3",
                    "--sprites", "glow,points", "--json", folder / "draw.json"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.output.find("PASS"), std::string::npos) << run.output;
    const auto document = nlohmann::json::parse(read_text(folder / "draw.json"));
    EXPECT_EQ(document.at("width"), 160);
    ASSERT_EQ(document.at("results").size(), 2);
    for (const auto& row : document.at("results")) {
        EXPECT_EQ(row.at("bodies"), 5000);
        EXPECT_GT(row.at("milliseconds").get<double>(), 0) << row;
        EXPECT_GT(row.at("passes").at("glare").get<double>(), 0) << row;
    }
    EXPECT_TRUE(document.at("results").at(0).at("passes").contains("mist"));
    EXPECT_FALSE(document.at("results").at(1).at("passes").contains("mist"));
    EXPECT_EQ(run_orrery({"bench", "draw", "--sprites", "snow"}).exit_code, 2);
}

} // namespace
} // namespace orrery
