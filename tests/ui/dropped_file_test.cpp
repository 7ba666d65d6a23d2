// A file that another program drags onto the window.

#include "tests/ui/dragged_file.hpp"
#include "tests/ui/driven_window.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <memory>

namespace orrery {
namespace {

class DroppedFile : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string reason = DrivenWindow::missing(); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
        window_ = std::make_unique<DrivenWindow>(
            DrivenWindow::Start{.arguments = {"plummer", "--bodies", "512", "--size", "960x540"}});
        ASSERT_TRUE(window_->becomes("/simulation/loaded", true));
    }

    std::filesystem::path write(const std::string& name, const std::string& rows) {
        std::filesystem::path file = window_->folder() / name;
        std::ofstream(file) << "x,y,z,vx,vy,vz,mass\n" << rows;
        return file;
    }

    std::unique_ptr<DrivenWindow> window_;
};

TEST_F(DroppedFile, IsOpened) {
    const std::filesystem::path file = write("two bodies.csv", "0,0,0,0,0,0,1\n1,0,0,0,1,0,1\n");
    EXPECT_TRUE(drop_file(window_->display(), "Orrery", file, 480, 270));
    EXPECT_TRUE(window_->becomes("/simulation/count", 2));
    EXPECT_EQ(window_->fresh_state().at("settings").at("source"), file.string());
    window_->key("ctrl+q");
    EXPECT_EQ(window_->wait_for_exit(), 0) << window_->log();
}

TEST_F(DroppedFile, ThatIsNoSnapshotLeavesTheSystemAsItIs) {
    const std::filesystem::path file = write("broken.csv", "0,0,nonsense\n");
    EXPECT_TRUE(drop_file(window_->display(), "Orrery", file, 480, 270));
    EXPECT_TRUE(window_->becomes(
        [](const nlohmann::json& state) { return !state.at("simulation").at("error").is_null(); }));
    EXPECT_EQ(window_->fresh_state().at("simulation").at("count"), 512);
}

} // namespace
} // namespace orrery
