// The camera's memory: the view before a jump, and the stored views of each scene.

#include "app/state/default_actions.hpp"
#include "app/state/followed.hpp"
#include "app/state/source_choice.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

class ViewMemoryTest : public testing::Test {
protected:
    ViewMemoryTest() {
        add_default_actions(app_);
        app_.settings.source = "plummer";
        take_views_of_source(app_);
    }

    void choose(const char* scene) {
        choose_source(app_.settings, scene);
        take_views_of_source(app_);
    }

    SimulationThread simulation_;
    AppState app_{.simulation = simulation_, .settings = {}};
    const CameraPose near_ = pose_from_angles({1, 2, 3}, 4, 5, 6);
    const CameraPose far_ = pose_from_angles({0, 0, 0}, 400, 50, 60);
};

TEST_F(ViewMemoryTest, ComesBackFromAJumpAndGoesForthAgain) {
    EXPECT_FALSE(app_.actions.run("camera.before")) << "no jump yet";
    app_.camera.jump_to(near_);
    app_.view.stored_views[0] = far_;
    app_.actions.run("camera.view_1");
    app_.camera.advance(10);
    EXPECT_EQ(app_.camera.pose(), far_);
    ASSERT_TRUE(app_.actions.run("camera.before"));
    app_.camera.advance(10);
    EXPECT_EQ(app_.camera.pose(), near_);
    app_.actions.run("camera.before");
    app_.camera.advance(10);
    EXPECT_EQ(app_.camera.pose(), far_);
}

TEST_F(ViewMemoryTest, ComesBackFromHomeFromAllBodiesAndFromWhatIsFollowed) {
    for (const char* const jump : {"camera.home", "camera.frame", "camera.follow_core"}) {
        app_.camera.jump_to(near_);
        app_.actions.run(jump);
        app_.camera.jump_to(far_);
        app_.actions.run("camera.before");
        app_.camera.advance(10);
        EXPECT_EQ(app_.camera.pose(), near_) << jump;
        EXPECT_EQ(app_.get<Followed>().what, Following::nothing) << jump;
    }
}

TEST_F(ViewMemoryTest, ComesBackToWhatWasFollowed) {
    app_.actions.run("camera.follow_core");
    app_.actions.run("camera.home");
    EXPECT_EQ(app_.get<Followed>().what, Following::nothing);
    app_.actions.run("camera.before");
    EXPECT_EQ(app_.get<Followed>().what, Following::core);
}

TEST_F(ViewMemoryTest, UndoesASceneToWhereItWasSeenFromLast) {
    app_.undo.observe(app_.settings, app_.view);
    app_.camera.jump_to(near_);
    choose("solar_system");
    app_.undo.observe(app_.settings, app_.view);
    app_.camera.jump_to(far_);
    ASSERT_TRUE(app_.actions.run("edit.undo"));
    EXPECT_EQ(app_.settings.source, "plummer");
    ASSERT_TRUE(app_.requests.has<BeginAt>());
    EXPECT_EQ(app_.requests.take<BeginAt>()->pose, near_);
    ASSERT_TRUE(app_.actions.run("edit.redo"));
    EXPECT_EQ(app_.requests.take<BeginAt>()->pose, far_);
}

TEST_F(ViewMemoryTest, KeepsTheViewsOfAScene) {
    app_.camera.jump_to(near_);
    app_.actions.run("camera.store_1");
    choose("solar_system");
    EXPECT_FALSE(app_.view.stored_views[0]) << "that was of another scene";
    EXPECT_FALSE(app_.actions.find("camera.before").is_enabled());
    app_.camera.jump_to(far_);
    app_.actions.run("camera.store_1");
    choose("plummer");
    EXPECT_EQ(app_.view.stored_views[0], near_);
    choose("solar_system");
    EXPECT_EQ(app_.view.stored_views[0], far_);
}

TEST_F(ViewMemoryTest, KeepsTheKeyframesOfAScene) {
    app_.view.keyframes = {{near_, 1}, {far_, 2}};
    const std::vector<CameraFlight> made = app_.view.keyframes;
    choose("solar_system");
    EXPECT_TRUE(app_.view.keyframes.empty());
    choose("plummer");
    EXPECT_EQ(app_.view.keyframes, made);
}

TEST_F(ViewMemoryTest, TakesBackASceneWithItsViews) {
    app_.camera.jump_to(near_);
    app_.actions.run("camera.store_2");
    app_.undo.observe(app_.settings, app_.view);
    choose("solar_system");
    app_.undo.observe(app_.settings, app_.view);
    app_.actions.run("edit.undo");
    EXPECT_EQ(app_.settings.source, "plummer");
    EXPECT_EQ(app_.view.stored_views[1], near_);
    app_.actions.run("edit.redo");
    EXPECT_FALSE(app_.view.stored_views[1]);
}

} // namespace
} // namespace orrery
