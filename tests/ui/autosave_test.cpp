// Saving by itself, and finding the files again after an unexpected end.

#include "app/features/features.hpp"
#include "app/state/window_requests.hpp"
#include "sim/scene.hpp"

#include "sim/snapshots/session.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace orrery {

extern const FeatureEntry autosave_feature;
extern const FeatureEntry files_feature;

namespace {

namespace fs = std::filesystem;

class AutosaveTest : public testing::Test {
public:
    AutosaveTest() { fs::create_directories(folder_); }
    ~AutosaveTest() override { fs::remove_all(folder_); }

protected:
    std::vector<fs::path> files() const {
        std::vector<fs::path> all;
        for (const auto& entry : fs::directory_iterator(folder_)) {
            all.push_back(entry.path());
        }
        return all;
    }

    // It acts until it is done.
    void let_it_act(Feature& feature) {
        do {
            feature.act(frame_);
        } while (feature.demand(app_) != FrameDemand::nothing);
    }

    const fs::path folder_ =
        fs::temp_directory_path() / ("autosave_test_" + std::to_string(getpid()));
    SimulationThread simulation_;
    AppState app_{.simulation = simulation_, .settings = {}};
    Frame frame_{app_};
};

TEST_F(AutosaveTest, SavesOnceAMinuteWhatHasChangedAndNothingIsLeftOfAProperEnd) {
    app_.settings.source = "plummer";
    app_.settings.bodies = 64;
    app_.settings.running = false;
    simulation_.set(app_.settings);
    ASSERT_TRUE(simulation_.wait_until_idle({}));
    app_.status = simulation_.status();
    ASSERT_TRUE(app_.status.loaded);
    {
        const auto autosave = autosave_feature.make({.autosaves = folder_});
        autosave->update(frame_);
        EXPECT_FALSE(app_.lost_session);
        app_.now = 30;
        let_it_act(*autosave);
        EXPECT_TRUE(files().empty()) << "a minute has not passed";
        app_.now = 61;
        let_it_act(*autosave);
        ASSERT_EQ(files().size(), 1U);
        EXPECT_EQ(read_session(files().front()).system.bodies.size(), 64U);
        const auto written = fs::last_write_time(files().front());
        app_.now = 200;
        let_it_act(*autosave);
        EXPECT_EQ(fs::last_write_time(files().front()), written) << "nothing has changed";
    }
    EXPECT_TRUE(files().empty());
}

TEST_F(AutosaveTest, FindsWhatARunLeftThatIsNoMore) {
    const std::string nobody = "autosave-2147483646.orrery"; // above every system's largest number
    std::ofstream(folder_ / nobody) << "a session";
    std::ofstream(folder_ / "autosave-1.orrery") << "of a program that runs";
    std::ofstream(folder_ / "ui.toml") << "something else";
    app_.offer_tours = true;
    autosave_feature.make({.autosaves = folder_})->update(frame_);
    ASSERT_TRUE(app_.lost_session);
    EXPECT_EQ(app_.lost_session->filename(), nobody);
    EXPECT_FALSE(app_.offer_tours) << "one question at a time";
}

TEST_F(AutosaveTest, WritesNothingWhereNothingIsRemembered) {
    const auto autosave = autosave_feature.make({});
    autosave->update(frame_);
    app_.status.loaded = true;
    app_.now = 1000;
    let_it_act(*autosave);
    EXPECT_FALSE(app_.lost_session);
}

using OpenedSession = AutosaveTest;

TEST_F(OpenedSession, SaysOfLookAndSettingsWhatCouldNotBeTaken) {
    Session session;
    session.system = make_scene(find_scene("plummer"), 16, 1);
    session.settings.integrator = "of_another_program";
    session.look = "[look]\nsize = 'large'\n";
    write_session(folder_ / "other.orrery", session);
    app_.requests.add(OpenFile{folder_ / "other.orrery"});
    const auto files = files_feature.make({});
    let_it_act(*files);
    const auto says = [&](const std::string& words) {
        return std::ranges::any_of(app_.toasts, [&](const Toast& toast) {
            return toast.text.find(words) != std::string::npos;
        });
    };
    EXPECT_TRUE(says("The saved look was not restored"));
    EXPECT_TRUE(says("of_another_program"));
}

} // namespace
} // namespace orrery
