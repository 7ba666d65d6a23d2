// What a step of a talk is about: its number, its words, the chart that grows, its card.

#include "app/features/tour/tour.hpp"
#include "app/features/tour/tour_director.hpp"
#include "app/features/tour/tour_stage.hpp"
#include "app/language/spoken_language.hpp"
#include "app/panels/panels.hpp"
#include "app/stage/chart_parts.hpp"
#include "app/stage/qr_code.hpp"
#include "app/stage/stage_layers.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/measured_words.hpp"
#include "app/state/scene_space.hpp"
#include "app/window/panel_area.hpp"
#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "tests/app/panels/panels_testing.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace orrery {
namespace {

class Message : public testing::Test {
protected:
    Message() {
        add_default_actions(app_);
        app_.status.loaded = true;
        app_.status.count = 4096;
        app_.view.layer = Layer::stage;
    }

    // One second of steps that take so long.
    void run(const char* algorithm, double milliseconds, std::size_t count = 4096) {
        app_.status.count = count;
        app_.settings.algorithm = app_.status.settings.algorithm = algorithm;
        app_.history.add_steps({}, app_.status, {});
        std::vector<StepReport> steps(200);
        for (StepReport& step : steps) {
            step.algorithm = algorithm;
            step.timings.total_milliseconds = milliseconds;
            step.timings.interactions = 1e6;
        }
        app_.history.add_steps(steps, app_.status, {});
    }
    std::string text(StageNumber number) {
        const auto headline = headline_of(app_, number);
        return headline ? headline->text + " | " + headline->words : "";
    }

