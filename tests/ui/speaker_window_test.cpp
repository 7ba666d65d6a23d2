// The two windows of a talk, real ones, driven by real keys and mouse.

#include "render/image.hpp"
#include "tests/read_png.hpp"
#include "tests/ui/driven_window.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace orrery {
namespace {

using Json = nlohmann::json;

class TwoWindows : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string reason = DrivenWindow::missing(); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
    }

    // Side by side, there being room for both.
    static DrivenWindow::Start both(std::vector<std::string> more) {
        more.insert(more.end(), {"--size", "640x360", "--speaker", "--speaker-size", "1000x640"});
        return {.arguments = more, .screen_width = 1720, .screen_height = 720};
    }

    static bool opened(DrivenWindow& window) {
        return window.becomes([](const Json& state) {
            return state.at("speaker").at("open") == true &&
                   state.at("speaker").contains("preview") && state.at("drawn").at("bodies") > 0;
        });
    }

    // So far into the preview, from its upper left corner to its lower right one.
    static std::pair<int, int> in_preview(DrivenWindow& window, double x, double y) {
        const Json speaker = window.state().at("speaker");
        const auto part = [&](const char* corner, const char* length, double share) {
            return speaker.at("place").at(corner).get<int>() +
                   speaker.at("preview").at(corner).get<int>() +
                   static_cast<int>(share * speaker.at("preview").at(length).get<double>());
        };
        return {part("left", "width", x), part("top", "height", y)};
    }

    static void enter_preview(DrivenWindow& window, double x = 0.5, double y = 0.5) {
        const auto [left, top] = in_preview(window, x, y);
        window.move_mouse(left, top);
    }

    static void enter_audience(DrivenWindow& window) {
        const Json place = window.state().at("window");
        window.move_mouse(place.at("left").get<int>() + 320, place.at("top").get<int>() + 180);
    }

    static int brightness(const Image& image, int x, int y) {
        const auto at = 3 * static_cast<std::size_t>(y * image.size.width + x);
        return std::max({image.rgb[at], image.rgb[at + 1], image.rgb[at + 2]});
    }

    static int brightest(const Image& image, const Json& part) {
        int most = 0;
        for (int y = 0; y < part.at("height").get<int>(); ++y) {
            for (int x = 0; x < part.at("width").get<int>(); ++x) {
                most = std::max(most, brightness(image, part.at("left").get<int>() + x,
                                                 part.at("top").get<int>() + y));
            }
        }
        return most;
    }
};

// The texture as OpenGL looks it up between its pixels, at the place of the preview's pixel.
double looked_up(const Image& image, double x, double y, std::size_t channel) {
    const double left = std::clamp(x - 0.5, 0.0, image.size.width - 1.0);
    const double top = std::clamp(y - 0.5, 0.0, image.size.height - 1.0);
    const auto pixel = [&](double row, double column) {
        const auto at = [](double value, int count) {
            return static_cast<std::size_t>(std::min(value, count - 1.0));
        };
        const std::size_t index =
            at(row, image.size.height) * static_cast<std::size_t>(image.size.width) +
            at(column, image.size.width);
        return static_cast<double>(image.rgb[3 * index + channel]);
    };
    const double x0 = std::floor(left), y0 = std::floor(top);
    const double u = left - x0, v = top - y0;
    return (1 - v) * ((1 - u) * pixel(y0, x0) + u * pixel(y0, x0 + 1)) +
           v * ((1 - u) * pixel(y0 + 1, x0) + u * pixel(y0 + 1, x0 + 1));
}

