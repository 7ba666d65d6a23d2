// The contents of an installed tree, and that the program there needs no other.

#include "tests/app/orrery_program.hpp"
#include "tests/test_data.hpp"

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
          "share/orrery/shaders", "share/orrery/assets/languages/de.toml"}) {
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

// A project whose program is built, and where installing copies it into every kind of folder.
class InstallScript : public ::testing::Test {
protected:
    void SetUp() override {
        fs::create_directories(project_.path() / "script");
        fs::create_directories(project_.path() / "build/release");
        fs::copy(source_folder() / "script/install", project_.path() / "script/install");
        for (const char* program : {"script/run", "build/release/orrery"}) {
            write_bytes(project_ / program, "#!/bin/sh\n");
            fs::permissions(project_.path() / program, fs::perms::owner_all);
        }
        write_bytes(project_ / "build/release/cmake_install.cmake",
                    "foreach(folder bin share/applications share/mime/packages share/orrery/a/b)\n"
                    "    file(INSTALL DESTINATION ${CMAKE_INSTALL_PREFIX}/${folder} TYPE PROGRAM\n"
                    "         FILES ${CMAKE_CURRENT_LIST_DIR}/orrery)\n"
                    "endforeach()\n"
                    "string(REPLACE \";\" \"\\n\" all \"${CMAKE_INSTALL_MANIFEST_FILES}\")\n"
                    "file(WRITE ${CMAKE_CURRENT_LIST_DIR}/install_manifest.txt \"${all}\")\n");
    }

    Finished run(std::vector<std::string> words) {
        words.insert(words.begin(),
                     {project_ / "script/install", "--prefix", prefix_.path().string()});
        return run_program("/usr/bin/env", words);
    }

    TemporaryFolder project_, prefix_;
};

TEST_F(InstallScript, LeavesNothingBehindThatItMade) {
    fs::create_directories(prefix_.path() / "share/applications"); // another's, though empty
    ASSERT_EQ(run({}).exit_code, 0);
    ASSERT_EQ(run({}).exit_code, 0) << "over itself";
    ASSERT_TRUE(fs::exists(prefix_.path() / "share/orrery/a/b/orrery"));
    ASSERT_EQ(run({"--uninstall"}).exit_code, 0);
    std::vector<std::string> left;
    for (const auto& entry : fs::recursive_directory_iterator(prefix_.path())) {
        left.push_back(fs::relative(entry.path(), prefix_.path()).string());
    }
    std::erase_if(left, [](const std::string& path) { return path.ends_with(".cache"); });
    EXPECT_EQ(left, (std::vector<std::string>{"share", "share/applications"}));
}

} // namespace
} // namespace orrery
