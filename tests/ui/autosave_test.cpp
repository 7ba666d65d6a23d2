// What is saved by itself, and found again after an unexpected end.

#include "app/window/autosave.hpp"

#include "sim/snapshots/session.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace orrery {
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
        Autosave autosave(folder_);
        EXPECT_FALSE(autosave.lost());
        app_.now = 30;
        autosave.act(frame_);
        EXPECT_TRUE(files().empty()) << "a minute has not passed";
        app_.now = 61;
        autosave.act(frame_);
        autosave.finish();
        ASSERT_EQ(files().size(), 1U);
        EXPECT_EQ(read_session(files().front()).system.bodies.size(), 64U);
        const auto written = fs::last_write_time(files().front());
        app_.now = 200;
        autosave.act(frame_);
        autosave.finish();
        EXPECT_EQ(fs::last_write_time(files().front()), written) << "nothing has changed";
    }
    EXPECT_TRUE(files().empty());
}

TEST_F(AutosaveTest, FindsWhatARunLeftThatIsNoMore) {
    const std::string nobody = "autosave-2147483646.orrery"; // above every system's largest number
    std::ofstream(folder_ / nobody) << "a session";
    std::ofstream(folder_ / "autosave-1.orrery") << "of a program that runs";
    std::ofstream(folder_ / "ui.toml") << "something else";
    const Autosave autosave(folder_);
    ASSERT_TRUE(autosave.lost());
    EXPECT_EQ(autosave.lost()->filename(), nobody);
}

TEST_F(AutosaveTest, WritesNothingWhereNothingIsRemembered) {
    Autosave autosave(std::nullopt);
    app_.status.loaded = true;
    app_.now = 1000;
    autosave.act(frame_);
    EXPECT_FALSE(autosave.lost());
}

} // namespace
} // namespace orrery
