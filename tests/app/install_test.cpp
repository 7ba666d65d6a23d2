// What an installed tree holds, and that the program there needs no other.

#include "tests/app/orrery_program.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

namespace fs = std::filesystem;

Finished run_program(const fs::path& program, const std::vector<std::string>& arguments) {
    Launch launch;
    launch.program = program;
    return run_orrery(arguments, launch);
}

class InstalledTree : public ::testing::Test {
protected:
    void SetUp() override {
        const Finished installed =
            run_program("/usr/bin/env", {"cmake", "--install", ORRERY_BUILD_DIR, "--prefix",
                                         prefix_.path().string()});
        ASSERT_EQ(installed.exit_code, 0) << installed.errors;
    }

    TemporaryFolder prefix_;
};

TEST_F(InstalledTree, HasEverythingWhereShellMenusAndPeopleLook) {
    for (const char* file :
         {"bin/orrery", "share/applications/orrery.desktop", "share/doc/orrery/LICENSE",
          "share/doc/orrery/LICENSE.imgui", "share/doc/orrery/LICENSE.implot",
          "share/icons/hicolor/scalable/apps/orrery.svg", "share/mime/packages/orrery.xml",
          "share/orrery/shaders"}) {
        EXPECT_TRUE(fs::exists(prefix_.path() / file)) << file;
    }
}

TEST_F(InstalledTree, HoldsAProgramThatFindsItsOwnShaders) {
    const Finished version = run_program(prefix_.path() / "bin/orrery", {"--version"});
    EXPECT_EQ(version.exit_code, 0) << version.errors;
    const std::string resources = (fs::canonical(prefix_.path()) / "share/orrery").string();
    EXPECT_NE(version.output.find(resources), std::string::npos) << version.output;
}

TEST_F(InstalledTree, NamesTheProgramThatItsMenuEntryStarts) {
    const std::string entry = read_text(prefix_.path() / "share/applications/orrery.desktop");
    EXPECT_NE(entry.find("\nExec=orrery %f\n"), std::string::npos) << entry;
    EXPECT_NE(entry.find("\nIcon=orrery\n"), std::string::npos) << entry;
}

} // namespace
} // namespace orrery
