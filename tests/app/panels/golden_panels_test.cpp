// Pictures of the panels that people have looked at and liked, kept beside this file: the real
// panels with fixed numbers, drawn off-screen through the renderer that the window uses.
//
// Pictures are compared by blocks of eight pixels, about half a letter's height: their mean colours
// hardly change with another rasteriser, and do when text moves or is missing. So pictures at twice
// the size are kept at half of it, the size of the others.
//
// After a wished-for change: run with ORRERY_UPDATE_GOLDEN=1, look at the pictures, commit them.

#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/panels/timings.hpp"
#include "app/stage/qr_code.hpp"
#include "app/stage/stage_layers.hpp"
#include "app/state/measurement_status.hpp"
#include "app/state/plot_status.hpp"
#include "app/state/tour_status.hpp"
#include "app/window/panel_area.hpp"
#include "render/capture.hpp"
#include "render/image.hpp"
#include "render/png_file.hpp"
#include "tests/app/panels/made_up_algorithms.hpp"
#include "tests/app/panels/panels_testing.hpp"
#include "tests/app/panels/still_state.hpp"
#include "tests/read_png.hpp"
#include "tests/render/graphics_test.hpp"
#include "tests/test_data.hpp"

#include <GL/glew.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace orrery {
namespace {

constexpr int block_side = 8; // pixels

// The mean of every channel of every block; what is left at the right and the bottom is left out.
std::vector<double> block_means(const Image& image, int side = block_side) {
    const auto size = static_cast<std::size_t>(side);
    const auto width = static_cast<std::size_t>(image.size.width);
    const std::size_t across = width / size;
    const std::size_t down = static_cast<std::size_t>(image.size.height) / size;
    std::vector<double> means(3 * across * down);
    for (std::size_t y = 0; y < down * size; ++y) {
        for (std::size_t x = 0; x < 3 * across * size; ++x) {
            const std::size_t block = y / size * across + x / 3 / size;
            means[3 * block + x % 3] += image.rgb[y * 3 * width + x] / double(size * size);
        }
    }
    return means;
}

Image shrunk(const Image& image, int factor) {
    Image small{{image.size.width / factor, image.size.height / factor}, {}};
    for (const double mean : block_means(image, factor)) {
        small.rgb.push_back(static_cast<std::uint8_t>(std::lround(mean)));
    }
    return small;
}

// How many blocks of two pictures of one size are not alike.
int blocks_apart(const Image& a, const Image& b) {
    // The largest difference, of 255. Letters 7 % fainter, without subpixel places or a fifth of a
    // pixel further stay within it; a lost word of small grey letters does not.
    constexpr double alike = 13;
    const std::vector<double> in_a = block_means(a);
    const std::vector<double> in_b = block_means(b);
    int apart = 0;
    for (std::size_t block = 0; block < in_a.size(); block += 3) {
        double largest = 0;
        for (std::size_t i = block; i < block + 3; ++i) {
            largest = std::max(largest, std::abs(in_a[i] - in_b[i]));
        }
        apart += largest > alike ? 1 : 0;
    }
    return apart;
}

class GoldenPanels : public GraphicsTest {
protected:
    void SetUp() override {
        GraphicsTest::SetUp();
        if (IsSkipped()) {
            return;
        }
        if (context().renderer().find("llvmpipe") == std::string::npos) {
            GTEST_SKIP() << "drawn by Mesa's llvmpipe, not by " << context().renderer();
        }
        if (const std::optional<std::string> words = missing_fonts()) {
            GTEST_SKIP() << *words;
        }
    }

    // `front`: the panels whose tabs are chosen.
    void compare(const std::string& name, int scale, std::initializer_list<const char*> front) {
        const std::filesystem::path file =
            source_folder() / "tests/app/panels/golden" / (name + ".png");
        const Image image = take(scale, front);
        if (std::getenv("ORRERY_UPDATE_GOLDEN") != nullptr) {
            write_png(file, image);
        }
        const Image golden = read_png(file);
        ASSERT_EQ(image.size, golden.size);
        const int apart = blocks_apart(image, golden);
        if (apart > 3) {
            write_png(name + "-now.png", image);
            ADD_FAILURE() << apart << " blocks are not as in " << file << "; see " << name
                          << "-now.png in the folder the test ran in. If that is how it should "
                             "look: ORRERY_UPDATE_GOLDEN=1 orrery_golden_panels_test, and commit "
                             "what git diff shows";
        }
    }