TEST_F(TwoWindows, TakeKeysAlikeAndTheMouseInThePreviewMovesTheAudiencesCamera) {
    DrivenWindow window(both({"plummer", "--bodies", "512", "--algorithm", "cpu.simd"}));
    ASSERT_TRUE(opened(window)) << window.log();
    const Json began = window.state();
    EXPECT_EQ(began.at("view").at("layer"), "stage");
    EXPECT_EQ(began.at("speaker").at("place").at("left"), 640);
    EXPECT_EQ(began.at("window").at("width"), 640);

    enter_preview(window);
    window.key("space");
    EXPECT_TRUE(window.becomes("/settings/running", false));
    window.key("Tab");
    EXPECT_TRUE(window.becomes("/view/layer", "nothing"));
    enter_audience(window);
    window.key("Tab");
    EXPECT_TRUE(window.becomes("/view/layer", "stage"));
    window.key("b");
    EXPECT_TRUE(window.becomes("/view/curtain", "black"));
    enter_preview(window);
    window.key("b");
    EXPECT_TRUE(window.becomes("/view/curtain", "open"));

    const Json before = window.fresh_state().at("camera");
    const auto [from_x, from_y] = in_preview(window, 0.4, 0.5);
    const auto [to_x, to_y] = in_preview(window, 0.6, 0.6);
    window.drag(1, from_x, from_y, to_x, to_y);
    EXPECT_TRUE(window.becomes([&](const Json& state) {
        return state.at("camera").at("orientation") != before.at("orientation");
    }));
    window.click(4, 2);
    EXPECT_TRUE(window.becomes([&](const Json& state) {
        return state.at("camera").at("distance") < before.at("distance");
    }));

    window.key("F8");
    EXPECT_TRUE(window.becomes("/speaker/open", false));
    EXPECT_TRUE(window.becomes("/view/layer", "panels"));
    enter_audience(window);
    window.key("ctrl+q");
    EXPECT_EQ(window.wait_for_exit(), 0) << window.log();
    EXPECT_EQ(window.state().at("window").at("gl_errors"), 0);
}

TEST_F(TwoWindows, ShowTheAudienceThePointerThatIsOverThePreviewAndBlackToItAlone) {
    DrivenWindow window(both({"plummer", "--bodies", "64", "--paused", "--do", "layer nothing"}));
    ASSERT_TRUE(opened(window)) << window.log();
    enter_preview(window, 0.75, 0.25);
    window.key("i");
    ASSERT_TRUE(window.becomes("/view/pointer", true));
    window.fresh_state();
    const auto picture = [&window](const std::string& before) {
        window.key("F12");
        window.becomes([&](const Json& state) { return state.at("last_picture") != before; });
        return read_png(window.folder() / window.state().at("last_picture").get<std::string>());
    };
    const Image pointed = picture("");
    ASSERT_EQ(pointed.size, (Extent{640, 360}));
    EXPECT_GT(brightness(pointed, 480, 90), 200);
    window.key("b");
    ASSERT_TRUE(window.becomes("/view/curtain", "black"));
    window.fresh_state();
    const Image black = picture(window.state().at("last_picture"));
    EXPECT_EQ(*std::max_element(black.rgb.begin(), black.rgb.end()), 0);
    window.key("ctrl+q");
    EXPECT_EQ(window.wait_for_exit(), 0) << window.log();
}

TEST_F(TwoWindows, HaveATimeBarInThePreviewThatDragsTheAudiencesTime) {
    DrivenWindow window(both({"plummer", "--bodies", "256", "--algorithm", "cpu.tree", "--paused",
                              "--do", "pace unlimited"}));
    ASSERT_TRUE(opened(window)) << window.log();
    enter_preview(window);
    window.key("space");
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("simulation").at("steps") > 40; }));
    window.key("space");
    ASSERT_TRUE(window.becomes("/settings/running", false));
    enter_preview(window, 0.5, 0.95);
    ASSERT_TRUE(window.becomes(
        [](const Json& s) { return s.at("timeline").at("preview_bar").at("right") > 0; }));
    const Json bar = window.fresh_state().at("timeline").at("preview_bar");
    const Json place = window.state().at("speaker").at("place");
    const int left = place.at("left").get<int>() + static_cast<int>(bar.at("left").get<double>());
    const int right = place.at("left").get<int>() + static_cast<int>(bar.at("right").get<double>());
    const int y = place.at("top").get<int>() + static_cast<int>(bar.at("middle").get<double>());
    const Json camera = window.state().at("camera");
    window.drag(1, right - 4, y, (left + right) / 2, y);
    EXPECT_TRUE(window.becomes("/timeline/in_past", true)) << window.state().at("timeline");
    EXPECT_EQ(window.state().at("camera"), camera);
    window.key("ctrl+q");
    EXPECT_EQ(window.wait_for_exit(), 0) << window.log();
}

