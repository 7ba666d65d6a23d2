#include "app/chart/charts.hpp"

#include "app/stage/stage_layers.hpp"
#include "app/state/default_actions.hpp"
#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/algorithm_speed.hpp"
#include "sim/simulation/simulation.hpp"
#include "tests/app/panels/panels_testing.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace orrery {
namespace {

LadderChart ladder(bool logarithmic) {
    return {"Plummer sphere",
            "Two loops",
            logarithmic,
            {{"cpu.aos", "Two loops", {{100}, {100}}},
             {"cpu.aos_tiled", "Tiles & tiles", {{125, false}, {100}}},
             {"cpu.simd", "SIMD", {{2}, {100}}}}};
}

TEST(LadderChart, BeginsAtZeroOrAtAPowerOfTen) {
    const ChartAxis linear = axis_of(ladder(false));
    EXPECT_EQ(linear.low, 0);
    EXPECT_NEAR(linear.fraction(50) / linear.fraction(1), 50, 1e-9)
        << "twice the length is twice as fast";
    EXPECT_LE(linear.fraction(50), 1);
    EXPECT_GE(linear.ticks.size(), 4U);

    LadderChart all_faster = ladder(true);
    all_faster.bars.erase(all_faster.bars.begin() + 1);
    EXPECT_EQ(axis_of(all_faster).low, 1) << "no room for what no bar needs";

    const ChartAxis logarithmic = axis_of(ladder(true));
    EXPECT_EQ(logarithmic.low, 0.1);
    EXPECT_GT(logarithmic.fraction(0.8), 0);
    const double decade = logarithmic.fraction(10) - logarithmic.fraction(1);
    EXPECT_NEAR(logarithmic.fraction(50) - logarithmic.fraction(5), decade, 1e-12);
    EXPECT_EQ(logarithmic.ticks.front().value, 0.1);
    EXPECT_GT(logarithmic.fraction(50), 0.9) << "the longest bar fills it";
    EXPECT_LE(logarithmic.ticks.back().value, logarithmic.high);
}

TEST(LadderChart, HasOnlyPowersOfTenOnALongAxis) {
    LadderChart chart = ladder(true);
    chart.bars.erase(chart.bars.begin() + 1);
    chart.bars.back().time.own.milliseconds /= 300;
    std::string words;
    for (const PlotTick& tick : axis_of(chart).ticks) {
        words += tick.text + " ";
    }
    EXPECT_EQ(words, "1 10 100 1,000 10,000 ");
}

TEST(LadderChart, MarksWhatIsNotCertain) {
    const LadderChart chart = ladder(true);
    EXPECT_EQ(bar_text(chart.bars[1]), "≈ 0.8 ×   ≈ 125 ms");
    EXPECT_EQ(bar_text(chart.bars[2]), "50 ×   2.00 ms");
}

TEST(LadderChart, NamesTheLongestBarTheFastestIfThatIsMeasured) {
    LadderChart chart = ladder(true);
    EXPECT_EQ(fastest_bar(chart), &chart.bars[2]);
    chart.bars[1].time.own.milliseconds = 1; // an estimate
    EXPECT_EQ(fastest_bar(chart), nullptr) << "a shorter bar would contradict the picture";
    chart.bars.resize(1);
    EXPECT_EQ(fastest_bar(chart), nullptr) << "no other to be faster than";
}

TEST(LadderChart, IsDrawnAsAPictureOfItsOwn) {
    const std::string svg = chart_svg({ladder(true), {}});
    EXPECT_NE(svg.find("speed-up over Two loops"), std::string::npos);
    EXPECT_NE(svg.find("Tiles &amp; tiles"), std::string::npos);
    EXPECT_EQ(std::count(svg.begin(), svg.end(), '<'), std::count(svg.begin(), svg.end(), '>'));
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

// Two algorithms, one of which costs N^2.
ScalingChart scaling() {
    ScalingChart chart{"Plummer spheres",
                       {{"cpu.aos", "Two loops", {}, 1, 0, 0},
                        {"cpu.tree", "Tree", {{1024, 3}, {2048, 7}}, 0, 1, 0}}};
    for (const std::size_t bodies : {1024, 2048, 4096, 8192, 16384}) {
        const double overhead = bodies == 1024 ? 5 : 0; // a point off the line
        const auto n = static_cast<double>(bodies) / 1024;
        chart.lines[0].points.push_back({bodies, n * n + overhead});
    }
    return chart;
}

TEST(ScalingChart, FitsThePowerThatCostsGrowWithAndNamesTheLine) {
    EXPECT_NEAR(fitted_slope(scaling().lines[0].points).value(), 2, 1e-9);
    EXPECT_EQ(line_text(scaling().lines[0]), "Two loops  N^2.0");
    EXPECT_FALSE(fitted_slope(scaling().lines[1].points)) << "two points are no line";
    EXPECT_EQ(line_text(scaling().lines[1]), "Tree");
}

// Points of a cost, 1,024 bodies, twice as many and so on; each takes `slower` times as long.
template <class Cost>
std::vector<ScalingLine::Point> points_of(const Cost& cost, const std::vector<double>& slower) {
    std::vector<ScalingLine::Point> points;
    for (std::size_t i = 0; i < slower.size(); ++i) {
        const std::size_t bodies = std::size_t{1024} << i;
        points.push_back({bodies, slower[i] * cost(static_cast<double>(bodies))});
    }
    return points;
}

TEST(ScalingChart, FitsThroughAPointThatABusyMachineSpoilt) {
    const auto all_pairs = [](double n) { return 1e-6 * n * n; };
    for (std::size_t spoilt = 0; spoilt < 7; ++spoilt) {
        std::vector<double> slower{1.02, 1, 1.03, 1, 1.01, 1.04, 1};
        slower[spoilt] = 2.5;
        const std::optional<double> slope = fitted_slope(points_of(all_pairs, slower));
        ASSERT_TRUE(slope) << spoilt;
        EXPECT_NEAR(*slope, 2, 0.05) << spoilt;
    }
}

TEST(ScalingChart, ShowsNoPowerOfPointsThatScatter) {
    const auto all_pairs = [](double n) { return 1e-6 * n * n; };
    EXPECT_FALSE(fitted_slope(points_of(all_pairs, {1, 1.8, 1.1, 2.2, 1, 1.6})));
    EXPECT_FALSE(fitted_slope(points_of(all_pairs, {1, 1, 1.3, 1}))) << "of four points one is off";
    EXPECT_FALSE(fitted_slope(points_of(all_pairs, {1, 1, 1}))) << "too little to tell";
    // A loaded machine's measurements of a tree and of tiles.
    EXPECT_FALSE(fitted_slope({{1024, 0.6},
                               {2048, 1.2},
                               {4096, 3.6},
                               {8192, 14},
                               {16384, 38},
                               {32768, 95},
                               {65536, 85}}));
    EXPECT_FALSE(fitted_slope({{1024, 9.5}, {2048, 130}, {4096, 220}, {8192, 2400}}));
}

TEST(ScalingChart, LeavesOutOverheadsOfFewBodies) {
    const auto with_launch = [](double n) { return 5 + 1e-7 * n * n; };
    const std::optional<double> slope =
        fitted_slope(points_of(with_launch, std::vector<double>(11, 1.0)));
    ASSERT_TRUE(slope);
    EXPECT_NEAR(*slope, 2, 0.05);
    const auto overhead_alone = [](double n) { return 5 + 1e-9 * n; };
    EXPECT_FALSE(fitted_slope(points_of(overhead_alone, std::vector<double>(6, 1.0))))
        << "that would be N^0.0";
}

TEST(ScalingChart, TellsATreeFromAllPairs) {
    const auto tree = [](double n) { return 1e-4 * n * std::log2(n); };
    const ScalingLine line{"cpu.tree", "Barnes-Hut tree",
                           points_of(tree, {1.03, 1, 1.02, 1, 1.05, 1, 1.01, 1})};
    EXPECT_EQ(line_text(line), "Barnes-Hut tree  N^1.1");
}

TEST(ScalingChart, HasLinesOfTheUsualPowersToCompareWith) {
    const ScalingChart chart = scaling();
    const std::vector<GuideLine> guides = guide_lines(chart);
    ASSERT_EQ(guides.size(), 3U);
    for (const GuideLine& guide : guides) {
        ASSERT_GT(guide.points.size(), 2U) << guide.text;
        for (const auto& [bodies, milliseconds] : guide.points) {
            EXPECT_LE(milliseconds, milliseconds_axis(chart).high);
            EXPECT_LE(bodies, bodies_axis(chart).high * (1 + 1e-9));
        }
    }
    EXPECT_NEAR(guides[0].points.back().second, 7 * 8, 1e-9) << "N, through the tree's end";
    EXPECT_NEAR(guides[1].points.back().second, 7 * 8 * 14 / 11.0, 1e-9) << "N log N, likewise";
    EXPECT_NEAR(guides[2].points.back().second, 256, 1e-9) << "N², through the loops' end";
    EXPECT_NEAR(guides[2].points.front().second, 1, 1e-9) << "below the point with an overhead";
    const std::string svg = chart_svg({{}, chart});
    EXPECT_NE(svg.find(">N log N<"), std::string::npos);
    EXPECT_NE(svg.find("stroke-dasharray"), std::string::npos);
}

// Its guides would end at once, and their names lie on each other.
TEST(ScalingChart, LeavesRoomBesideAndAboveOnePointForWhereItMayGo) {
    const ScalingChart chart{
        .title = "", .lines = {{.algorithm = "cpu.simd", .title = "", .points = {{65536, 732}}}}};
    const ChartAxis bodies = bodies_axis(chart);
    EXPECT_EQ(bodies.low, 65536);
    EXPECT_EQ(bodies.high, 16 * 65536);
    EXPECT_EQ(milliseconds_axis(chart).high, 100'000);
    for (const GuideLine& guide : guide_lines(chart)) {
        ASSERT_FALSE(guide.points.empty());
        EXPECT_GT(bodies.fraction(guide.points.back().first), 0.8) << guide.text;
    }
}

TEST(ScalingChart, HasTicksThatPeopleRead) {
    const ChartAxis bodies = bodies_axis(scaling());
    ASSERT_EQ(bodies.ticks.size(), 5U);
    EXPECT_EQ(bodies.ticks.back().text, "16k");
    EXPECT_NEAR(bodies.fraction(4096), 0.5, 1e-12);
    const ChartAxis milliseconds = milliseconds_axis(scaling());
    EXPECT_EQ(milliseconds.ticks.front().text, "1 ms");
    EXPECT_EQ(milliseconds.ticks.back().text, "1 s");
}

TEST(ScalingChart, KeepsItsLabelsApart) {
    const std::vector<double> places = spread_labels({90, 95, 10, 99}, 10, 0, 100);
    EXPECT_EQ(places, (std::vector<double>{80, 90, 10, 100}));
}

TEST(ScalingChart, IsWrittenInEveryFormat) {
    const Charts charts{ladder(true), scaling()};
    const std::string svg = chart_writer("a.svg")(charts);
    EXPECT_NE(svg.find("Two loops  N^2.0"), std::string::npos);
    EXPECT_EQ(std::count(svg.begin(), svg.end(), '<'), std::count(svg.begin(), svg.end(), '>'));
    const std::string csv = chart_writer("a.csv")(charts);
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 3 + 7);
    EXPECT_NE(csv.find("scaling,cpu.aos,\"Two loops\",16384,256,,true,2.0000"), std::string::npos)
        << csv;
    const auto json = nlohmann::json::parse(chart_writer("a.json")(charts));
    EXPECT_EQ(json.at("ladder").at(2).at("factor"), 50);
    EXPECT_EQ(json.at("scaling").at(0).at("points").at(4).at("bodies"), 16384);
    EXPECT_TRUE(json.at("scaling").at(1).at("slope").is_null());
    try {
        EXPECT_TRUE(chart_writer("a.png")(charts).starts_with("\x89PNG"));
    } catch (const Error& error) {
        GTEST_SKIP() << error.what();
    }
    EXPECT_THROW(chart_writer("chart.pdf"), Error);
}

TEST(MeasuredStep, TakesAFractionOfASecondAndEndsWhenItIsStopped) {
    Settings settings;
    settings.algorithm = "cpu.simd";
    Simulation simulation;
    simulation.load(make_scene(find_scene("plummer"), 256, 1), settings);
    EXPECT_GT(measured_step(simulation, {}, {}).value().shortest, 0);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(measured_step(simulation, {}, stop.get_token()));
}

// The audience's facts and figures, for a made-up state.
class Stage : public testing::Test {
protected:
    bool reads(const std::string& text) const {
        const StageFacts facts = stage_facts(app_);
        return std::any_of(facts.figures.begin(), facts.figures.end(), [&](const auto& figure) {
            return figure.find(text) != std::string::npos;
        });
    }
    void steps(const char* algorithm, double from, double apart) {
        add_steps(app_.history, algorithm, from, from + 20 * apart, apart, 1e9);
    }

    SimulationThread simulation_; // idle
    AppState app_{.simulation = simulation_, .settings = {}};
};

TEST_F(Stage, SaysWhatComputesWhatItCostsAndHowManyTimesTheReferenceThatIs) {
    app_.settings.source = app_.status.settings.source = "plummer";
    app_.status.loaded = true;
    app_.status.count = 16'384;
    steps("cpu.aos", 0, 0.5);
    app_.status.settings.algorithm = "cpu.simd";
    EXPECT_FALSE(reads("a step")) << "nothing is known of it yet";
    steps("cpu.simd", 10, 0.025);
    EXPECT_TRUE(reads("16,384 bodies"));
    EXPECT_TRUE(reads("25.0 ms a step"));
    EXPECT_TRUE(reads("20 × Two loops"));
    EXPECT_EQ(stage_facts(app_).title, "Plummer sphere");
    EXPECT_EQ(stage_facts(app_).badge, "");
}

TEST_F(Stage, SaysTheTimeThatIsSimulated) {
    app_.status.loaded = true;
    app_.status.time = 978.3;
    EXPECT_EQ(stage_facts(app_).time, "t = 978") << "units without names";
    app_.units = {.gravity = 1, .length = "kpc", .time = "Myr", .mass = "10^10 Msun"};
    EXPECT_EQ(stage_facts(app_).time, "t = 978 Myr");
    app_.units = make_scene(find_scene("solar_system"), 0, 0).units;
    app_.status.time = 9822;
    EXPECT_EQ(stage_facts(app_).time, "2026-11-22");
}

TEST_F(Stage, SaysWhyThePictureStandsWhereItDoes) {
    EXPECT_EQ(stage_facts(app_).badge, "Loading");
    app_.status.loaded = true;
    app_.settings.running = false;
    EXPECT_EQ(stage_facts(app_).badge, "Paused");
    TourStatus& tour = app_.get<TourStatus>();
    tour.given = true;
    TourStep step{.title = "A moment", .words = "", .notes = "", .commands = {{"time.time", "7"}}};
    tour.tour = std::make_shared<const Tour>(
        Tour{.title = "T", .author = "", .license = "", .steps = {step}});
    EXPECT_EQ(stage_facts(app_).badge, "") << "its step wants that";
    tour.given = false;
    app_.settings.running = app_.settings.reversed = true;
    app_.settings.steps_per_second = 5;
    EXPECT_EQ(stage_facts(app_).badge, "Time reversed") << "a slow pace is none";
    app_.step_in_flight = StepInFlight{12, 0.3};
    app_.status.steps = 6;
    EXPECT_EQ(stage_facts(app_).badge, "Step 7 · 12 s of about 40 s");
    EXPECT_NEAR(stage_facts(app_).share, 0.3, 1e-6);
    app_.step_in_flight = StepInFlight{0.1, 0.3}; // too short to be shown
    EXPECT_EQ(stage_facts(app_).share, 0);
}

TEST_F(Stage, ChartsWhatIsKnownOfTheAlgorithmsThatRunHere) {
    EXPECT_TRUE(ladder_of(app_).bars.empty());
    app_.status.loaded = true;
    app_.status.count = 4096;
    steps("cpu.aos", 0, 0.5);
    steps("cpu.simd", 10, 0.025);
    const LadderChart chart = ladder_of(app_);
    ASSERT_EQ(chart.bars.size(), 2U);
    EXPECT_EQ(chart.reference, "Two loops");
    EXPECT_NEAR(chart.bars[1].time.factor(), 20, 1e-6);
    EXPECT_TRUE(chart.bars[1].time.own.certain);

    app_.view.chart_algorithms = {"cpu.aos"};
    EXPECT_EQ(ladder_of(app_).bars.size(), 1U) << "a step of a tour wants only that";
}

TEST_F(Stage, ChartsUsualStepsNotThoseOfADisturbedMoment) {
    app_.status.loaded = true;
    app_.status.count = 4096;
    steps("cpu.aos", 0, 0.5);
    steps("cpu.simd", 10, 0.025);
    steps("cpu.simd", 11, 0.1);
    const LadderChart chart = ladder_of(app_);
    ASSERT_EQ(chart.bars.size(), 2U);
    EXPECT_NEAR(chart.bars[1].time.own.milliseconds, 25, 1e-6);
    EXPECT_NEAR(chart.bars[1].time.factor(), 20, 1e-6);
    app_.status.settings.algorithm = "cpu.simd";
    EXPECT_TRUE(reads("25.0 ms a step")) << "the same figure at the foot";
    EXPECT_EQ(app_.history.costs().of("cpu.simd").text(), "25.0 ms") << "and on the card";
}

TEST(StepCosts, AreThereAgainWhenOneComesBackToTheSameWork) {
    StepCosts costs;
    const StepWork few{.source = "plummer", .count = 4096},
        many{.source = "plummer", .count = 16384};
    costs.set_work(few);
    for (int step = 0; step < 20; ++step) {
        costs.add_step("cpu.aos", 50, 1e9);
    }
    costs.set_work(many);
    EXPECT_EQ(costs.of("cpu.aos").known, StepCost::Known::estimated);
    EXPECT_NEAR(costs.of("cpu.aos").milliseconds, 800, 1e-9);
    costs.set_work(few);
    EXPECT_EQ(costs.of("cpu.aos").known, StepCost::Known::measured);
    EXPECT_NEAR(costs.of("cpu.aos").milliseconds, 50, 1e-9);
}

TEST(StepCosts, OfAPeriodicBoxAreNotThoseOfOpenSpace) {
    StepCosts costs;
    costs.learn("cpu.simd", 4096, Precision::fp32, 4);
    costs.set_work({.source = "plummer", .count = 8192});
    EXPECT_NEAR(costs.of("cpu.simd").milliseconds, 16, 1e-9);
    StepWork box{.source = "cosmic_web", .count = 4096, .in_box = true};
    costs.set_work(box);
    EXPECT_EQ(costs.of("cpu.simd").known, StepCost::Known::nothing)
        << "images of all bodies take 15 times as long, which nothing has told yet";
    costs.add_step("cpu.simd", 60, 1e9);
    box.count = 8192;
    costs.set_work(box);
    EXPECT_NEAR(costs.of("cpu.simd").milliseconds, 240, 1e-9);
    costs.set_work({.source = "plummer", .count = 8192});
    EXPECT_NEAR(costs.of("cpu.simd").milliseconds, 16, 1e-9);
}

TEST(MessageChart, ShowsTimesAndBandwidthsOfMessagesInsteadOfTheLadder) {
    const Charts charts{{}, {}, {"Open MPI, 2 ranks", {{8, 4e-7}, {4096, 1e-6}, {4 << 20, 4e-4}}}};
    EXPECT_EQ(bytes_axis(charts.messages).low, 8);
    EXPECT_EQ(bytes_axis(charts.messages).ticks.back().text, "2 MiB");
    EXPECT_NEAR(seconds_axis(charts.messages).low, 1e-7, 1e-20);
    EXPECT_NEAR(bandwidth_axis(charts.messages).high, 1e11, 1);
    const std::string svg = chart_svg(charts);
    EXPECT_NE(svg.find("Open MPI, 2 ranks"), std::string::npos);
    EXPECT_EQ(svg.find("speed-up"), std::string::npos);
    EXPECT_EQ(chart_csv(charts).find("bytes,seconds,bytes_per_second\n8,4e-07,20000000"), 0U)
        << chart_csv(charts);
    EXPECT_EQ(nlohmann::json::parse(chart_json(charts)).at("messages").size(), 3U);
}

} // namespace
} // namespace orrery