    ScreenlessImGui screen_{{1280, 720}, 1};
    SimulationThread simulation_; // idle
    AppState app_{.simulation = simulation_, .settings = {}};
};

TEST_F(Message, IsANumberWithWhatItIsANumberOf) {
    EXPECT_EQ(text(StageNumber::nothing), "");
    EXPECT_EQ(text(StageNumber::factor), "") << "nothing is known yet";
    EXPECT_EQ(text(StageNumber::time), "");
    EXPECT_EQ(text(StageNumber::energy), "");
    EXPECT_EQ(text(StageNumber::error), "");
    run("cpu.aos", 100);
    EXPECT_EQ(text(StageNumber::factor), "1 × | the baseline");
    EXPECT_EQ(text(StageNumber::bodies), "4,096 | bodies");
    run("cpu.simd", 4);
    EXPECT_EQ(text(StageNumber::factor), "25 × | faster than Two loops");
    EXPECT_EQ(text(StageNumber::time), "4.00 ms | a step");
    EXPECT_EQ(text(StageNumber::rate), "250 M | interactions per second");
    EXPECT_EQ(text(StageNumber::growth), "N² | terms for N bodies");
    run("cpu.aos_tiled", 125);
    EXPECT_EQ(text(StageNumber::factor), "0.8 × | the speed of Two loops");
    app_.view.reference = "cpu.simd";
    run("cpu.tree", 2);
    EXPECT_EQ(text(StageNumber::factor), "2.0 × | faster than SIMD (4.00 ms)");
    EXPECT_EQ(text(StageNumber::growth), "N log N | terms for N bodies");
}

TEST_F(Message, TellsErrorsAsPowersOfTen) {
    app_.view.stage_number = StageNumber::error;
    Settings& settings = app_.status.settings;
    settings.algorithm = "cpu.tree";
    app_.status.verified = VerifiedForces{{1000, 4e-4, 8.09e-4, 2e-3}, settings};
    EXPECT_EQ(text(StageNumber::error), "8.1·10⁻⁴ | force error, target 10⁻³");
    settings.algorithm = "cpu.simd";
    EXPECT_EQ(text(StageNumber::error), "") << "of other forces";
    app_.status.verified = VerifiedForces{{1000, 1e-7, 3.14e-7, 2e-6}, settings};
    EXPECT_EQ(text(StageNumber::error), "3.1·10⁻⁷ | force error");
    settings.precision = Precision::fp64;
    EXPECT_EQ(text(StageNumber::error), "");
}

TEST_F(Message, CountsCellsAndTerms) {
    EXPECT_EQ(text(StageNumber::cells), "") << "none are drawn";
    EXPECT_EQ(text(StageNumber::terms), "");
    run("cpu.tree", 4); // at 250 M a second
    EXPECT_EQ(text(StageNumber::terms), "240 | terms per body instead of 4,095");
    OverlayStatus& overlay = app_.get<OverlayStatus>();
    overlay.cells = 4711;
    EXPECT_EQ(text(StageNumber::cells), "4,711 | cells");
    overlay.cells = 1;
    EXPECT_EQ(text(StageNumber::cells), "1 | cell");
    app_.view.tree.walk = true;
    EXPECT_EQ(text(StageNumber::terms), "") << "of which body?";
    overlay.interactions = {.multipoles = 300, .monopoles = 100, .leaves = 8, .in_leaves = 53};
    EXPECT_EQ(text(StageNumber::terms), "452 | terms instead of 4,095");
}

TEST_F(Message, TellsTheMomentThatIsShown) {
    app_.units = {.gravity = 1, .length = "kpc", .time = "Myr", .mass = "10^10 Msun"};
    app_.status.time = 978.3;
    EXPECT_EQ(text(StageNumber::moment), "978 Myr | simulated time");
    EXPECT_NE(stage_facts(app_).time, "");
    app_.view.stage_number = StageNumber::moment;
    EXPECT_EQ(stage_facts(app_).time, "") << "it is said once";
    app_.get<SceneSpace>().cosmology = Cosmology{};
    app_.status.time = 13'790;
    EXPECT_EQ(text(StageNumber::moment), "13.8 Gyr | after the beginning");
    app_.units = make_scene(find_scene("solar_system"), 0, 0).units;
    app_.get<SceneSpace>() = {};
    app_.status.time = 9822;
    EXPECT_EQ(text(StageNumber::moment), "2026-11-22 | simulated date");
}

TEST_F(Message, IsNotSaidTwice) {
    run("cpu.aos", 100);
    run("cpu.simd", 4);
    const std::vector<std::string> all = stage_facts(app_).figures;
    ASSERT_EQ(all.size(), 4U);
    app_.view.stage_number = StageNumber::factor;
    const StageFacts facts = stage_facts(app_);
    ASSERT_TRUE(facts.number);
    EXPECT_EQ(facts.number->text, "25 ×");
    EXPECT_EQ(facts.figures, std::vector(all.begin(), all.end() - 1));
    app_.settings.algorithm = "cpu.tree"; // which is to come
    EXPECT_FALSE(stage_facts(app_).number) << "the number of what ran before";
    app_.settings.algorithm = "cpu.simd";
    app_.view.stage_number = StageNumber::energy; // which is not known
    EXPECT_EQ(stage_facts(app_).figures, all);
}

TEST_F(Message, WritesWhatIsMeasuredIntoItsWords) {
    run("cpu.simd", 4, 4096);
    run("cpu.simd", 16.4, 8192);
    EXPECT_EQ(with_measurements(app_, "Twice as many: {ratio.2x}, {time} {bodies}"),
              "Twice as many: 4.1 ×, 16.4 ms 8,192");
    EXPECT_EQ(with_measurements(app_, "{factor}"), "…");
    EXPECT_EQ(with_measurements(app_, "{factor.cpu.simd}, {time.cpu.simd}"), "1 ×, 16.4 ms");
    EXPECT_EQ(with_measurements(app_, "{ratio.32x} without a brace {"), "… without a brace {")
        << "of too few bodies to tell";
    EXPECT_EQ(with_measurements(app_, "Plain"), "Plain");
    EXPECT_EQ(without_measurements("{time} a step"), "… a step");
}

TEST_F(Message, RefusesWordsThatNothingMeasures) {
    for (const char* const good :
         {"{factor}", "{factor.cpu.simd}", "{time}", "{time.cpu.aos}", "{ratio.4x}", "{bodies}",
          "{rate}", "{error}", "{energy}", "{growth}", "{cells}", "{terms}", "{moment}", "none",
          "open {"}) {
        EXPECT_NO_THROW(check_measurements(good)) << good;
    }
    for (const char* const bad : {"{factr}", "{factor.cpu.smd}", "{ratio}", "{ratio.4}",
                                  "{ratio.1x}", "{bodies.4}", "{}", "{time.}x{nothing}"}) {
        EXPECT_THROW(check_measurements(bad), Error) << bad;
    }
    try {
        read_tour_text("title = \"T\"\n[[step]]\ntitle = \"A\"\nwords = \"{factr}\"", "talk.toml",
                       app_.actions);
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("line 4"), std::string::npos) << error.what();
    }
}

