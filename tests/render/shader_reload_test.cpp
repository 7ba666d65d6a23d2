#include "tests/render/graphics_test.hpp"
#include "tests/render/scenery.hpp"

#include <chrono>
#include <fstream>
#include <random>
#include <string>
#include <thread>

namespace orrery {
namespace {

namespace fs = std::filesystem;

// A copy of the shaders that a test may spoil: those for the processor, whatever draws here.
class ShaderReload : public GraphicsTest {
protected:
    void SetUp() override {
        fs::copy(shader_source_folder(), folder_, fs::copy_options::recursive);
        GraphicsTest::SetUp();
    }
    void TearDown() override {
        GraphicsTest::TearDown();
        fs::remove_all(folder_);
    }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
        // A coarse clock must not hide that it changed.
        fs::last_write_time(folder_ / name,
                            fs::last_write_time(folder_ / name) + std::chrono::seconds(++writes_));
    }
    std::string read(const std::string& name) const {
        std::ifstream file(folder_ / name);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    // Long enough for the renderer to look again.
    static std::optional<std::string> reload(BodyRenderer& renderer) {
        std::this_thread::sleep_for(std::chrono::milliseconds(260));
        return renderer.reload_changed_shaders();
    }

    const fs::path folder_ =
        fs::temp_directory_path() / ("orrery-shaders-" + std::to_string(std::random_device{}()));
    mutable int writes_ = 0;
};

TEST_F(ShaderReload, TakesAChangedShaderIntoUse) {
    BodyRenderer renderer(folder_, DrawnBy::processor);
    const Image before = take(renderer, three_bodies(), {});
    EXPECT_EQ(reload(renderer), std::nullopt);
    write("screen.frag", "#version 450 core\nout vec4 screen;\n"
                         "void main() { screen = vec4(1.0, 0.0, 0.0, 1.0); }\n");
    EXPECT_EQ(reload(renderer), std::nullopt);
    const Pixel pixel = pixel_at(take(renderer, three_bodies(), {}), 10, 10);
    EXPECT_EQ(pixel.red, 255);
    EXPECT_EQ(pixel.green, 0);
}

TEST_F(ShaderReload, KeepsTheLastGoodOneAndTellsTheCompilersWords) {
    BodyRenderer renderer(folder_, DrawnBy::processor);
    const Image before = take(renderer, three_bodies(), {});
    const std::string good = read("screen.frag");
    write("screen.frag", good + "\nthis is no shader\n");
    const std::optional<std::string> words = reload(renderer);
    ASSERT_TRUE(words);
    EXPECT_NE(words->find("screen.frag"), std::string::npos) << *words;
    EXPECT_NE(words->find("error"), std::string::npos) << *words;
    EXPECT_EQ(take(renderer, three_bodies(), {}).rgb, before.rgb);
    EXPECT_EQ(reload(renderer), std::nullopt) << "said once";

    write("screen.frag", good);
    EXPECT_EQ(reload(renderer), std::nullopt);
    EXPECT_EQ(take(renderer, three_bodies(), {}).rgb, before.rgb);
}

TEST_F(ShaderReload, NoticesAChangeInAnIncludedFile) {
    BodyRenderer renderer(folder_);
    const std::string good = read("profile.glsl");
    write("profile.glsl", good + "\nfloat twice(float x) { return 2.0 * y; }\n");
    const std::optional<std::string> words = reload(renderer);
    ASSERT_TRUE(words);
    EXPECT_NE(words->find("profile.glsl"), std::string::npos) << *words;
    write("profile.glsl", good);
    EXPECT_EQ(reload(renderer), std::nullopt);
}

TEST_F(ShaderReload, LooksAtTheFilesAFewTimesASecondOnly) {
    BodyRenderer renderer(folder_, DrawnBy::processor);
    EXPECT_EQ(reload(renderer), std::nullopt);
    write("screen.frag", "no shader");
    EXPECT_EQ(renderer.reload_changed_shaders(), std::nullopt) << "too early to look";
    EXPECT_TRUE(reload(renderer).has_value());
}

TEST_F(ShaderReload, NamesTheFileThatIsMissing) {
    fs::remove(folder_ / "glow.frag");
    try {
        const BodyRenderer renderer(folder_);
        FAIL() << "worked without its shaders";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("glow.frag"), std::string::npos) << error.what();
    }
}

} // namespace
} // namespace orrery
