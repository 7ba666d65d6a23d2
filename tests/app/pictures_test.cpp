#include "tests/app/orrery_program.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

namespace fs = std::filesystem;

Finished check_pictures(const fs::path& project) {
    Launch launch;
    launch.program = project / "script/pictures";
    return run_orrery({"--check"}, launch);
}

// Copies the files that script/pictures --check looks at, to be changed at will.
void copy_project(const fs::path& to) {
    for (const char* part : {"script", "docs/images", "tests/app/panels/golden"}) {
        fs::create_directories(to / part);
        fs::copy(source_folder() / part, to / part, fs::copy_options::recursive);
    }
}

// When this fails: run script/pictures, look at docs/images, and commit what has changed.
TEST(Pictures, AreNoOlderThanThePanelsTheyShow) {
    const Finished check = check_pictures(source_folder());
    EXPECT_EQ(check.exit_code, 0) << check.errors;
}

TEST(Pictures, AreOutOfDateOncePanelsLookDifferent) {
    const TemporaryFolder folder;
    copy_project(folder.path());
    write_bytes(folder / "tests/app/panels/golden/help.png", "another picture");
    const Finished check = check_pictures(folder.path());
    EXPECT_EQ(check.exit_code, 1);
    EXPECT_NE(check.errors.find("galaxy.webp"), std::string::npos) << check.errors;
    EXPECT_NE(check.errors.find("run script/pictures"), std::string::npos) << check.errors;
    EXPECT_EQ(check.errors.find("collision.webp"), std::string::npos) << "it shows no panels";
}

TEST(Pictures, AreOutOfDateOnceTheyAreMadeInAnotherWay) {
    const TemporaryFolder folder;
    copy_project(folder.path());
    std::string script = read_text(folder / "script/pictures");
    const std::size_t bodies = script.find("--bodies 128k");
    ASSERT_NE(bodies, std::string::npos);
    write_bytes(folder / "script/pictures", script.replace(bodies, 13, "--bodies 256k"));
    const Finished check = check_pictures(folder.path());
    EXPECT_EQ(check.exit_code, 1);
    EXPECT_NE(check.errors.find("collision.webp"), std::string::npos) << check.errors;
}

TEST(Pictures, AreMissedWhereOneIsGone) {
    const TemporaryFolder folder;
    copy_project(folder.path());
    fs::remove(folder / "docs/images/octree.webp");
    const Finished check = check_pictures(folder.path());
    EXPECT_EQ(check.exit_code, 1);
    EXPECT_NE(check.errors.find("octree.webp"), std::string::npos) << check.errors;
}

} // namespace
} // namespace orrery
