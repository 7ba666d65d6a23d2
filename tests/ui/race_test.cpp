// Races: their words, their shares of the machine, and real simulations side by side.
#include "app/features/race/race_run.hpp"
#include "app/state/guide_lines.hpp"
#include "app/state/race.hpp"
#include "app/window/picture.hpp"

#include "app/features/race/race_figures.hpp"
#include "app/state/default_actions.hpp"
#include "app/window/body_publisher.hpp"
#include "app/window/simulation_link.hpp"
#include "sim/base/error.hpp"
#include "sim/solver.hpp"
#include "tests/patience.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <thread>

namespace orrery {
namespace {

std::string refusal(const std::string& words) {
    try {
        read_race(words);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(Race, IsReadFromItsWords) {
    const Race algorithms = read_race("cpu.simd cpu.tree");
    EXPECT_EQ(algorithms.what, "algorithm");
    EXPECT_EQ(algorithms.values, (std::vector<std::string>{"cpu.simd", "cpu.tree"}));
    EXPECT_EQ(read_race("integrator euler leapfrog"), read_race("euler leapfrog"));
    EXPECT_EQ(read_race("precision fp32 fp64").what, "precision");
    EXPECT_EQ(racer_title(read_race("16k 64k"), 1), "65,536 bodies");
    EXPECT_EQ(racer_title(read_race("cpu.simd_threads cpu.tree"), 0), "SIMD, threads");
    EXPECT_EQ(racer_title({.what = "algorithm", .values = {"cpu.tree", "cpu.tree"}}, 1),
              "Barnes-Hut tree (cpu.tree)");
    EXPECT_EQ(read_race("time step 1/64 1/128").values.at(1), "1/128");
    EXPECT_EQ(read_race("kepler euler rk4").scene, "kepler");
    EXPECT_EQ(read_race("kepler").values, (std::vector<std::string>{"euler", "leapfrog"}));
    for (const char* const words : {"kepler", "tree", "euler leapfrog", "plummer 1k 2k"}) {
        EXPECT_EQ(read_race(words_of(read_race(words))), read_race(words)) << words;
    }
}

TEST(Race, IsRefusedInASentenceThatSaysWhatWouldDo) {
    const struct {
        const char* words;
        const char* part;
    } slips[] = {{"", "two to four"},
                 {"cpu.simd", "two to four"},
                 {"1k 2k 4k 8k 16k", "two to four"},
                 {"cpu.simd cpu.simd", "cannot race itself"},
                 {"cpu.simd cpu.tre", "cpu.tree"},
                 {"kepler foo", "'foo' is unknown"},
                 {"foo", "'foo' is unknown"},
                 {"kepler euler leapfrig", "leapfrog"},
                 {"euler leapfrig rk4", "leapfrog"},
                 {"keplr euler leapfrog", "did you mean 'kepler'"},
                 {"integrator euler leapfrogg", "leapfrog"},
                 {"precision fp32 fp16", "fp64"},
                 {"bodies 1k many", "many"},
                 {"threads 0 2", "threads"},
                 {"time step 1/64 -1", "use more than 0"}};
    for (const auto& slip : slips) {
        EXPECT_NE(refusal(slip.words).find(slip.part), std::string::npos)
            << slip.words << ": " << refusal(slip.words);
    }
}

TEST(Race, SharesTheMachineFairly) {
    Settings settings;
    const Race race = read_race("cpu.aos cpu.tree");
    const auto shares = [&](int cores) {
        return machine_shares({with_racer(settings, race, 0), with_racer(settings, race, 1)}, race,
                              cores, 0);
    };
    EXPECT_EQ(shares(8)[0].words, "1 of 8 cores") << "a loop on one thread";
    EXPECT_EQ(shares(8)[1].words, "4 of 8 cores");
    EXPECT_EQ(shares(8)[0].threads, 4);
    EXPECT_EQ(shares(1)[1].words, "2 share 1 core");
    EXPECT_EQ(shares(1)[1].threads, 1);
}

TEST(Race, DoesNotCallRacersIdenticalAtTheirCommonStart) {
    BodyValues state;
    state.position = VectorArray<double>(2);
    state.position.x[1] = 1;
    const std::vector<BodyReader> racers(2, [&](const ReadRequest&) { return state; });
    constexpr double began_at = 2;
    state.time = began_at;
    EXPECT_FALSE(distances_apart(racers, 2, began_at, {})[1]);
    state.time = 3;
    EXPECT_EQ(distances_apart(racers, 2, began_at, {})[1], 0);
}

TEST(Race, LeavesRacersTheGpusThatTheyRaceOn) {
    const auto on_gpu = std::ranges::find_if(
        solvers(), [](const SolverEntry& entry) { return entry.info.space != Space::host; });
    if (on_gpu == solvers().end()) {
        GTEST_SKIP() << "this build has no CUDA";
    }
    Settings settings;
    settings.algorithm = on_gpu->info.id;
    const Race race{.what = "devices", .values = {"0", "all"}};
    for (const MachineShare& share : machine_shares(wanted_by_all(race, settings), race, 8, 2)) {
        EXPECT_EQ(share.devices, "") << "as set";
    }
}

TEST(Race, HasItsViewsWithinWhatNoPanelCovers) {
    constexpr double usual = 16.0 / 9;
    EXPECT_EQ(race_views(2, {}, usual).at(1).left, 0.5);
    EXPECT_EQ(race_views(2, {}, usual).at(1).bottom, 1);
    EXPECT_EQ(race_views(4, {}, usual).at(2).top, 0.5);
    Camera camera;
    camera.open = {{0.25, 0.5}, {0.5, 0.25}};
    const std::vector<RaceView> views = race_views(4, camera, usual);
    EXPECT_DOUBLE_EQ(views.front().left, 0.375);
    EXPECT_DOUBLE_EQ(views.front().top, 0.125);
    EXPECT_DOUBLE_EQ(views.back().right, 0.875);
    EXPECT_DOUBLE_EQ(views.back().bottom, 0.375);
}

TEST(Race, IsSeenInOneViewWithTheNamesOfAllSideBySide) {
    constexpr double usual = 16.0 / 9;
    Camera camera;
    camera.open = {{0.25, 0.5}, {0.5, 0.25}};
    for (std::size_t count = min_racers; count <= max_racers; ++count) {
        const std::vector<RaceView> apart = race_views(count, camera, usual);
        const std::vector<RaceView> legend = race_views(count, {}, usual, true);
        const std::vector<RaceView> views = picture_views(count, camera, usual, true);
        for (std::size_t k = 0; k < count; ++k) {
            EXPECT_EQ(legend[k].top, 0);
            EXPECT_EQ(legend[k].bottom, 1);
            EXPECT_GE(legend[k].type, 0.04) << "of the height: to be read from the last row";
            EXPECT_DOUBLE_EQ(views[k].left, 0.375);
            EXPECT_DOUBLE_EQ(views[k].right, 0.875);
            EXPECT_EQ(picture_views(count, camera, usual, false)[k].left, apart[k].left);
        }
    }
    BodyLook look;
    look.size = {1280, 720};
    look.in_one_view = true;
    look.style.lights = {{.end = 2}};
    const std::vector<PictureLane> lanes = picture_lanes(look, 2);
    EXPECT_EQ(lanes[0].look.size, look.size);
    EXPECT_EQ(lanes[1].look.size, look.size);
    EXPECT_FALSE(lanes[0].over_others);
    EXPECT_TRUE(lanes[1].over_others);
    EXPECT_EQ(lanes[0].look.style.lights[0].colour, racer_colour(0));
    EXPECT_EQ(lanes[1].look.style.lights[0].colour, racer_colour(1));
    look.in_one_view = false;
    EXPECT_FALSE(picture_lanes(look, 2)[1].over_others);
    EXPECT_EQ(picture_lanes(look, 2)[1].look.size.width, 640);
}

TEST(Race, LeavesNoPartOfTheWindowDark) {
    for (const double aspect : {32.0 / 9, 16.0 / 9, 4.0 / 3, 1.0, 9.0 / 16}) {
        for (std::size_t count = min_racers; count <= max_racers; ++count) {
            double covered = 0;
            for (const RaceView& view : race_views(count, {}, aspect)) {
                covered += view.width() * view.height();
                const double own = aspect * view.width() / view.height();
                EXPECT_GE(own, 0.4) << count << " in a window " << aspect << " times as wide";
                EXPECT_LT(view.above + view.below, 0.62);
            }
            EXPECT_NEAR(covered, 1, 1e-12) << count << " at " << aspect;
        }
    }
    EXPECT_EQ(race_views(3, {}, 16.0 / 9).at(2).top, 0) << "three stand side by side";
    EXPECT_EQ(race_views(3, {}, 9.0 / 16).at(2).left, 0) << "or one above the other";
}

TEST(Race, TellsHowFarBodiesAreApartRelativeToTheirSystem) {
    VectorArray<double> first(2); // all noughts
    first.x[1] = 2;
    VectorArray<double> second = first;
    EXPECT_EQ(relative_distance(first, second), 0);
    second.y[0] = second.y[1] = 3;
    EXPECT_NEAR(relative_distance(first, second), 3, 1e-12);
}

TEST(RacerClock, TellsStepsASecondAndForgetsThemWhereNoneCome) {
    RacerClock clock;
    EXPECT_EQ(clock.milliseconds(), 0);
    const Clock::time_point start = Clock::now();
    const auto after = [&](int milliseconds) {
        return start + std::chrono::milliseconds(milliseconds);
    };
    std::vector<StepReport> steps(11);
    for (int k = 0; k <= 10; ++k) {
        steps[static_cast<std::size_t>(k)].finished = after(10 * k);
        steps[static_cast<std::size_t>(k)].step = static_cast<std::uint64_t>(k);
        steps[static_cast<std::size_t>(k)].timings.total_milliseconds = k == 3 ? 1000 : 8;
    }
    clock.add(steps);
    EXPECT_NEAR(clock.steps_per_second(after(100)), 100, 1e-9);
    EXPECT_NEAR(clock.steps_per_second(after(105)), 100, 1e-9) << "the next one is on its way";
    EXPECT_LT(clock.steps_per_second(after(60'000)), 1);
    EXPECT_EQ(clock.milliseconds(), 8) << "whatever came between";
    clock.restart();
    EXPECT_EQ(clock.steps_per_second(after(100)), 0);
}

// A window's frames without a window.
class RacingSimulations : public testing::Test {
protected:
    RacingSimulations() {
        add_default_actions(app_);
        app_.settings.source = "plummer";
        app_.settings.bodies = 256;
        app_.settings.algorithm = "cpu.simd";
        app_.settings.steps_per_second = 0;
    }

    void frame() {
        link_.look(app_);
        race_->look(app_, app_.simulation.take_reports());
        link_.send_settings(app_, false);
        app_.now += 0.005;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    bool becomes(const std::function<bool()>& condition) {
        for (int frames = 0; frames < 200 * patience && !condition(); ++frames) {
            frame();
        }
        return condition();
    }
    bool start(const std::string& words) {
        app_.actions.run(spoken_command(app_.actions, "race " + words));
        return becomes(
            [&] { return app_.race.under_way && !app_.race.holds && !race_->rivals().empty(); });
    }
    static VectorArray<double> positions(const SimulationThread& simulation) {
        return simulation.read({.position = true}).position;
    }
    static VectorArray<double> velocities(const SimulationThread& simulation) {
        return simulation.read({.velocity = true}).velocity;
    }

    SimulationThread simulation_;
    AppState app_{.simulation = simulation_, .settings = {}};
    SimulationLink link_{app_.settings, {}};
    std::optional<RaceRun> race_{std::in_place};
};

void expect_same(const VectorArray<double>& a, const VectorArray<double>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a.x[i], b.x[i]);
        EXPECT_EQ(a.y[i], b.y[i]);
        EXPECT_EQ(a.z[i], b.z[i]);
    }
}

TEST_F(RacingSimulations, BeginWithTheSameBodiesToTheLastBit) {
    ASSERT_TRUE(becomes([&] { return app_.status.steps > 20; }));
    app_.settings.running = false;
    ASSERT_TRUE(start("cpu.simd cpu.tree cpu.aos"));
    ASSERT_EQ(race_->rivals().size(), 2U);
    for (const Racer& rival : race_->rivals()) {
        expect_same(positions(simulation_), positions(*rival.simulation));
        expect_same(velocities(simulation_), velocities(*rival.simulation));
        EXPECT_EQ(app_.status.time, rival.status.time);
    }
    app_.actions.run("simulation.step");
    EXPECT_TRUE(becomes([&] { return race_->rivals().back().status.steps == 1; }));
    app_.actions.run("simulation.reset");
    ASSERT_TRUE(becomes([&] {
        return !app_.race.holds && app_.status.time == 0 && race_->rivals().back().status.time == 0;
    }));
    expect_same(positions(simulation_), positions(*race_->rivals().front().simulation));
}

TEST_F(RacingSimulations, StayWithinAStepOfEachOtherAtEqualTimes) {
    ASSERT_TRUE(start("cpu.aos cpu.simd"));
    EXPECT_FALSE(app_.race.equal_times) << "algorithms race for speed";
    app_.race.equal_times = true;
    const double from = app_.status.time;
    const double step = app_.status.time_step;
    frame(); // from here on they wait for each other
    frame(); // and the slow one catches up first
    ASSERT_TRUE(becomes(
        [&] { return std::abs(app_.status.time - race_->rivals()[0].status.time) < 1.5 * step; }));
    const ReadRequest one{.position = true, .bodies = {0}};
    for (int look = 0; look < 200; ++look) {
        const double before = simulation_.read(one).time;
        const double other = race_->rivals()[0].simulation->read(one).time;
        const double after = simulation_.read(one).time;
        EXPECT_GT(other, before - 1.5 * step);
        EXPECT_LT(other, after + 1.5 * step);
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    EXPECT_TRUE(becomes([&] { return app_.status.time > from; }));
}

TEST_F(RacingSimulations, ShowHowEulerLeavesTheEllipse) {
    ASSERT_TRUE(start("kepler"));
    EXPECT_TRUE(app_.race.equal_times);
    EXPECT_EQ(app_.settings.source, "kepler");
    EXPECT_EQ(app_.race.racers[0].title, "Euler");
    EXPECT_TRUE(becomes([&] { return app_.race.racers[1].apart.value_or(0) > 0.1; }));
    EXPECT_FALSE(app_.race.racers[0].ahead);
}

// The distance of the lines' farthest point from the origin.
double farthest(const std::vector<LinePoint>& lines) {
    double far = 0;
    for (const LinePoint& point : lines) {
        far = std::max(far, std::hypot(double{point.place[0]}, double{point.place[1]}));
    }
    return far;
}

TEST_F(RacingSimulations, HaveTheirOwnTrailsBesideTheExactOrbit) {
    app_.view.show_trails = true;
    app_.view.layer = Layer::stage;
    ASSERT_TRUE(start("kepler"));
    ASSERT_EQ(app_.race.exact.size(), 2U);
    ASSERT_EQ(app_.race.pictures.size(), 1U);
    const double apoapsis = 1.5 * 0.75;
    // One look at a time, whenever that is: there are many steps between two of them.
    const auto look = [&] {
        read_lines(simulation_, app_.status, app_.view, app_.paths, app_.get<GuideLines>(), true);
        const Racer& rival = race_->rivals().front();
        RivalPicture& picture = app_.race.pictures.front();
        read_lines(*rival.simulation, rival.status, app_.view, picture.paths, picture.guides, true);
        picture.time = rival.status.time;
    };
    look();
    const double from = simulation_.read({.position = true}).time; // it ran before the race, too
    ASSERT_TRUE(becomes([&] {
        return app_.status.time > from + 7 && race_->rivals().front().status.time > from + 7;
    })) << "more than a period";
    look();
    const RivalPicture& leapfrog = app_.race.pictures.front();
    const std::vector<LinePoint> euler = app_.paths.lines(app_.view, {}, app_.status.time);
    const std::vector<LinePoint> closed = leapfrog.paths.lines(app_.view, {}, leapfrog.time);
    EXPECT_GT(euler.size(), 2U * 300) << "a point a step";
    EXPECT_GT(closed.size(), 2U * 300);
    EXPECT_NEAR(farthest(closed), apoapsis, 0.01) << "leapfrog's ellipse closes";
    EXPECT_GT(farthest(euler), 1.02 * apoapsis) << "Euler's does not, after a whole period";
}

TEST_F(RacingSimulations, OfFewBodiesKeepThePaceAndOneTime) {
    app_.settings.steps_per_second = 60;
    app_.settings.source = "pythagorean";
    app_.settings.bodies = 0;
    ASSERT_TRUE(becomes([&] { return app_.status.count == 3; }));
    app_.actions.run("race.rival");
    ASSERT_TRUE(becomes([&] { return app_.race.under_way && !app_.race.holds; }));
    EXPECT_TRUE(app_.race.equal_times);
    EXPECT_EQ(racer_settings(app_.race, 1, app_.settings).steps_per_second, 60);
    app_.actions.run("race.equal_times");
    EXPECT_FALSE(app_.race.equal_times);
    EXPECT_EQ(racer_settings(app_.race, 0, app_.settings).steps_per_second, 60);
    app_.settings.steps_per_second = 0;
    EXPECT_EQ(racer_settings(app_.race, 0, app_.settings).steps_per_second, 0)
        << "as was asked for";
}

TEST_F(RacingSimulations, OfManyBodiesAreAsFastAsTheyCan) {
    app_.settings.steps_per_second = 60;
    ASSERT_TRUE(becomes([&] { return app_.status.loaded; }));
    ASSERT_TRUE(start("cpu.simd cpu.aos"));
    EXPECT_FALSE(app_.race.equal_times);
    EXPECT_EQ(racer_settings(app_.race, 1, app_.settings).steps_per_second, 0);
}

TEST_F(RacingSimulations, OfFewBodiesStayInTheirViews) {
    app_.framebuffer = {1280, 720};
    app_.camera.jump_to(pose_from_angles({0, 0, 0}, 3, -90, 50));
    ASSERT_TRUE(start("kepler"));
    EXPECT_EQ(race_eye(app_).pose(), app_.camera.pose()) << "at first all is seen";
    const double aspect = 16.0 / 9;
    const auto eyes_are_far_enough = [&](std::size_t racer) {
        const RaceView view = race_views(2, race_eye(app_), aspect).front();
        const VectorArray<double> at =
            positions(racer == 0 ? simulation_ : *race_->rivals()[racer - 1].simulation);
        bool all = true;
        for (std::size_t i = 0; i < at.size(); ++i) {
            all = all && reach_for(view, {at.x[i], at.y[i], at.z[i]}) < 1.06;
        }
        return all;
    };
    ASSERT_TRUE(becomes([&] { return app_.race.framing.reach > 1.3; })) << "Euler's bodies leave";
    app_.settings.running = false;
    ASSERT_TRUE(becomes([&] { return !app_.status.settings.running && !app_.status.stepping; }));
    frame();
    frame();
    EXPECT_TRUE(eyes_are_far_enough(0));
    EXPECT_TRUE(eyes_are_far_enough(1));
    EXPECT_LE(app_.race.framing.reach, 4) << "within reason";
    const double reach = app_.race.framing.reach;
    app_.camera.jump_to(pose_from_angles({0, 0, 0}, 1, -90, 50));
    frame();
    frame();
    EXPECT_EQ(app_.race.framing.reach, reach) << "a distance that was chosen stays";
}

TEST_F(RacingSimulations, SayForWhomTheyWait) {
    app_.settings.bodies = 16384;
    ASSERT_TRUE(becomes([&] { return app_.status.loaded && app_.status.count == 16384; }));
    ASSERT_TRUE(start("cpu.simd cpu.aos"));
    EXPECT_FALSE(app_.race.racers[0].waits_for);
    app_.race.equal_times = true;
    EXPECT_TRUE(becomes([&] { return app_.race.racers[0].waits_for == 1U; }));
    EXPECT_FALSE(app_.race.racers[1].waits_for);
    app_.race.equal_times = false;
    EXPECT_TRUE(becomes([&] { return !app_.race.racers[0].waits_for; }));
}

TEST_F(RacingSimulations, GiveTheSimulationBackAllThreadsAndItsOwnWays) {
    app_.settings.threads = 2;
    ASSERT_TRUE(becomes([&] { return app_.status.steps > 2; }));
    ASSERT_TRUE(start("cpu.aos cpu.simd_threads"));
    EXPECT_EQ(app_.status.settings.threads, 1);
    EXPECT_EQ(app_.status.settings.algorithm, "cpu.aos");
    EXPECT_EQ(app_.settings.algorithm, "cpu.simd") << "besides the race";
    EXPECT_FALSE(app_.undo.can_undo());
    const double reached = app_.status.time;
    app_.actions.run("race.end");
    ASSERT_TRUE(becomes([&] { return app_.status.settings == app_.settings; }));
    EXPECT_FALSE(app_.race.under_way);
    EXPECT_EQ(app_.status.settings.threads, 2);
    EXPECT_EQ(app_.status.settings.algorithm, "cpu.simd");
    EXPECT_GE(app_.status.time, reached) << "its bodies go on";
}

TEST_F(RacingSimulations, MakeOtherBodiesAndGiveBackThoseThatWereThere) {
    ASSERT_TRUE(becomes([&] { return app_.status.steps > 5; }));
    app_.settings.running = false;
    ASSERT_TRUE(becomes([&] { return !app_.status.settings.running && !app_.status.stepping; }));
    const VectorArray<double> before = positions(simulation_);
    ASSERT_TRUE(start("bodies 128 512"));
    EXPECT_EQ(app_.status.count, 128U);
    EXPECT_EQ(race_->rivals()[0].status.count, 512U);
    app_.actions.run("race.end");
    ASSERT_TRUE(becomes([&] { return app_.status.count == 256; }));
    expect_same(before, positions(simulation_));
}

TEST_F(RacingSimulations, OfOtherBodiesGiveNoneBackWhereTheNextStepOfATourHasItsOwn) {
    ASSERT_TRUE(becomes([&] { return app_.status.steps > 5; }));
    ASSERT_TRUE(start("bodies 128 512"));
    app_.actions.run("race.end");
    app_.settings.source = "uniform_cube";
    app_.settings.bodies = 300;
    ASSERT_TRUE(
        becomes([&] { return app_.status.settings == app_.settings && app_.status.loaded; }));
    EXPECT_TRUE(becomes([&] { return app_.status.count == 300; }));
}

TEST_F(RacingSimulations, EndWhereSomebodyChoosesOtherwise) {
    ASSERT_TRUE(start("cpu.simd cpu.aos"));
    app_.settings.algorithm = "cpu.tree";
    EXPECT_TRUE(becomes(
        [&] { return !app_.race.under_way && app_.status.settings.algorithm == "cpu.tree"; }));
    ASSERT_FALSE(app_.toasts.empty());
    EXPECT_EQ(app_.toasts.back().text, "The race is over: its settings were changed");
    ASSERT_TRUE(start("cpu.simd cpu.aos"));
    app_.settings.source = "kepler";
    EXPECT_TRUE(becomes([&] { return !app_.race.under_way && app_.status.count == 2; }));
}

TEST_F(RacingSimulations, AreRefusedWhereARacerCannotComputeWhatIsWanted) {
    app_.settings.integrator = "hermite4";
    app_.settings.algorithm = "cpu.aos";
    ASSERT_TRUE(becomes([&] { return app_.status.settings.integrator == "hermite4"; }));
    app_.requests.add(StartRace{"cpu.aos cpu.tree"});
    EXPECT_TRUE(becomes([&] { return !app_.toasts.empty() && app_.toasts.back().is_error; }));
    EXPECT_NE(app_.toasts.back().text.find("jerk"), std::string::npos);
    EXPECT_FALSE(app_.race.under_way);
}

TEST_F(RacingSimulations, OfSomethingElseThanAlgorithmsGetNoRivalByAKey) {
    ASSERT_TRUE(becomes([&] { return app_.status.loaded; }));
    app_.requests.add(StartRace{"fp32 fp64"});
    ASSERT_TRUE(becomes([&] { return app_.race.under_way; }));
    app_.actions.run("race.rival");
    EXPECT_FALSE(app_.requests.has<StartRace>());
    ASSERT_FALSE(app_.toasts.empty());
    EXPECT_NE(app_.toasts.back().text.find("Esc ends it"), std::string::npos);
    EXPECT_EQ(app_.race.race.what, "precision");
}

TEST_F(RacingSimulations, GetARivalByAKeyAndOneMoreByAnother) {
    ASSERT_TRUE(becomes([&] { return app_.status.loaded; }));
    app_.actions.run("race.rival");
    ASSERT_TRUE(app_.requests.has<StartRace>());
    EXPECT_EQ(app_.requests.newest<StartRace>()->words, "algorithm cpu.simd cpu.aos");
    ASSERT_TRUE(becomes([&] { return app_.race.under_way; }));
    app_.actions.run("race.rival");
    ASSERT_TRUE(app_.requests.has<StartRace>());
    EXPECT_EQ(read_race(app_.requests.newest<StartRace>()->words).values.size(), 3U);
}

} // namespace
} // namespace orrery
