#include "render/camera.hpp"

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>
#include <gtest/gtest.h>

#include <cmath>

namespace orrery {
namespace {

constexpr double frame = 1.0 / 60;

// A point's place on screen, -1 … 1 from left to right and from bottom to top.
glm::dvec2 on_screen(const Camera& camera, const glm::dvec3& point, double aspect = 1.5) {
    const glm::dvec4 clip =
        camera.projection(aspect) * camera.view() * glm::dvec4(point.x, point.y, point.z, 1);
    return {clip.x / clip.w, clip.y / clip.w};
}

void expect_near(const glm::dvec3& a, const glm::dvec3& b, double tolerance) {
    EXPECT_LT(glm::distance(a, b), tolerance)
        << a.x << ' ' << a.y << ' ' << a.z << " and " << b.x << ' ' << b.y << ' ' << b.z;
}

void settle(Camera& camera) {
    for (int i = 0; i < 600 && camera.moving(); ++i) {
        camera.advance(frame);
    }
    EXPECT_FALSE(camera.moving());
}

Camera looking_at(const glm::dvec3& centre, double distance = 10) {
    Camera camera;
    camera.jump_to(pose_from_angles(centre, distance, 30, 25));
    return camera;
}

TEST(CameraPose, PutsTheEyeWhereItsAnglesSay) {
    expect_near(pose_from_angles({1, 2, 3}, 10, 0, 0).eye(), {11, 2, 3}, 1e-12);
    expect_near(pose_from_angles({1, 2, 3}, 10, 90, 0).eye(), {1, 12, 3}, 1e-12);
    expect_near(pose_from_angles({1, 2, 3}, 10, 0, 90).eye(), {1, 2, 13}, 1e-12);
}

TEST(Camera, ShowsItsCentreInTheMiddleAndUpwardsAsUp) {
    const glm::dvec3 centre{4, -2, 7};
    const Camera camera = looking_at(centre);
    EXPECT_LT(glm::length(on_screen(camera, centre)), 1e-12);
    EXPECT_GT(on_screen(camera, centre + glm::dvec3(0, 0, 1)).y, 0.1);
    EXPECT_NEAR(on_screen(camera, centre + glm::dvec3(0, 0, 1)).x, 0, 1e-12);
}

TEST(Camera, MagnifiesAboutAPlaceWhichStaysWhereItIsSeen) {
    Camera camera;
    camera.jump_to(pose_from_angles({1, 2, 3}, 8, 20, 30));
    const glm::dvec3 place(4, 3, 2);
    const auto seen = [&](const glm::dvec3& at) {
        const glm::dvec4 clip = camera.projection(1.5) * camera.view() * glm::dvec4(at, 1);
        return glm::dvec2(clip) / clip.w;
    };
    const glm::dvec2 before = seen(place);
    const double height = visible_half_height(camera);
    camera.magnify(place, 2);
    EXPECT_NEAR(visible_half_height(camera), height / 2, 1e-12);
    EXPECT_NEAR(glm::length(seen(place) - before), 0, 1e-9);
    camera.magnify(place, 0.5);
    EXPECT_NEAR(glm::length(camera.pose().centre - glm::dvec3(1, 2, 3)), 0, 1e-12);
}

TEST(Camera, FramesASphereWholeAtAnyShapeOfWindow) {
    const glm::dvec3 centre{100, 50, -20};
    for (const double aspect : {0.4, 1.0, 1.78, 4.0}) {
        Camera camera;
        camera.jump_to(framing(pose_from_angles({0, 0, 0}, 1, 30, 25), centre, 3,
                               camera.field_of_view, aspect));
        double widest = 0;
        for (int i = 0; i < 2000; ++i) { // points all over the sphere
            const double z = 1 - (2 * i + 1) / 2000.0;
            const double angle = 2.399963 * i;
            const double across = std::sqrt(1 - z * z);
            const glm::dvec3 point =
                centre + 3.0 * glm::dvec3(across * std::cos(angle), across * std::sin(angle), z);
            const glm::dvec2 at = on_screen(camera, point, aspect);
            widest = std::max({widest, std::abs(at.x), std::abs(at.y)});
        }
        EXPECT_LT(widest, 1) << aspect;
        EXPECT_GT(widest, 0.85) << "and fills the window, at " << aspect;
    }
}

TEST(Camera, EndsAFlightExactlyWhereItWasSent) {
    Camera camera = looking_at({0, 0, 0});
    const CameraPose target = pose_from_angles({1e6, 3, -7}, 0.01, 211, -40);
    camera.fly_to(target, 0.4);
    EXPECT_TRUE(camera.moving());
    for (int i = 0; i < 23; ++i) {
        camera.advance(frame);
    }
    EXPECT_TRUE(camera.moving()) << "23 frames are less than 0.4 s";
    camera.advance(frame);
    camera.advance(frame);
    EXPECT_FALSE(camera.moving());
    EXPECT_EQ(camera.pose().centre, target.centre);
    EXPECT_EQ(camera.pose().orientation, target.orientation);
    EXPECT_EQ(camera.pose().distance, target.distance);
}

TEST(Camera, StartsAndEndsAFlightGently) {
    Camera camera = looking_at({0, 0, 0});
    CameraPose target = camera.pose();
    target.centre = {1, 0, 0};
    camera.fly_to(target, 1);
    double fastest = 0;
    double first = 0;
    double last = 0;
    for (int i = 0; i < 100; ++i) {
        const double before = camera.pose().centre.x;
        camera.advance(0.01);
        last = camera.pose().centre.x - before;
        EXPECT_GE(last, 0);
        first = i == 0 ? last : first;
        fastest = std::max(fastest, last);
    }
    EXPECT_LT(first, 0.02 * fastest);
    EXPECT_LT(last, 0.02 * fastest);
}

TEST(Camera, NeverLosesWhatItFliesTowards) {
    Camera camera = looking_at({0, 0, 0}, 1000);
    const glm::dvec3 goal{200, 100, 30};
    CameraPose target = camera.pose();
    target.centre = goal;
    target.distance = 0.1;
    camera.fly_to(target, 1);
    double before = glm::length(on_screen(camera, goal));
    while (camera.moving()) {
        camera.advance(0.01);
        const double now = glm::length(on_screen(camera, goal));
        EXPECT_LE(now, before + 1e-6);
        before = now;
    }
}

TEST(Camera, RecentresWithoutTurningOrComingCloser) {
    Camera camera = looking_at({0, 0, 0});
    const CameraPose before = camera.pose();
    camera.recentre({1, 2, 3});
    settle(camera);
    EXPECT_EQ(camera.pose().centre, glm::dvec3(1, 2, 3));
    EXPECT_EQ(camera.pose().orientation, before.orientation);
    EXPECT_EQ(camera.pose().distance, before.distance);
}

TEST(Camera, TurnsOnAsAFlightWantsItWhileItRecentres) {
    Camera camera = looking_at({0, 0, 0});
    camera.fly_to(pose_from_angles({9, 9, 9}, 3, 40, 90), 2);
    camera.advance(frame);
    camera.recentre({1, 2, 3});
    settle(camera);
    const CameraPose goal = pose_from_angles({1, 2, 3}, 3, 40, 90);
    EXPECT_EQ(camera.pose().centre, goal.centre);
    EXPECT_EQ(camera.pose().orientation, goal.orientation);
    EXPECT_EQ(camera.pose().distance, goal.distance);
}

TEST(Camera, KeepsItsGoalWhenTheHandShakesWhileItRecentres) {
    Camera camera = looking_at({0, 0, 0});
    camera.recentre({1, 2, 3});
    camera.advance(frame);
    camera.orbit({0.002, 0.001}); // a double click is rarely still
    settle(camera);
    expect_near(camera.pose().centre, {1, 2, 3}, 1e-12);
}

TEST(CameraPath, GoesThroughItsKeyframesWithoutAStopOrACorner) {
    const std::vector<CameraFlight> path{{pose_from_angles({0, 0, 0}, 10, 0, 10), 0},
                                         {pose_from_angles({3, 0, 0}, 4, 70, 30), 1},
                                         {pose_from_angles({3, 5, 0}, 1, 150, 20), 4},
                                         {pose_from_angles({0, 9, 1}, 20, 260, 60), 0.5}};
    EXPECT_DOUBLE_EQ(duration_of(path), 5.5);
    const auto velocity = [&](double seconds) {
        constexpr double step = 1e-5;
        return (pose_along(path, seconds + step).eye() - pose_along(path, seconds).eye()) / step;
    };
    double passed = 0;
    for (std::size_t k = 1; k < path.size(); ++k) {
        passed += path[k].seconds;
        const CameraPose there = pose_along(path, passed);
        expect_near(there.centre, path[k].pose.centre, 1e-9);
        EXPECT_NEAR(there.distance, path[k].pose.distance, 1e-9);
        EXPECT_NEAR(std::abs(glm::dot(there.orientation, path[k].pose.orientation)), 1, 1e-9);
        if (k + 1 < path.size()) {
            const glm::dvec3 before = velocity(passed - 2e-5), behind = velocity(passed + 1e-5);
            EXPECT_GT(glm::length(before), 0.5) << "no stop at " << k;
            EXPECT_LT(glm::distance(before, behind), 0.01 * glm::length(before)) << "at " << k;
        }
    }
    EXPECT_LT(glm::length(velocity(0)), 1e-2) << "starts gently";
    EXPECT_LT(glm::length(velocity(passed - 2e-5)), 1e-2) << "ends gently";
}

TEST(CameraPath, RestsBetweenTwoKeyframesThatAreAlike) {
    const CameraPose here = pose_from_angles({1, 2, 3}, 4, 50, 10);
    const std::vector<CameraFlight> path{{pose_from_angles({0, 0, 0}, 10, 0, 10), 0},
                                         {here, 2},
                                         {here, 3},
                                         {pose_from_angles({5, 0, 0}, 2, 90, 0), 1}};
    for (const double seconds : {2.0, 2.5, 4.9}) {
        EXPECT_EQ(pose_along(path, seconds), here) << seconds;
    }
    for (double seconds = 0; seconds < 2; seconds += 0.05) { // not too far and back
        EXPECT_LE(pose_along(path, seconds).centre.z, 3 + 1e-9);
    }
}

TEST(CameraPath, OfEasedTimeIsMonotonicWithTheSpeedsThatAreWanted) {
    for (const double first : {0.0, 1.0, 2.0}) {
        for (const double last : {0.0, 1.0, 2.0}) {
            EXPECT_DOUBLE_EQ(eased(0, first, last), 0);
            EXPECT_DOUBLE_EQ(eased(1, first, last), 1);
            EXPECT_NEAR(eased(1e-4, first, last), first * 1e-4, 1e-7);
            EXPECT_NEAR(1 - eased(1 - 1e-4, first, last), last * 1e-4, 1e-7);
            for (double u = 0.01; u <= 1; u += 0.01) {
                EXPECT_GE(eased(u, first, last), eased(u - 0.01, first, last) - 1e-12);
            }
        }
    }
}

TEST(Camera, TravelsAndTurnsAtSpeedsOfTheirOwn) {
    Camera camera;
    camera.jump_to(pose_from_angles({0, 0, 0}, 10, 0, 0));
    camera.speeds = {.travel = 0.5, .turn = 2};
    const CameraPose goal = pose_from_angles({4, 0, 0}, 10, 90, 0);
    camera.fly_to(goal, 1);
    camera.advance(0.5);
    EXPECT_NEAR(std::abs(glm::dot(camera.pose().orientation, goal.orientation)), 1, 1e-12)
        << "has turned already";
    EXPECT_LT(camera.pose().centre.x, 1);
    camera.advance(1.5);
    EXPECT_EQ(camera.pose(), goal);
    EXPECT_FALSE(camera.moving());
}

TEST(Camera, FadesInsteadOfFlyingWhereThatIsWanted) {
    Camera camera;
    camera.speeds.fades = true;
    const CameraPose goal = pose_from_angles({4, 0, 0}, 10, 90, 0);
    camera.fly_to(goal, 1);
    EXPECT_EQ(camera.pose(), goal);
    EXPECT_EQ(camera.veil(), 1);
    camera.advance(0.2);
    EXPECT_TRUE(camera.moving());
    camera.advance(0.3);
    EXPECT_EQ(camera.veil(), 0);
    EXPECT_FALSE(camera.moving());
}

TEST(Camera, TakesFlightsAlongWithWhatItFollows) {
    Camera camera;
    camera.fly_to(pose_from_angles({4, 0, 0}, 10, 90, 0), 1);
    camera.advance(0.5);
    camera.shift({0, 0, 7});
    camera.advance(0.6);
    EXPECT_EQ(camera.pose().centre, glm::dvec3(4, 0, 7));
    camera.rotate(90);
    EXPECT_EQ(camera.pose().centre, glm::dvec3(4, 0, 7));
    EXPECT_NEAR(camera.pose().eye().x, 4 - 10, 1e-9);
}

TEST(Camera, CirclesItsCentreAtTheSameDistance) {
    Camera camera = looking_at({5, 6, 7});
    const glm::dvec3 eye = camera.pose().eye();
    camera.orbit({0.3, 0.1});
    EXPECT_GT(glm::distance(camera.pose().eye(), eye), 1);
    EXPECT_NEAR(glm::distance(camera.pose().eye(), glm::dvec3(5, 6, 7)), 10, 1e-9);
    EXPECT_NEAR((camera.pose().orientation * glm::dvec3(1, 0, 0)).z, 0, 1e-12) << "level";
}

TEST(Camera, NeverTurnsOnItsHead) {
    Camera camera = looking_at({0, 0, 0});
    for (int i = 0; i < 200; ++i) {
        camera.orbit({0.01, i < 100 ? 0.05 : -0.05});
        EXPECT_GE((camera.pose().orientation * glm::dvec3(0, 1, 0)).z, -1e-9);
    }
}

TEST(Camera, GlidesOnAfterAQuickDragAndComesToRest) {
    Camera camera = looking_at({0, 0, 0});
    for (int i = 0; i < 10; ++i) {
        camera.orbit({0.02, 0});
        camera.advance(frame);
    }
    const glm::dvec3 released = camera.pose().eye();
    EXPECT_TRUE(camera.moving());
    settle(camera);
    const double glide = glm::distance(camera.pose().eye(), released);
    EXPECT_GT(glide, 0.1);
    EXPECT_LT(glide, 10);
}

TEST(Camera, DoesNotTurnOnUnderAHandThatRests) {
    Camera camera = looking_at({0, 0, 0});
    for (int i = 0; i < 10; ++i) {
        camera.orbit({0.02, 0});
        camera.advance(frame);
    }
    const CameraPose held = camera.pose();
    for (int i = 0; i < 30; ++i) {
        camera.orbit({0, 0});
        camera.advance(frame);
    }
    EXPECT_EQ(camera.pose(), held);
    settle(camera); // let go
    EXPECT_LT(glm::distance(camera.pose().eye(), held.eye()), 1e-3);
}

TEST(Camera, DragsTheCentreAlongWithTheHand) {
    Camera camera = looking_at({0, 0, 0});
    camera.pan({0.25, -0.1}); // right and up, in heights
    const glm::dvec2 at = on_screen(camera, {0, 0, 0}, 1.0);
    EXPECT_NEAR(at.x, 0.5, 1e-9);
    EXPECT_NEAR(at.y, 0.2, 1e-9);
}

TEST(Camera, ComesCloserByTheSameFactorWithEveryNotch) {
    Camera camera = looking_at({0, 0, 0});
    camera.dolly(1);
    settle(camera);
    const double factor = camera.pose().distance / 10;
    EXPECT_LT(factor, 1);
    camera.dolly(2);
    camera.dolly(3);
    settle(camera);
    EXPECT_NEAR(camera.pose().distance, 10 * std::pow(factor, 6), 1e-9);
    camera.dolly(-6);
    settle(camera);
    EXPECT_NEAR(camera.pose().distance, 10, 1e-9);
    camera.dolly(1e5);
    settle(camera);
    EXPECT_GT(camera.pose().distance, 0);
}

TEST(Camera, FliesWhereItLooksAndStopsWhenTheKeysAreLetGo) {
    Camera camera = looking_at({0, 0, 0});
    camera.set_mode(CameraMode::fly);
    const glm::dvec3 start = camera.pose().eye();
    const glm::dvec3 forward = camera.pose().orientation * glm::dvec3(0, 0, -1);
    camera.fly({0, 0, 1}, false);
    for (int i = 0; i < 30; ++i) {
        camera.advance(frame);
    }
    const glm::dvec3 way = camera.pose().eye() - start;
    EXPECT_GT(glm::length(way), 1);
    EXPECT_NEAR(glm::dot(glm::normalize(way), forward), 1, 1e-9);
    camera.fly({0, 0, 0}, false);
    settle(camera);

    Camera faster = looking_at({0, 0, 0});
    faster.set_mode(CameraMode::fly);
    faster.fly({0, 0, 1}, true);
    for (int i = 0; i < 30; ++i) {
        faster.advance(frame);
    }
    EXPECT_GT(glm::distance(faster.pose().eye(), start), 2 * glm::length(way));
}

TEST(Camera, LooksAroundFromWhereItIs) {
    Camera camera = looking_at({0, 0, 0});
    const glm::dvec3 eye = camera.pose().eye();
    camera.look({0.2, 0.1});
    expect_near(camera.pose().eye(), eye, 1e-9);
    EXPECT_GT(glm::length(camera.pose().centre), 1);
}

TEST(Camera, MovesTheSameAtAnyFrameRate) {
    const auto after_half_a_second = [](int frames) {
        Camera camera = looking_at({0, 0, 0});
        camera.dolly(5);
        camera.recentre({1, 1, 1});
        camera.dolly(3);
        for (int i = 0; i < frames; ++i) {
            camera.advance(0.5 / frames);
        }
        return camera.pose();
    };
    const CameraPose slow = after_half_a_second(10);
    const CameraPose fast = after_half_a_second(240);
    expect_near(slow.centre, fast.centre, 1e-6);
    EXPECT_NEAR(slow.distance / fast.distance, 1, 1e-3);
}

} // namespace
} // namespace orrery
