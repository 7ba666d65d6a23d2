#include "app/state/body_edits.hpp"
#include "app/state/hand.hpp"
#include "app/state/window_requests.hpp"

#include "app/state/default_actions.hpp"
#include "sim/base/error.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

class SpokenCommand : public testing::Test {
protected:
    SpokenCommand() { add_default_actions(app_); }

    bool say(const char* words) { return app_.actions.run(spoken_command(app_.actions, words)); }
    std::string refusal(const char* words) {
        try {
            spoken_command(app_.actions, words);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    }

    SimulationThread simulation_; // idle
    AppState app_{.simulation = simulation_, .settings = {}};
};

TEST_F(SpokenCommand, SetsEachSettingToItsValue) {
    EXPECT_TRUE(say("scene plummer"));
    EXPECT_EQ(app_.settings.source, "plummer");
    EXPECT_TRUE(say("Bodies 64k"));
    EXPECT_EQ(app_.settings.bodies, 65'536U);
    EXPECT_TRUE(say("precision fp64"));
    EXPECT_EQ(app_.settings.precision, Precision::fp64);
    EXPECT_TRUE(say("pace 10"));
    EXPECT_EQ(app_.settings.steps_per_second, 10);
    EXPECT_TRUE(say("pace unlimited"));
    EXPECT_EQ(app_.settings.steps_per_second, 0);
    EXPECT_TRUE(say("time step 1/64"));
    EXPECT_EQ(app_.settings.time_step, 1.0 / 64);
    EXPECT_TRUE(say("time step suggested"));
    EXPECT_FALSE(app_.settings.time_step);
    EXPECT_TRUE(say("colour density"));
    EXPECT_EQ(app_.view.style.colour_by, ColourBy::density);
    EXPECT_TRUE(say("colour gaussian_density"));
    EXPECT_EQ(app_.view.style.colour_by, ColourBy::values);
    EXPECT_TRUE(say("slice xz"));
    EXPECT_EQ(app_.view.density.slice, SlicePlane::xz);
    EXPECT_TRUE(say("density width 0.5"));
    EXPECT_EQ(app_.view.density.width, 0.5F);
    EXPECT_TRUE(say("density error 1e-4"));
    EXPECT_EQ(app_.view.density.error, 1e-4F);
    EXPECT_NE(refusal("density width 0"), "");
    EXPECT_TRUE(say("layer stage"));
    EXPECT_EQ(app_.view.layer, Layer::stage);
    EXPECT_TRUE(say("exposure -1.5"));
    EXPECT_EQ(app_.view.style.exposure, -1.5F);
    EXPECT_TRUE(say("compare cpu.simd"));
    EXPECT_EQ(app_.view.reference, "cpu.simd");
}

TEST_F(SpokenCommand, ChangesBodiesAndLines) {
    for (const char* words :
         {"add body 0.01 at 1,0,0 velocity 0,1,0 name probe", "add black hole 10",
          "Add galaxy 2k inclination 40 velocity 0,0.1,0",
          "add ring 200 about black hole 1 radius 1.5", "delete body 17", "set mass thrown 1 x2",
          "set mass Mars 0.5", "set velocity 3 0,1,0", "set position 3 1e-3,1/2,0",
          "trail length 30", "stars 0.3", "reference grid", "thrown mass 0.5"}) {
        EXPECT_TRUE(say(words)) << words;
    }
    EXPECT_EQ(app_.get<BodyEdits>().wanted.size(), 9U) << "they wait for the system";
    EXPECT_EQ(app_.view.trail_length, 30);
    EXPECT_EQ(app_.view.stars, 0.3F);
    EXPECT_TRUE(app_.view.show_grid);
    EXPECT_EQ(app_.get<Hand>().mass, 0.5);
    for (const char* words :
         {"add body", "add body -1", "add body x", "add body 1 at 1,2", "add body 1 colour red",
          "add galaxy 3", "add ring 200 radius", "set mass 3", "set velocity 3 1,2",
          "trail length 0", "stars 2", "thrown mass -1"}) {
        EXPECT_NE(refusal(words), "") << words;
    }
}

TEST_F(SpokenCommand, CallsABodyByANameThatItHasAlone) {
    app_.status.count = 3;
    app_.catalogue.labels = {{0, "Mars"}, {1, "moon"}, {2, "moon"}};
    EXPECT_EQ(spoken_body(app_, 0), "Mars");
    EXPECT_EQ(spoken_body(app_, 2), "3") << "moon would be body 2";
    EXPECT_EQ(body_called(app_, spoken_body(app_, 2)), 2U);
}

TEST_F(SpokenCommand, OpensARecentFile) {
    app_.recent_files = {"/talks/galaxy.tipsy", "/talks/my halo.orrery"};
    EXPECT_TRUE(say("recent /talks/my halo.orrery"));
    ASSERT_TRUE(app_.requests.has<OpenFile>());
    EXPECT_EQ(app_.requests.newest<OpenFile>()->file, "/talks/my halo.orrery");
    EXPECT_NE(refusal("recent /talks/other.csv"), "");
}

TEST_F(SpokenCommand, TurnsTogglesOnAndOffAndLeavesThemWhereTheyAre) {
    EXPECT_TRUE(say("octree boxes on"));
    EXPECT_TRUE(say("octree boxes on"));
    EXPECT_TRUE(app_.view.tree.boxes);
    EXPECT_TRUE(say("view.octree off"));
    EXPECT_FALSE(app_.view.tree.boxes);
}

TEST_F(SpokenCommand, RefusesNamesOfOlderVersionsWithAWord) {
    for (const char* words : {"dialogs of the desktop off", "looks of the scenes on",
                              "what a body opens on", "depth of lines on", "stars in the sky on"}) {
        EXPECT_NE(refusal(words), "") << words;
    }
}

TEST_F(SpokenCommand, RefusesWhatIsNoneAndNamesWhatComesNear) {
    EXPECT_NE(refusal("algorithm cpu.smd").find("cpu.simd"), std::string::npos);
    EXPECT_NE(refusal("bodes 64k").find("bodies"), std::string::npos);
    EXPECT_NE(refusal("bodies many").find("many"), std::string::npos);
    EXPECT_NE(refusal("pace 1e9"), "");
    EXPECT_NE(refusal(""), "");
    for (const char* words : {"adaptive step maybe", "octree boxes maybe", "view.octree maybe"}) {
        EXPECT_NE(refusal(words).find("choose one of these: "), std::string::npos) << words;
        EXPECT_NE(refusal(words).find("on, off"), std::string::npos) << words;
    }
    EXPECT_NE(refusal("precision fp16").find("fp32, fp64"), std::string::npos);
}

TEST_F(SpokenCommand, IsWrittenAsItIsRead) {
    for (const char* words : {"bodies 64k", "algorithm cpu.tree", "colour density", "camera.frame",
                              "view.octree on", "time step suggested"}) {
        EXPECT_EQ(words_of(app_.actions, spoken_command(app_.actions, words)), words);
    }
}

TEST_F(SpokenCommand, IsRefusedWhereTheBodiesAreNotTheUsersToChoose) {
    say("scene kepler");
    app_.toasts.clear();
    say("bodies 64k");
    EXPECT_EQ(app_.settings.bodies, 0U);
    EXPECT_EQ(app_.toasts.size(), 1U);
}

} // namespace
} // namespace orrery
