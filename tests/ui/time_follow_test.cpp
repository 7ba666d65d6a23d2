// Requests on time and on followed bodies, without a window.

#include "app/features/features.hpp"
#include "app/features/tour/tour.hpp"
#include "app/features/tour/tour_stage.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/followed.hpp"
#include "app/state/guide_lines.hpp"
#include "app/state/source_choice.hpp"
#include "app/state/time_view.hpp"
#include "app/state/tour_status.hpp"
#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "tests/patience.hpp"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

namespace orrery {

extern const FeatureEntry follow_feature;
extern const FeatureEntry path_ahead_feature;
extern const FeatureEntry time_keeper_feature;

namespace {

class TimeAndFollow : public testing::Test {
protected:
    TimeAndFollow() { add_default_actions(app_); }

    void say(const std::string& words) {
        EXPECT_TRUE(app_.actions.run(spoken_command(app_.actions, words))) << words;
    }
    void load(const std::string& scene, std::size_t bodies) {
        app_.settings.source = scene;
        app_.settings.bodies = bodies;
        app_.settings.running = false;
        app_.simulation.set(app_.settings);
        const std::uint64_t before = app_.status.load_serial;
        ASSERT_TRUE(becomes([&](const SimulationStatus& s) { return s.load_serial > before; }));
        ASSERT_TRUE(becomes([&](const SimulationStatus& s) { return !s.loading; }));
        app_.catalogue = app_.simulation.catalogue();
    }
    void take_steps(int count) {
        const std::uint64_t before = app_.status.steps;
        for (int step = 0; step < count; ++step) {
            app_.simulation.step_once(false);
        }
        ASSERT_TRUE(becomes([&](const SimulationStatus& s) {
            return s.steps == before + static_cast<std::uint64_t>(count);
        }));
    }
    bool becomes(const std::function<bool(const SimulationStatus&)>& true_of) {
        return wait_for([&] {
            app_.status = app_.simulation.status();
            return true_of(app_.status);
        });
    }