    StillState state_;

private:
    Image take(int scale, std::initializer_list<const char*> front) {
        const Extent size{1280 * scale, 720 * scale};
        ScreenlessImGui imgui(size, static_cast<float>(scale));
        // A scroll bar is as long as the list of algorithms is short.
        ImGui::GetStyle().ScrollbarSize = 0;
        const auto show = [&](int frames) {
            for (int i = 0; i < frames; ++i) {
                imgui.frame([&] {
                    draw_panels(state_.app, static_cast<float>(scale));
                    draw_stage(state_.app);
                    draw_messages(state_.app);
                });
            }
        };
        show(4);
        for (const char* panel : front) {
            ImGui::SetWindowFocus(panel);
            show(2);
        }
        ImGui::SetWindowFocus(nullptr);
        show(40); // until nothing moves
        const Image image = paint(size);
        return shrunk(image, scale);
    }

    static Image paint(Extent size) {
        const Framebuffer framebuffer(size);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.gl_framebuffer());
        glViewport(0, 0, size.width, size.height);
        glClearColor(0.027F, 0.031F, 0.047F, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        EXPECT_TRUE(ImGui_ImplOpenGL3_Init("#version 450 core"));
        ImGui_ImplOpenGL3_NewFrame(); // compiles its shaders
        for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
            texture->SetStatus(ImTextureStatus_WantCreate);
        }
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
        ImGui_ImplOpenGL3_Shutdown();
        return read_pixels(framebuffer.gl_framebuffer(), size);
    }
};

TEST_F(GoldenPanels, OfTheAlgorithmsAndHowFarToTrustThem) {
    compare("algorithms_trust", 1, {"Algorithms", "Trust"});
}

TEST_F(GoldenPanels, OfTheAlgorithmsAndHowFarToTrustThemAtTwiceTheSize) {
    compare("algorithms_trust_2x", 2, {"Algorithms", "Trust"});
}

TEST_F(GoldenPanels, OfTheSimulationAndTheView) {
    compare("simulation_view", 1, {"Simulation", "View"});
}

TEST_F(GoldenPanels, OfTheSimulationAndTheViewAtTwiceTheSize) {
    compare("simulation_view_2x", 2, {"Simulation", "View"});
}

TEST_F(GoldenPanels, OfComponentsAnErrorAndAMessage) {
    state_.app.view.style.colour_by = ColourBy::component;
    state_.app.view.scalar = BodyScalar::component;
    state_.app.status.error = failure("a position is not a finite number", "cpu.simd_threads",
                                      "take a smaller time step");
    state_.app.say("Saved orrery-0001.png");
    state_.app.now += 1; // it has come in
    compare("components_error", 1, {"Simulation", "View"});
}

