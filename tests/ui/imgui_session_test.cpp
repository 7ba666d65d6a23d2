// Panels in two windows of one process.

#include "app/stage/stage_type.hpp"
#include "app/window/imgui_session.hpp"
#include "app/window/sized_picture.hpp"
#include "render/capture.hpp"
#include "render/offscreen.hpp"
#include "render/window.hpp"
#include "sim/base/error.hpp"
#include "tests/test_data.hpp"
#include "tests/ui/x_server.hpp"

#include <GL/glew.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>

namespace orrery {
namespace {

void lay_out_words(ImGuiSession& session) {
    session.begin_frame(1);
    ImGui::GetForegroundDrawList()->AddText({20, 20}, IM_COL32_WHITE, "words");
    session.end_frame();
}

// Mesa's software driver ends in the first window's next frame when a program is deleted that was
// linked in its context and drawn with in the second one's alone.
TEST(ImGuiSessions, OfASecondWindowComeAndGoAndTheFirstOneDrawsOn) {
    if (const std::string reason = missing_program({"Xvfb"}); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    const TemporaryFolder folder;
    const XServer server(640, 480, folder.path());
    setenv("DISPLAY", server.display().c_str(), 1);
    Window first({.title = "first", .size = {160, 120}});
    ImGuiSession panels(first);
    const CurrentSession of_first(panels);
    for (int time = 0; time < 4; ++time) {
        lay_out_words(panels);
        panels.draw();
        first.swap_buffers();
        const auto second = first.open_another({200, 0, 160, 120}, "second");
        ImGuiSession others(*second, {}, &panels);
        const CurrentSession of_second(others);
        lay_out_words(others);
        second->make_current();
        others.draw();
        second->swap_buffers();
        first.make_current();
    }
    lay_out_words(panels);
    panels.draw();
    first.swap_buffers();
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
}

class ImGuiSessionsOffScreen : public ::testing::Test {
protected:
    void SetUp() override {
        try {
            surface_.emplace(Extent{320, 200});
        } catch (const Error& error) {
            GTEST_SKIP() << error.what();
        }
        glBindFramebuffer(GL_FRAMEBUFFER, surface_->gl_framebuffer());
    }

    std::optional<OffscreenSurface> surface_;
};

TEST_F(ImGuiSessionsOffScreen, FillAreasAlikeWithAndWithoutTexture) {
    ImGuiSession panels(*surface_);
    const CurrentSession current(panels);
    const auto drawn = [&] {
        panels.begin_frame(1);
        fill_on_stage({20, 30}, {220, 150}, IM_COL32(200, 120, 40, 180), 12);
        ImGui::GetBackgroundDrawList()->AddText({60, 60}, IM_COL32_WHITE, "words");
        panels.end_frame();
        glClearColor(0.1F, 0.2F, 0.3F, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        panels.draw();
        return read_pixels(surface_->gl_framebuffer(), {320, 200});
    };
    drawn();
    const Image by_texel = drawn();
    panels.fill_without_texture(source_folder() / "shaders");
    const Image plain = drawn();
    int apart = 0, filled = 0;
    for (std::size_t k = 0; k < plain.rgb.size(); ++k) {
        apart = std::max(apart, std::abs(int{plain.rgb[k]} - int{by_texel.rgb[k]}));
        filled += plain.rgb[k] > 120 ? 1 : 0;
    }
    EXPECT_LE(apart, 1);
    EXPECT_GT(filled, 20'000) << "or it tests nothing";
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
}

// Larger letters make the window's textures anew.
TEST_F(ImGuiSessionsOffScreen, KeepTheirFontsWhenACanvasEnds) {
    ImGuiSession panels(*surface_);
    const CurrentSession current(panels);
    lay_out_words(panels);
    panels.draw();
    SimulationThread simulation;
    AppState app{.simulation = simulation, .settings = {}};
    std::optional<StageCanvas> canvas(std::in_place, std::filesystem::path());
    canvas->lay_out(app, true, {320, 200});
    canvas->draw_part(Extent{320, 200}, surface_->gl_framebuffer());
    const ImTextureData* const first = ImGui::GetIO().Fonts->TexData;
    for (float size = 40; size < 400; size += 40) {
        panels.begin_frame(1);
        ImGui::GetForegroundDrawList()->AddText(
            nullptr, size, {0, 0}, IM_COL32_WHITE,
            "every letter of words in a picture, QUICKLY JUMPING 0123456789");
        panels.end_frame();
        panels.draw();
    }
    EXPECT_NE(ImGui::GetIO().Fonts->TexData, first) << "or it tests nothing";
    canvas.reset();
    lay_out_words(panels);
    panels.draw();
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
}

} // namespace
} // namespace orrery
