// A real window's picture as time passes: worse where drawing takes too long, better where nothing
// moves. Frames are counted, never seconds.

#include "app/state/app_state.hpp"
#include "app/state/window_requests.hpp"
#include "app/window/quality_governor.hpp"
#include "tests/ui/driven_surface.hpp"
#include "tests/ui/window_in_process.hpp"
#include "tests/ui/x_server.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace orrery {
namespace {

constexpr Extent small_window{192, 108};
constexpr int most_frames = 1000; // then something is wrong

// Tells what each frame shows.
class SeenWindow : public DrivenRealWindow {
public:
    explicit SeenWindow(std::function<void(const Image&)> see)
        : DrivenRealWindow(small_window), see_(std::move(see)) {}

    void swap_buffers() override {
        see_(read_pixels(gl_framebuffer(), framebuffer_size()));
        DrivenRealWindow::swap_buffers();
    }

private:
    std::function<void(const Image&)> see_;
};

class PictureInTime : public WindowInProcess {
protected:
    void SetUp() override {
        if (const std::string reason = missing_program({"Xvfb"}); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
        server_.emplace(small_window.width, small_window.height, folder());
        setenv("DISPLAY", server_->display().c_str(), 1);
    }

    // Bodies that stand, with nothing over them.
    static LaunchOptions standing() {
        LaunchOptions request = few_bodies();
        request.settings.algorithm = "cpu.simd";
        request.show_ui = false;
        request.remember = false;
        return request;
    }
    // As Space makes them.
    static void stand(AppState& app) {
        app.settings.running = false;
        app.view.rotation = 0;
    }

private:
    std::optional<XServer> server_;
};

TEST_F(PictureInTime, LosesQualityInItsOrderSaysSoAndGetsItBack) {
    double budget = 1e-3; // milliseconds: impossible
    std::vector<PictureQuality> seen;
    std::string said;
    int frames = 0;
    LaunchOptions request = standing();
    request.surface = [] { return std::make_unique<DrivenRealWindow>(small_window); };
    request.frame_budget = [&] { return budget; };
    request.drive = [&](AppState& app) {
        stand(app);
        app.view.rotation = 30; // each frame is another picture
        if (seen.empty() || !(seen.back() == app.picture_quality)) {
            seen.push_back(app.picture_quality);
        }
        for (const Toast& toast : app.toasts) {
            said = toast.subject == "quality" ? toast.text : said;
        }
        if (seen.size() == QualityGovernor::levels && !said.empty()) {
            budget = 1e6;
        }
        if (seen.size() == QualityGovernor::levels + 1) {
            app.view.keep_frame_rate = false;
        }
        if (seen.size() > QualityGovernor::levels + 1 || ++frames > most_frames) {
            app.requests.add(Quit{});
        }
    };
    run_window(request);
    constexpr std::array expected{0, 1, 2, 3, 4, 5, 6, 7, 8, 7, 0};
    ASSERT_EQ(seen.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_TRUE(seen[i] == QualityGovernor::quality_at(expected[i])) << i;
    }
    EXPECT_EQ(said, "Reduced quality to stay smooth: bloom off, coarse glow, 50 % resolution");
}

// The mean difference of two pictures of one size, of 255.
double difference(const Image& a, const Image& b) {
    const auto apart = [](std::uint8_t x, std::uint8_t y) { return x > y ? x - y : y - x; };
    return std::transform_reduce(a.rgb.begin(), a.rgb.end(), b.rgb.begin(), 0.0, std::plus<>(),
                                 apart) /
           static_cast<double>(a.rgb.size());
}

// The mean difference of neighbours in a row, of 255: edges of points that are drawn once are hard.
double roughness(const Image& image) {
    Image moved = image;
    std::rotate(moved.rgb.begin(), moved.rgb.begin() + 3, moved.rgb.end());
    return difference(image, moved);
}

// A picture from a move of the camera until it has been gathered.
struct Gathering {
    double move = 0;             // what the picture changed by with it
    std::vector<double> changes; // and later, from frame to frame, where it did
    double rough_at_first = 0, rough_at_last = 0;
    int quiet = 0; // frames without a change

    bool over() const {
        constexpr int is_finished = 15;
        return changes.size() >= 8 && quiet >= is_finished;
    }
    void see(const Image& before, const Image& image) {
        const double change = difference(before, image);
        rough_at_last = roughness(image);
        if (move == 0) {
            move = change;
            rough_at_first = rough_at_last;
        } else if (change > 0) {
            changes.push_back(change);
            quiet = 0;
        } else {
            ++quiet;
        }
    }
};

TEST_F(PictureInTime, IsGatheredWhileNothingMovesAndAnewOnceTheCameraHas) {
    std::optional<Image> before;
    std::vector<Gathering> gatherings;
    int frames = 0;
    LaunchOptions request = standing();
    request.surface = [&] {
        return std::make_unique<SeenWindow>([&](const Image& image) {
            if (before && before->size == image.size && !gatherings.empty()) {
                gatherings.back().see(*before, image);
            }
            before = image;
        });
    };
    request.drive = [&](AppState& app) {
        constexpr int settled = 10; // frames after the bodies have come, and the camera stands
        stand(app);
        app.view.keep_frame_rate = false;
        app.view.style.sprite = BodyStyle::Sprite::points;
        const bool stands =
            app.status.loaded && !app.status.settings.running && !app.camera.moving();
        frames += stands ? 1 : 0;
        const bool is_over = !gatherings.empty() && gatherings.back().over();
        if (is_over && gatherings.size() == 2) {
            app.requests.add(Quit{});
        } else if (is_over || (frames == settled && gatherings.empty())) {
            CameraPose pose = app.camera.pose();
            pose.distance *= 0.9;
            app.camera.jump_to(pose);
            gatherings.emplace_back();
        }
        if (frames > most_frames) {
            app.requests.add(Quit{});
        }
    };
    run_window(request);
    ASSERT_EQ(gatherings.size(), 2U);
    for (const Gathering& gathering : gatherings) {
        EXPECT_TRUE(gathering.over()) << gathering.changes.size();
        EXPECT_GT(gathering.move, 0);
        EXPECT_LT(std::ranges::max(gathering.changes), 0.2 * gathering.move) << "it never jumps";
        EXPECT_LT(gathering.rough_at_last, 0.995 * gathering.rough_at_first);
    }
}

} // namespace
} // namespace orrery
