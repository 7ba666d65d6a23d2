#include "render/capture.hpp"
#include "render/gl_messages.hpp"
#include "render/image.hpp"
#include "render/offscreen.hpp"
#include "render/window.hpp"
#include "sim/base/error.hpp"
#include "tests/render/scenery.hpp"
#include "tests/ui/x_server.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace orrery {
namespace {

TEST(WindowContext, OpensResizesAndDrawsWhereThereIsADisplay) {
    static const TemporaryFolder folder;
    static const XServer server(640, 480, folder.path()); // until GLFW has left it
    setenv("DISPLAY", server.display().c_str(), 1);
    unsetenv("WAYLAND_DISPLAY");
    ASSERT_TRUE(connect_display());
    const int errors = gl_error_count();
    Window window({.title = "Orrery test", .size = {320, 180}, .debug = true});
    EXPECT_EQ(window.size(), (Extent{320, 180}));
    EXPECT_GT(window.monitor().content_scale, 0);
    EXPECT_FALSE(window.fullscreen());
    EXPECT_FALSE(window.should_close());

    for (const DrawnBy shaders_for : {DrawnBy::processor, DrawnBy::gpu}) {
        BodyRenderer renderer(shader_source_folder(), shaders_for);
        BodyBuffer buffer;
        fill(buffer, star_cluster(5'000));
        const Extent size = window.framebuffer_size();
        renderer.draw(buffer, camera_of({}), {}, size, 0);
        const Image image = read_pixels(0, size);
        EXPECT_GT(mean_luminance(image), 12);
        window.swap_buffers();
    }
    window.wait_events(0);
    window.close();
    EXPECT_TRUE(window.should_close());
    EXPECT_EQ(gl_error_count(), errors);
}

TEST(WindowContext, SaysSoWhereThereIsNoDisplay) {
    if (connect_display()) {
        GTEST_SKIP() << "there is a display";
    }
    try {
        const Window window({});
        FAIL() << "opened a window nowhere";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::failed);
        EXPECT_FALSE(error.hint().empty());
    }
}

TEST(OffscreenContexts, CanFollowOneAnother) {
    try {
        for (int i = 0; i < 3; ++i) {
            const OffscreenContext context;
            EXPECT_FALSE(context.renderer().empty());
            EXPECT_NE(context.version().find("4."), std::string::npos) << context.version();
            EXPECT_GT(mean_luminance(take(three_bodies(), {.size = {64, 36}})), 5);
        }
    } catch (const Error& error) {
        GTEST_SKIP() << error.what();
    }
}

TEST(OffscreenSurfaces, HoldWhatIsDrawnIntoThem) {
    try {
        OffscreenSurface surface({64, 36});
        EXPECT_EQ(surface.framebuffer_size(), (Extent{64, 36}));
        EXPECT_EQ(surface.monitor().pixels, (Extent{64, 36}));
        EXPECT_EQ(surface.input(), nullptr);
        EXPECT_FALSE(surface.shown());
        BodyRenderer renderer(shader_source_folder());
        BodyBuffer buffer;
        fill(buffer, star_cluster(5'000));
        renderer.draw(buffer, camera_of({}), {}, surface.size(), surface.gl_framebuffer());
        surface.swap_buffers();
        EXPECT_GT(mean_luminance(read_pixels(surface.gl_framebuffer(), surface.size())), 12);
    } catch (const Error& error) {
        GTEST_SKIP() << error.what();
    }
}

} // namespace
} // namespace orrery