TEST_F(TwoWindows, FreezeAllThatTheAudienceSees) {
    DrivenWindow window(both({"plummer", "--bodies", "512", "--algorithm", "cpu.simd", "--do",
                              "colour speed", "--do", "plot beside the picture on"}));
    ASSERT_TRUE(opened(window)) << window.log();
    enter_preview(window);
    window.key("t"); // with a time bar
    const auto picture = [&window] {
        const Json before = window.state().at("last_picture");
        window.key("F12");
        EXPECT_TRUE(
            window.becomes([&](const Json& state) { return state.at("last_picture") != before; }));
        return read_png(window.folder() / window.state().at("last_picture").get<std::string>());
    };
    window.key("shift+b");
    ASSERT_TRUE(window.becomes("/view/frozen", true));
    window.fresh_state();
    const Image frozen = picture();
    ASSERT_EQ(frozen.size, (Extent{640, 360}));

    window.key("a"); // another algorithm, another scene in other colours, and all that is shown
    ASSERT_TRUE(window.becomes(
        [](const Json& s) { return s.at("settings").at("algorithm") != "cpu.simd"; }));
    for (const char* key : {"t", "u", "c", "shift+g", "period"}) {
        window.key(key);
    }
    window.key("F5"); // a tour, and its next step
    ASSERT_TRUE(window.becomes("/tour/given", true));
    window.key("Next");
    ASSERT_TRUE(window.becomes("/tour/step", 2));
    ASSERT_TRUE(window.becomes("/simulation/loaded", true));
    window.fresh_state();
    EXPECT_EQ(picture().rgb, frozen.rgb) << "something of what goes on has been seen";
    window.key("x"); // a race takes the whole picture
    ASSERT_TRUE(window.becomes("/race/under_way", true)) << window.state().at("toasts");
    window.fresh_state();
    EXPECT_EQ(picture().rgb, frozen.rgb) << "something of the race has been seen";

    window.key("shift+b");
    ASSERT_TRUE(window.becomes("/view/frozen", false));
    window.fresh_state();
    EXPECT_NE(picture().rgb, frozen.rgb);
    window.key("ctrl+q");
    EXPECT_EQ(window.wait_for_exit(), 0) << window.log();
    EXPECT_EQ(window.state().at("window").at("gl_errors"), 0);
}

struct Pictures {
    Image audience, speaker;
    Json preview;
};

// Pictures of one moment, bodies at rest; each in its window.
Pictures pictures_with(DrivenWindow::Start start, const std::vector<std::string>& more) {
    start.arguments.insert(start.arguments.end(),
                           {"plummer", "--bodies", "512", "--paused", "--after", "0.2",
                            "--screenshot", "audience.png", "--speaker-screenshot", "speaker.png"});
    start.arguments.insert(start.arguments.end(), more.begin(), more.end());
    DrivenWindow window(start);
    EXPECT_EQ(window.wait_for_exit(), 0) << window.log();
    return {read_png(window.folder() / "audience.png"), read_png(window.folder() / "speaker.png"),
            window.state().at("speaker").at("preview")};
}

TEST_F(TwoWindows, ShowTheSamePicture) {
    const Pictures seen = pictures_with(both({}), {});
    ASSERT_EQ(seen.audience.size, (Extent{640, 360}));
    ASSERT_EQ(seen.speaker.size, (Extent{1000, 640}));
    EXPECT_GT(brightest(seen.speaker, seen.preview), 100);
    const int width = seen.preview.at("width"), height = seen.preview.at("height");
    const int left = seen.preview.at("left"), top = seen.preview.at("top");
    EXPECT_NEAR(static_cast<double>(width) / height, 640.0 / 360, 0.01);
    std::size_t other = 0;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const auto at = 3 * static_cast<std::size_t>((y + top) * 1000 + x + left);
            for (std::size_t channel = 0; channel < 3; ++channel) {
                const double wanted = looked_up(seen.audience, (x + 0.5) * 640 / width,
                                                (y + 0.5) * 360 / height, channel);
                other += std::abs(wanted - seen.speaker.rgb[at + channel]) > 3 ? 1 : 0;
            }
        }
    }
    EXPECT_LT(static_cast<double>(other), 0.001 * 3 * width * height);
}

TEST_F(TwoWindows, ShowTheSpeakerWhatIsBehindBlack) {
    const Pictures seen = pictures_with(both({}), {"--do", "black on"});
    EXPECT_EQ(*std::max_element(seen.audience.rgb.begin(), seen.audience.rgb.end()), 0);
    EXPECT_GT(brightest(seen.speaker, seen.preview), 100);
}

} // namespace
} // namespace orrery