    SimulationThread simulation_;
    AppState app_{.simulation = simulation_, .settings = {}};
    Frame frame_{app_};
};

TEST_F(TimeAndFollow, HalveAndDoubleThePaceUpToAsFastAsTheyCome) {
    app_.settings.source = "plummer";
    app_.actions.run("time.slower");
    EXPECT_EQ(app_.settings.steps_per_second, 30);
    EXPECT_EQ(app_.toasts.back().text, "30 steps a second (1/2 of the default)");
    app_.actions.run("time.usual");
    EXPECT_EQ(app_.settings.steps_per_second, 60);
    for (int more = 0; more < 5; ++more) {
        app_.actions.run("time.faster");
    }
    EXPECT_EQ(app_.settings.steps_per_second, 0);
    app_.actions.run("time.slower");
    EXPECT_EQ(app_.settings.steps_per_second, 960);
}

TEST_F(TimeAndFollow, TakeThePaceOfEachSceneUnlessAnotherIsSet) {
    EXPECT_EQ(app_.settings.source, "galaxy_collision");
    app_.settings.steps_per_second = pace_of_source("galaxy_collision");
    EXPECT_EQ(app_.settings.steps_per_second, 5) << "ten minutes of it";
    choose_source(app_.settings, "solar_system");
    EXPECT_EQ(app_.settings.steps_per_second, 240);
    choose_source(app_.settings, "plummer");
    EXPECT_EQ(app_.settings.steps_per_second, 60);
    app_.settings.steps_per_second = 30;
    choose_source(app_.settings, "galaxy_collision");
    EXPECT_EQ(app_.settings.steps_per_second, 30);
    app_.actions.run("time.usual");
    EXPECT_EQ(app_.settings.steps_per_second, 5);
    EXPECT_EQ(app_.toasts.back().text, "5 steps a second (default)");
    app_.settings.source = "saved.orrery"; // a session of it, with its pace
    choose_source(app_.settings, "plummer");
    EXPECT_EQ(app_.settings.steps_per_second, 60);
}

TEST_F(TimeAndFollow, GoToTimesThatAreKeptAndRunToThoseThatAreNot) {
    load("plummer", 64);
    take_steps(8);
    const double end = app_.status.time;
    app_.settings.running = true;
    say("time " + std::to_string(end / 2));
    EXPECT_FALSE(app_.settings.running);
    ASSERT_TRUE(becomes([](const auto& s) { return s.steps == 4 && !s.travel.under_way; }));
    say("time " + std::to_string(end * 1.25));
    EXPECT_TRUE(app_.settings.running);
    app_.simulation.set(app_.settings);
    ASSERT_TRUE(becomes([](const auto& s) { return s.travel.arrivals == 1; }));
    EXPECT_EQ(app_.status.steps, 10U);
    time_keeper_feature.make({})->update(frame_);
    EXPECT_FALSE(app_.settings.running) << "rests there";
    say("time -1");
    EXPECT_NE(app_.toasts.back().text.find("before the recorded time"), std::string::npos);
}

TEST_F(TimeAndFollow, GoOnWhereAStepOfATourBeginsAgain) {
    const auto keeper = time_keeper_feature.make({});
    TourStatus& tour = app_.get<TourStatus>();
    tour.given = true;
    const auto arrives = [&](std::optional<double> until) {
        const TourStep step{
            .title = "T", .words = "", .notes = "", .end = StepEnd::loop, .until = until};
        tour.tour = std::make_shared<const Tour>(
            Tour{.title = "T", .author = "", .license = "", .steps = {step}});
        app_.settings.running = true;
        ++app_.status.travel.arrivals; // as at the end of a universe's history
        keeper->update(frame_);
        return app_.settings.running;
    };
    EXPECT_TRUE(arrives(13.7)) << "it goes back there";
    EXPECT_FALSE(arrives({})) << "it goes back some time later";
}

TEST_F(TimeAndFollow, MarkALoopWithOneKey) {
    load("plummer", 64);
    take_steps(6);
    app_.actions.run("time.loop");
    EXPECT_EQ(app_.get<TimeView>().loop_from, 6U);
    app_.simulation.go_to_step(2);
    ASSERT_TRUE(becomes([](const auto& s) { return s.travel.in_past && s.travel.step == 2; }));
    app_.actions.run("time.loop");
    ASSERT_TRUE(becomes([](const auto& s) { return s.travel.loop == StepSpan{2, 6}; }));
    app_.actions.run("time.loop");
    EXPECT_TRUE(becomes([](const auto& s) { return !s.travel.loop; }));
    say("loop 0 " + std::to_string(app_.status.travel.end.time / 2));
    EXPECT_TRUE(becomes([](const auto& s) { return s.travel.loop == StepSpan{0, 3}; }));
    EXPECT_THROW(spoken_command(app_.actions, "loop 3"), Error);
}

TEST_F(TimeAndFollow, CountDownAndThenPlay) {
    const auto keeper = time_keeper_feature.make({});
    app_.now = 10;
    say("countdown 5");
    EXPECT_FALSE(app_.settings.running);
    app_.now = 14.9;
    keeper->update(frame_);
    EXPECT_FALSE(app_.settings.running);
    EXPECT_TRUE(app_.view.waiting) << "Esc ends it";
    app_.now = 15.1;
    keeper->update(frame_);
    EXPECT_TRUE(app_.settings.running);
    EXPECT_FALSE(app_.view.waiting);
    say("countdown 5");
    keeper->update(frame_);
    app_.actions.run("time.stop");
    EXPECT_FALSE(app_.get<TimeView>().starts_at);
    EXPECT_FALSE(app_.settings.running);
}

TEST_F(TimeAndFollow, AreDoneOnceInTheStepOfATourThatAsks) {
    const Tour tour = read_tour_text(R"(title = "Two steps"
[[step]]
title = "First"
do = ["countdown 5", "follow core"]
[[step]]
title = "Second"
)",
                                     "talk.toml", app_.actions)
                          .tour;
    enter_step(app_, tour, 0, false);
    EXPECT_TRUE(app_.get<TimeView>().starts_at);
    app_.get<TimeView>().starts_at.reset();
    enter_step(app_, tour, 1, false);
    EXPECT_FALSE(app_.get<TimeView>().starts_at);
    EXPECT_EQ(app_.get<Followed>().what, Following::core) << "it is still followed";
}

TEST_F(TimeAndFollow, FindBodiesByNameAndNumber) {
    say("follow Earth");
    EXPECT_EQ(app_.get<Followed>().what, Following::nothing) << "nobody is there yet";
    load("solar_system", 0);
    const auto follow = follow_feature.make({});
    follow->see_bodies(frame_);
    EXPECT_EQ(app_.get<Followed>().what, Following::body);
    const std::size_t earth = app_.get<Followed>().body;
    EXPECT_EQ(app_.picked_body, earth);
    say("follow nothing");
    say("follow earth");
    EXPECT_EQ(app_.get<Followed>().body, earth);
    say("follow 2");
    EXPECT_EQ(app_.get<Followed>().body, 1U);
    say("follow Erth");
    EXPECT_NE(app_.toasts.back().text.find("Earth"), std::string::npos);
}

TEST_F(TimeAndFollow, TellWhoPullsMostAndMoveTheCameraAlong) {
    load("solar_system", 0);
    take_steps(1); // whose forces are known
    app_.units = app_.simulation.units();
    const auto follow = follow_feature.make({});
    follow->see_bodies(frame_);
    say("follow Moon");
    app_.get<Followed>().place = glm::dvec3(1, 0, 0);
    ASSERT_TRUE(wait_for([&] {
        app_.now += 0.3;
        follow->see_bodies(frame_);
        return app_.get<Followed>().figures.has_value();
    }));
    EXPECT_EQ(app_.get<Followed>().figures->puller, "Sun") << "twice as strong as the Earth";
    EXPECT_GT(app_.get<Followed>().figures->share_of_pull, 0.3);
    EXPECT_GT(app_.get<Followed>().figures->speed, 0);
    app_.camera.advance(1);
    const glm::dvec3 before = app_.camera.pose().centre;
    app_.get<Followed>().place = glm::dvec3(1, 0.5, 0);
    follow->see_bodies(frame_);
    EXPECT_NEAR(glm::distance(app_.camera.pose().centre, before), 0.5, 1e-9);

    load("plummer", 32);
    follow->see_bodies(frame_);
    EXPECT_EQ(app_.get<Followed>().what, Following::nothing);
    EXPECT_EQ(app_.toasts.back().text, "The followed body is gone");
}

TEST_F(TimeAndFollow, FlyToABodyByNameAndKeepItInTheCentre) {
    say("fly to Earth");
    load("solar_system", 0);
    app_.units = app_.simulation.units();
    const auto follow = follow_feature.make({});
    follow->see_bodies(frame_); // it is there now
    ASSERT_EQ(app_.get<Followed>().what, Following::body);
    const glm::dvec3 place(0.7, -0.6, 0.1);
    app_.get<Followed>().place = place;
    follow->see_bodies(frame_);
    EXPECT_TRUE(app_.camera.moving());
    app_.camera.advance(10);
    constexpr double radius = 6371 / 149597870.7;
    EXPECT_NEAR(glm::distance(app_.camera.pose().centre, place), 0, 1e-9);
    EXPECT_GT(app_.camera.pose().distance, 2 * radius);
    EXPECT_LT(app_.camera.pose().distance, 10 * radius);
    app_.get<Followed>().place = 2.0 * place;
    follow->see_bodies(frame_);
    EXPECT_NEAR(glm::distance(app_.camera.pose().centre, 2.0 * place), 0, 1e-9);
    say("fly to Erth");
    EXPECT_NE(app_.toasts.back().text.find("Earth"), std::string::npos);
}

TEST_F(TimeAndFollow, TurnTheCameraWithTheOrbitWhereThatIsWanted) {
    load("solar_system", 0);
    const auto follow = follow_feature.make({});
    follow->see_bodies(frame_);
    say("follow Mars");
    app_.camera.jump_to(pose_from_angles({0, 0, 0}, 3, 40, 20));
    app_.get<Followed>().place = glm::dvec3(1.5, 0, 0.1);
    follow->see_bodies(frame_);
    app_.camera.advance(1);
    app_.get<Followed>().place = glm::dvec3(0, 1.5, 0.1);
    follow->see_bodies(frame_);
    app_.camera.advance(1);
    const auto from_body = [&] { // in the eye's directions, of the centre of mass
        return glm::inverse(app_.camera.pose().orientation) * -app_.camera.pose().centre;
    };
    const glm::dvec3 before = from_body();
    say("turn with the orbit on");
    for (const double angle : {2.0, 3.0, 4.0, 6.0, 7.5}) {
        app_.get<Followed>().place = glm::dvec3(1.5 * std::cos(angle), 1.5 * std::sin(angle), 0.1);
        follow->see_bodies(frame_);
        app_.camera.advance(1);
        if (angle == 2.0) { // it turns from where it was when that was asked for
            continue;
        }
        EXPECT_NEAR(glm::length(from_body()), glm::length(before), 1e-6);
    }
    const glm::dvec3 then = from_body();
    app_.get<Followed>().place = glm::dvec3(1.5 * std::cos(9.0), 1.5 * std::sin(9.0), 0.1);
    follow->see_bodies(frame_);
    app_.camera.advance(1);
    EXPECT_NEAR(glm::distance(from_body(), then), 0, 1e-6) << "it stays where it is on screen";
    say("turn with the orbit off");
    app_.get<Followed>().place = glm::dvec3(1.5, 0, 0.1);
    follow->see_bodies(frame_);
    app_.camera.advance(1);
    EXPECT_GT(glm::distance(from_body(), then), 0.5);
}

// Followed bodies are read beside the frames, and the answer may be about another system.
TEST_F(TimeAndFollow, GiveFiguresUpWhenFewerBodiesHaveComeMeanwhile) {
    load("solar_system", 0);
    take_steps(1);
    app_.units = app_.simulation.units();
    const auto follow = follow_feature.make({});
    follow->see_bodies(frame_);
    app_.get<Followed>() = {.what = Following::body, .body = app_.status.count - 1};
    const SimulationStatus before = app_.status;
    const Catalogue known = app_.catalogue;
    load("plummer", 4);
    app_.status = before; // as in the frame in which the others come
    app_.catalogue = known;
    for (int reading = 0; reading < 4; ++reading) {
        app_.now += 10;
        follow->see_bodies(frame_);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    EXPECT_FALSE(app_.get<Followed>().figures);
}

// A path that is made anew draws the picture anew.
TEST_F(TimeAndFollow, MakeThePathAheadOnceOfBodiesAtRest) {
    load("plummer", 64);
    const GuideLines& lines = app_.get<GuideLines>();
    const auto path = path_ahead_feature.make({});
    frame_.in_film = true; // which waits for it
    app_.view.show_path_ahead = true;
    app_.picked_body = 7;
    path->prepare_picture(frame_);
    EXPECT_GT(lines.path().size(), 100U);
    const std::uint64_t version = lines.version();
    app_.now += 10;
    path->prepare_picture(frame_);
    EXPECT_EQ(lines.version(), version);
    app_.written.version = 2;
    path->prepare_picture(frame_);
    EXPECT_NE(lines.version(), version) << "the bodies have moved";
    app_.picked_body.reset();
    path->prepare_picture(frame_);
    EXPECT_TRUE(lines.path().empty());
}

} // namespace
} // namespace orrery
