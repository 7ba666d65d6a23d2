// orrery doctor: what is there before a talk.

#include "tests/app/orrery_program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace orrery {
namespace {

TEST(Doctor, FailsWithoutADisplayAndSaysWhatToDo) {
    Launch launch;
    launch.unset_environment = {"DISPLAY", "WAYLAND_DISPLAY"};
    const Finished run = run_orrery({"doctor"}, launch);
    EXPECT_EQ(run.exit_code, 1) << run.errors;
    EXPECT_NE(run.output.find("MISSING"), std::string::npos) << run.output;
    EXPECT_NE(run.output.find("--off-screen"), std::string::npos) << run.output;
    EXPECT_NE(run.output.find("The window does not work here."), std::string::npos) << run.output;
}

TEST(Doctor, TellsThatTheEncoderIsNotInstalled) {
    const TemporaryFolder folder;
    Launch launch;
    launch.unset_environment = {"DISPLAY", "WAYLAND_DISPLAY"};
    launch.set_environment["PATH"] = folder.path().string();
    launch.set_environment["XDG_PICTURES_DIR"] = folder / "nowhere";
    const Finished run = run_orrery({"doctor", "--json"}, launch);
    const auto document = nlohmann::json::parse(run.output);
    EXPECT_EQ(document.at("ready"), false);
    std::map<std::string, nlohmann::json> checks;
    for (const auto& check : document.at("checks")) {
        checks[check.at("name")] = check;
        EXPECT_TRUE(check.at("works").get<bool>() || check.at("words") != "") << check;
    }
    EXPECT_EQ(checks.at("display").at("needed"), true);
    EXPECT_EQ(checks.at("video").at("works"), false);
    EXPECT_NE(checks.at("video").at("remedy").get<std::string>().find("ffmpeg"), std::string::npos);
    EXPECT_EQ(checks.at("pictures").at("works"), false);
    for (const char* name : {"window", "off-screen", "interop", "CUDA", "NCCL", "MPI", "fonts",
                             "file dialogs", "memory"}) {
        EXPECT_TRUE(checks.contains(name)) << name;
    }
}

} // namespace
} // namespace orrery