TEST_F(Message, CountsUpAndEndsAtWhatWasMeasured) {
    run("cpu.aos", 100);
    run("cpu.simd", 4);
    app_.view.stage_number = StageNumber::factor;
    const auto shown = [&](double seconds) {
        app_.now += seconds;
        return counted_up(app_, *headline_of(app_, StageNumber::factor));
    };
    EXPECT_EQ(shown(0), "1.0 ×");
    double before = 1;
    for (int i = 0; i < 8; ++i) {
        const double now = std::stod(shown(0.1));
        EXPECT_GE(now, before);
        EXPECT_LE(now, 25);
        before = now;
    }
    EXPECT_EQ(shown(1), "25 ×");
    run("cpu.simd_threads", 2);
    EXPECT_EQ(shown(0), "25 ×") << "from where it was";
    EXPECT_EQ(shown(1), "50 ×");
    app_.view.reference = "cpu.simd";
    EXPECT_EQ(shown(0), "1.0 ×") << "50 was over another one";
    EXPECT_EQ(shown(1), "2.0 ×");
    app_.view.reference = "cpu.aos";
    app_.view.reduced_motion = true;
    run("cpu.simd", 4);
    EXPECT_EQ(shown(0), "25 ×");
}

TEST_F(Message, HasRoomBesideItsTitle) {
    run("cpu.aos", 100);
    run("cpu.simd", 4);
    app_.view.stage_number = StageNumber::factor;
    app_.now = 10;
    counted_up(app_, *headline_of(app_, StageNumber::factor));
    app_.now = 20;
    const StageFacts facts = stage_facts(app_);
    screen_.frame([&] {
        const ImVec2 plate = draw_stage_number(app_, facts, {1280, 720});
        EXPECT_GT(plate.x, 0.6F * 1280);
        EXPECT_LT(plate.x, 0.95F * 1280);
        EXPECT_GT(plate.y, 0.12F * 720) << "larger than the title";
        EXPECT_LT(plate.y, 0.3F * 720);
        app_.view.stage_number = StageNumber::nothing;
        EXPECT_EQ(draw_stage_number(app_, stage_facts(app_), {1280, 720}).x, 1280);
    });
}

TEST_F(Message, IsALadderThatGainsABarWithEachAlgorithmThatRuns) {
    std::size_t bars = 0;
    for (const char* const algorithm : {"cpu.aos", "cpu.soa", "cpu.simd"}) {
        run(algorithm, 100.0 / static_cast<double>(++bars));
        EXPECT_EQ(ladder_of(app_, true).bars.size(), bars);
    }
    app_.history.costs().learn("cpu.tree", 4096, Precision::fp32, 1);
    EXPECT_EQ(ladder_of(app_, true).bars.size(), 3U) << "estimates have not run";
    EXPECT_EQ(ladder_of(app_).bars.size(), 4U);
    app_.view.chart_algorithms = {"cpu.aos", "cpu.simd"};
    EXPECT_EQ(ladder_of(app_, true).bars.size(), 2U);
}

