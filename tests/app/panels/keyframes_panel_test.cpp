// The list of a camera flight's keyframes, by hand.

#include "app/features/features.hpp"
#include "app/state/actions.hpp"
#include "app/state/tour_status.hpp"
#include "tests/app/panels/widgets_testing.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace orrery {

extern const FeatureEntry keyframes_feature;

namespace {

class KeyframesPanel : public Widgets {
protected:
    KeyframesPanel() {
        keyframes_feature.declare(app_);
        panel_ = keyframes_feature.make({});
        app_.view.keyframes = {{first_, 1}, {second_, 2}, {third_, 3}};
        app_.actions.run("camera.keyframes");
        besides_ = [this] {
            Frame frame{app_, 0.1};
            panel_->panels(frame);
        };
    }

    void click(const std::string& item) {
        by_hand([&](Hand hand) { hand.ItemClick(("//Keyframes/" + item).c_str()); });
    }

    const CameraPose first_ = pose_from_angles({1, 0, 0}, 4, 10, 20);
    const CameraPose second_ = pose_from_angles({2, 0, 0}, 5, 30, 20);
    const CameraPose third_ = pose_from_angles({3, 0, 0}, 6, 50, 20);

private:
    std::unique_ptr<Feature> panel_;
};

TEST_F(KeyframesPanel, MovesSetsAndDeletesThem) {
    click("$$0/later");
    ASSERT_EQ(app_.view.keyframes.size(), 3U);
    EXPECT_EQ(app_.view.keyframes[0].pose, second_);
    EXPECT_EQ(app_.view.keyframes[1].pose, first_);
    click("$$2/earlier");
    EXPECT_EQ(app_.view.keyframes[1].pose, third_);
    click("$$1/delete/##icon");
    ASSERT_EQ(app_.view.keyframes.size(), 2U);
    EXPECT_EQ(app_.view.keyframes[1].pose, first_);

    const CameraPose here = pose_from_angles({9, 9, 9}, 1, 0, 0);
    app_.camera.jump_to(here);
    click("$$0/###Set");
    EXPECT_EQ(app_.view.keyframes[0].pose, here);
    by_hand([](Hand hand) {
        hand.ItemClick("//Keyframes/$$1/seconds/##typed");
        hand.KeyCharsReplaceEnter("7.5");
    });
    EXPECT_EQ(app_.view.keyframes[1].seconds, 7.5);
}

TEST_F(KeyframesPanel, AddsGoesThereAndPlays) {
    app_.camera.jump_to(third_);
    click("Add##camera.add_keyframe");
    ASSERT_EQ(app_.view.keyframes.size(), 4U);
    EXPECT_EQ(app_.view.keyframes[3].pose, third_);
    click("$$1/2");
    app_.camera.advance(10);
    EXPECT_EQ(app_.camera.pose(), second_);
    click("Play##camera.play_keyframes");
    EXPECT_EQ(app_.camera.pose(), first_) << "it begins at the first one";
    EXPECT_TRUE(app_.camera.flying());
    app_.camera.advance(2);
    EXPECT_NEAR(app_.camera.pose().distance, second_.distance, 1e-9);
    click("Stop##camera.play_keyframes");
    EXPECT_FALSE(app_.camera.flying());
}

TEST_F(KeyframesPanel, PutsThemIntoTheStepOfATour) {
    TourStatus& tour = app_.get<TourStatus>();
    Tour talk;
    talk.steps.resize(2);
    tour.tour = std::make_shared<const Tour>(talk);
    tour.given = tour.editing.possible = true;
    tour.position = 1;
    click("###Into the tour's step");
    const auto edit = app_.requests.take<TourEdit>();
    ASSERT_TRUE(edit);
    EXPECT_EQ(edit->what, TourEdit::What::views);
    EXPECT_EQ(edit->step, 1U);
    EXPECT_EQ(edit->views, app_.view.keyframes);
}

} // namespace
} // namespace orrery