TEST_F(GoldenPanels, OfFourProcesses) {
    SimulationStatus& status = state_.app.status;
    status.simulated = 64'000'000;
    status.steps = 100;
    for (std::uint64_t k = 0; k < 4; ++k) {
        status.ranks.push_back(
            {.bodies = 16'000'000 + 91'234 * k,
             .work = 1e9 + 3e7 * static_cast<double>(k * k),
             .moved = 1'204 * k,
             .traffic = {31'000'000'000, 900, 200, 1'400 - 300.0 * static_cast<double>(k)},
             .memory_bytes = 1'400'000'000});
    }
    state_.app.view.style.colour_by = ColourBy::component;
    state_.app.view.scalar = BodyScalar::domain;
    compare("processes", 1, {"Timings", "Simulation", "View"});
}

// Ellipses of bodies that a planet has cleared two gaps into.
PlotReading ellipses(const PlotView& view) {
    PlotReading reading{.view = view, .about = "Sun"};
    reading.histogram = {.axis = {2, 3.5}};
    reading.chosen = reading.histogram;
    for (int bin = 0; bin < 90; ++bin) {
        const double place = 2 + 1.5 * bin / 90;
        const double gap = std::min(std::abs(place - 2.5), std::abs(place - 3.28)) / 0.05;
        const auto bodies = static_cast<std::uint32_t>(90 + (bin * 37) % 17);
        reading.histogram.bodies.push_back(gap < 1 ? bodies / 5 : bodies);
        reading.chosen.bodies.push_back(place > 2.6 && place < 2.8 ? bodies : 0);
    }
    reading.marks = {{2.06, "4:1"}, {2.5, "3:1"}, {2.82, "5:2"}, {2.96, "7:3"}, {3.28, "2:1"}};
    reading.chosen_bodies = std::make_shared<const std::vector<std::uint8_t>>(8192);
    reading.of_chosen = {1092, 0.133};
    return reading;
}

TEST_F(GoldenPanels, OfThePlotOfAScene) {
    PlotView& plot = state_.app.view.plot;
    plot = {.kind = PlotKind::histogram,
            .quantity = BodyQuantity::semi_major_axis,
            .component = "first disk",
            .brush = PlotBrush{.quantity = BodyQuantity::semi_major_axis, .range = {2.6, 2.8}}};
    state_.app.get<PlotStatus>().reading = std::make_shared<const PlotReading>(ellipses(plot));
    compare("scene", 1, {"Scene", "Simulation", "View"});
    plot.large = true;
    state_.app.view.layer = Layer::stage;
    compare("scene_on_stage", 1, {});
}

// Waves that are stronger than linear theory has them where they are short.
PlotReading waves(const PlotView& view) {
    PlotReading reading{.view = view, .how = "two meshes of 64 × 64 × 64 cells"};
    reading.mpc_over_h = 1;
    PlotLine measured{.name = "measured"}, on_mesh{.name = "before the correction"};
    PlotLine theory{.name = "linear theory", .theory = true, .of = "z 0.48"};
    for (double k = 0.06; k < 2; k *= 1.15) {
        const double linear = 6000 * std::pow(k / 0.06, -1.9);
        const double stronger = 1 + 3 * k * k;
        theory.x.push_back(k);
        theory.y.push_back(linear);
        measured.x.push_back(k);
        measured.y.push_back(linear * stronger);
        measured.error.push_back(linear * stronger * 0.04 / k);
        on_mesh.x.push_back(k);
        on_mesh.y.push_back(linear * stronger * std::exp(-0.8 * k * k));
    }
    reading.lines = {measured,
                     on_mesh,
                     theory,
                     {.name = "shot noise", .theory = true, .x = {0.06, 2}, .y = {31, 31}}};
    reading.marks = {{1, "bodies"}, {1, "force mesh"}, {2, "Nyquist"}};
    return reading;
}

TEST_F(GoldenPanels, OfThePowerSpectrumOnTheStage) {
    PlotView& plot = state_.app.view.plot;
    plot = {.kind = PlotKind::power, .large = true};
    state_.app.get<PlotStatus>().reading = std::make_shared<const PlotReading>(waves(plot));
    state_.app.units.length = "Mpc";
    state_.app.view.layer = Layer::stage;
    compare("power_on_stage", 1, {});
}

// On a machine with GPUs that are made up.
TEST_F(GoldenPanels, OfTheLessons) {
    state_.app.peaks.reset();
    state_.app.get<LessonRates>() = measured_lessons();
    compare("lessons", 1, {"Simulation", "Machine"});
}

TEST_F(GoldenPanels, OfWhatEachOfFourGpusDid) {
    state_.app.now += 0.1; // a step after the others
    add_shared_step(state_.app.history, state_.app.now, {0, 1, 2, 3}, 12.3);
    ASSERT_EQ(device_timeline(state_.app.history).rows.size(), 4U);
    compare("gpus", 1, {"Simulation", "View"});
}

// All rungs at once, and what is set of the one that runs.
TEST_F(GoldenPanels, OfTheLadderOfAGpuMachine) {
    pretend_that_gpus("");
    AppState& app = state_.app;
    app.gpus = {{.index = 0, .name = "NVIDIA H200"}, {.index = 1, .name = "NVIDIA H200"}};
    double seconds = 1.7;
    for (const SolverEntry& solver : solvers()) {
        add_steps(app.history, solver.info.id, app.now, app.now + 3 * seconds, seconds,
                  4e9 / seconds);
        seconds *= 0.7;
    }
    app.settings.algorithm = app.status.settings.algorithm = "gpu.fmm";
    app.settings.sharing = Sharing::none; // as a build without CUDA has it, too
    compare("gpu_ladder", 1, {"Algorithms", "Trust"});
    pretend_that_gpus("there is no NVIDIA driver on this machine");
}

// A step of a tour on the stage, without motion.
void give(AppState& app, TourStep step) {
    auto tour = std::make_shared<Tour>();
    tour->steps.push_back(std::move(step));
    TourStatus& status = app.get<TourStatus>();
    status.tour = std::move(tour);
    status.given = true;
    app.view.layer = Layer::stage;
    app.view.reduced_motion = true;
    app.view.reference = "cpu.aos";
    app.history = {};
    for (const auto& [algorithm, milliseconds] :
         {std::pair("cpu.aos", 231.0), {"cpu.simd", 9.4}, {"cpu.simd_threads", 4.83}}) {
        add_steps(app.history, algorithm, app.now, app.now + 1, milliseconds / 1000, 4e9);
    }
    app.settings.algorithm = app.status.settings.algorithm = "cpu.simd_threads";
}

TEST_F(GoldenPanels, OfAStepWithItsNumberItsCodeAndTheLadderSoFar) {
    AppState& app = state_.app;
    give(app, {.title = "Every core", .words = "The same sum, {factor} in all", .notes = ""});
    app.view.stage_number = StageNumber::factor;
    app.view.show_code = app.view.chart_corner = true;
    app.view.logarithmic_chart = false;
    compare("stage_message", 1, {});
    app.view.show_code = false;
    app.view.stage_number = StageNumber::growth;
    compare("stage_growth_number", 1, {});
}

TEST_F(GoldenPanels, GiveAChartInACornerRoomOnceItHasABar) {
    AppState& app = state_.app;
    give(app, {.title = "Every core", .words = "", .notes = ""});
    app.view.chart_corner = true;
    const auto open_picture_is_narrower = [&] {
        bool narrower = false;
        ScreenlessImGui imgui({1280, 720}, 1);
        imgui.frame([&] { narrower = clear_of_corner(app, {}) != ClearArea(); });
        return narrower;
    };
    EXPECT_TRUE(open_picture_is_narrower());
    app.history = {};
    EXPECT_FALSE(open_picture_is_narrower());
}

TEST_F(GoldenPanels, OfTimesOverBodies) {
    AppState& app = state_.app;
    give(app, {.title = "How the cost grows", .words = "", .notes = ""});
    app.view.show_chart = app.view.chart_growth = true;
    ScalingLine pairs{.algorithm = "cpu.simd_threads", .title = "", .points = {}};
    ScalingLine tree{.algorithm = "cpu.tree", .title = "", .points = {}};
    for (std::size_t bodies = 1024; bodies <= 65536; bodies *= 2) {
        const double n = static_cast<double>(bodies) / 1024;
        pairs.points.push_back({bodies, 0.4 * n * n});
        tree.points.push_back({bodies, 1.1 * n * (1 + 0.1 * std::log2(n))});
    }
    app.get<ScalingStatus>().lines = {pairs, tree};
    compare("stage_times_over_bodies", 1, {});
}

// Two lines end close together within the plot, in front of a longer one.
TEST_F(GoldenPanels, OfTimesOverBodiesInACornerWhereLinesEndAtDifferentNumbers) {
    AppState& app = state_.app;
    give(app, {.title = "How the cost grows", .words = "", .notes = ""});
    app.view.chart_corner = app.view.chart_growth = true;
    const auto line = [](const char* algorithm, double milliseconds, std::size_t most) {
        ScalingLine pairs{.algorithm = algorithm, .title = "", .points = {}};
        for (std::size_t bodies = 1024; bodies <= most; bodies *= 2) {
            const double n = static_cast<double>(bodies) / 1024;
            pairs.points.push_back({bodies, milliseconds * n * n});
        }
        return pairs;
    };
    app.get<ScalingStatus>().lines = {line("cpu.aos", 4, 2048), line("cpu.simd", 0.7, 4096),
                                      line("cpu.simd_threads", 0.4, 262144)};
    compare("stage_times_in_a_corner", 1, {});
}

// As the owner of a GPU sees it.
TEST_F(GoldenPanels, OfWhatTheThreadsOfAKernelDo) {
    state_.app.settings.algorithm = "gpu.shared";
    state_.app.status.settings.algorithm = "gpu.shared";
    state_.app.view.layer = Layer::stage;
    state_.app.view.show_kernel = true;
    compare("stage_kernel", 1, {});
}

TEST_F(GoldenPanels, OfACardWithAnAddress) {
    if (qr_code("x").side == 0) {
        GTEST_SKIP() << "built without libqrencode";
    }
    give(state_.app, {.title = "Thank you",
                      .words = "Every number was measured while you watched",
                      .notes = "",
                      .card = {{"Try it at home:", "script/run"},
                               "F = G m₁ m₂ / r²",
                               "https://example.org/orrery"}});
    compare("stage_card", 1, {});
}

TEST_F(GoldenPanels, OfTheKeys) {
    state_.app.view.show_help = true;
    compare("help", 1, {"Simulation", "View"});
}

} // namespace
} // namespace orrery