TEST_F(Message, IsALineThatGainsAPointWithEachNumberOfBodies) {
    app_.view.chart_growth = true;
    EXPECT_TRUE(scaling_of(app_).empty());
    run("cpu.simd", 1, 1024);
    run("cpu.simd", 4, 2048);
    run("cpu.tree", 3, 2048);
    run("cpu.simd", 16, 4096);
    const ScalingChart chart = scaling_of(app_);
    ASSERT_EQ(chart.lines.size(), 2U);
    ASSERT_EQ(chart.lines[0].points.size(), 3U);
    EXPECT_EQ(chart.lines[0].points[2].bodies, 4096U);
    EXPECT_EQ(chart.lines[0].points[2].milliseconds, 16);
    EXPECT_EQ(chart.lines[1].points.size(), 1U);
    app_.status.settings.precision = Precision::fp64; // other work
    app_.history.add_steps({}, app_.status, {});
    EXPECT_TRUE(scaling_of(app_).empty());
}

TEST_F(Message, MovesWhatIsNewAndLeavesTheRestInItsPlace) {
    EXPECT_EQ(moved(app_, "a", 0.5F), 0.5F) << "the first picture";
    app_.get<ChartMotion>().began = true;
    EXPECT_EQ(moved(app_, "b", 1), 0) << "grows from nothing";
    app_.now += 0.2;
    const float half = moved(app_, "b", 1);
    EXPECT_GT(half, 0.2F);
    EXPECT_LT(half, 0.9F);
    EXPECT_EQ(moved(app_, "b", 1), half) << "drawn twice at one time";
    app_.now += 5;
    EXPECT_NEAR(moved(app_, "b", 1), 1, 1e-3);
}

TEST(QrCodes, HaveTheirThreeCornersAndRoomForAnAddress) {
    const QrCode code = qr_code("https://example.org/orrery");
    if (code.side == 0) {
        GTEST_SKIP() << "built without libqrencode";
    }
    EXPECT_EQ(code.dark.size(), code.side * code.side);
    EXPECT_EQ((code.side - 17) % 4, 0U) << "a version of the standard";
    const auto ring = [&](std::size_t row, std::size_t column) {
        for (std::size_t i = 0; i < 7; ++i) {
            EXPECT_TRUE(code.at(row, column + i) && code.at(row + 6, column + i) &&
                        code.at(row + i, column) && code.at(row + i, column + 6));
        }
        EXPECT_FALSE(code.at(row + 1, column + 1));
        EXPECT_TRUE(code.at(row + 3, column + 3));
    };
    ring(0, 0);
    ring(0, code.side - 7);
    ring(code.side - 7, 0);
    EXPECT_NE(qr_code("https://example.org/other").dark, code.dark);
    EXPECT_EQ(qr_code("").side, 0U);
    EXPECT_EQ(qr_code(std::string(5000, 'a')).side, 0U) << "too long";
}

TEST_F(Message, CanBeACardInPlaceOfTheFigures) {
    Tour tour = read_tour_text(R"(title = "T"
repeats = true
[[step]]
title = "A"
card = ["One", "Two"]
formula = "F = G m₁ m₂ / r²"
address = "{address}"
shows = "bodies"
lit = ["rsqrt"]
[[step]]
title = "B"
then = "after"
seconds = 1
)",
                               "talk.toml", app_.actions)
                    .tour;
    EXPECT_EQ(tour.steps[0].card.lines.size(), 2U);
    EXPECT_EQ(tour.steps[0].shows, StageNumber::bodies);
    EXPECT_EQ(read_tour_text(tour_to_toml(tour, app_.actions), "talk.toml", app_.actions).tour,
              tour);
    EXPECT_EQ(shown_address(app_, tour.steps[0].card), "");
    tour.address = "https://example.org/talk";
    EXPECT_EQ(read_tour_text(tour_to_toml(tour, app_.actions), "talk.toml", app_.actions).tour,
              tour);
    app_.get<TourStatus>().tour = std::make_shared<const Tour>(tour);
    EXPECT_EQ(shown_address(app_, tour.steps[0].card), "https://example.org/talk");
    app_.get<TalkAddress>().text = "https://example.org";
    EXPECT_EQ(shown_address(app_, tour.steps[0].card), "https://example.org");

    TourPlayer player(tour);
    player.next();
    player.advance(1.5);
    EXPECT_EQ(player.position(), 0U) << "repeats";

    TourDirector director(source_folder() / "assets/tours");
    director.start(app_, tour);
    Frame frame{app_, 0.1};
    director.update(frame);
    EXPECT_TRUE(shows_card(app_));
    EXPECT_EQ(app_.view.lit_code, std::vector<std::string>{"rsqrt"});
    EXPECT_EQ(app_.view.stage_number, StageNumber::bodies);
    screen_.frame([&] {
        const int before = ImGui::GetBackgroundDrawList()->VtxBuffer.Size;
        card_layer(app_);
        EXPECT_GT(ImGui::GetBackgroundDrawList()->VtxBuffer.Size, before + 100);
    });
}

TEST_F(Message, HasItsCardInPlaceFromTheFirstFrameOn) {
    const Tour tour = read_tour_text("title = \"T\"\n[[step]]\ntitle = \"A\"\n"
                                     "[[step]]\ntitle = \"B\"\ncard = [\"One\"]\n",
                                     "talk.toml", app_.actions)
                          .tour;
    TourDirector director(source_folder() / "assets/tours");
    director.start(app_, tour);
    Frame frame{app_, 0.1};
    const auto drawn = [&] {
        director.update(frame);
        std::vector<std::pair<float, float>> places;
        screen_.frame([&] {
            draw_stage(app_);
            for (const ImDrawVert& vertex : ImGui::GetBackgroundDrawList()->VtxBuffer) {
                places.emplace_back(vertex.pos.x, vertex.pos.y);
            }
        });
        return places;
    };
    drawn();
    const auto figures = drawn();
    app_.requests.add(GoToStep{1});
    const auto first = drawn();
    EXPECT_NE(first, figures);
    EXPECT_EQ(first, drawn());
}

// No notice and no hint on the audience's picture: in each step of each tour, forwards, backwards
// and in leaps.
TEST_F(Message, IsAllThatAnAudienceReadsInAStep) {
    for (const auto& entry :
         std::filesystem::directory_iterator(source_folder() / "assets/tours")) {
        if (entry.path().extension() != ".toml") {
            continue;
        }
        TourDirector director(source_folder() / "assets/tours");
        director.start(app_, entry.path().string());
        Frame frame{app_, 0.01};
        director.update(frame);
        const std::size_t steps = app_.get<TourStatus>().tour->steps.size();
        std::vector<std::size_t> way;
        for (std::size_t i = 0; i < 2 * steps; ++i) {
            way.push_back(i < steps ? i : 2 * steps - 1 - i);
            way.push_back((7 * i) % steps);
        }
        for (const std::size_t step : way) {
            app_.requests.add(GoToStep{step});
            director.update(frame);
            ASSERT_EQ(app_.get<TourStatus>().position, step);
            EXPECT_EQ(app_.view.layer, Layer::stage);
            app_.now += 1;
            screen_.frame([&] {
                ImDrawList& over = *ImGui::GetBackgroundDrawList();
                ImDrawList& above = *ImGui::GetForegroundDrawList();
                const int before = over.VtxBuffer.Size + above.VtxBuffer.Size;
                stage_notices(app_);
                toast_overlay(app_);
                EXPECT_EQ(over.VtxBuffer.Size + above.VtxBuffer.Size, before)
                    << entry.path() << ", step " << step + 1 << ": "
                    << (app_.toasts.empty() ? "" : app_.toasts.back().text);
            });
            app_.toasts.clear();
        }
    }
}

} // namespace
} // namespace orrery
