// Files and states that the real window saves and opens.

#include "tests/ui/window_testing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace orrery {

namespace {

using Json = nlohmann::json;

class FilesInTheWindow : public WindowTest {};

TEST_F(FilesInTheWindow, ComesBackToAStateThatWasCopied) {
    DrivenWindow window(small({"--seed", "5"}));
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("simulation").at("steps") > 10; }));
    window.key("space");
    ASSERT_TRUE(window.becomes("/settings/running", false));
    const double time = window.fresh_state().at("simulation").at("time");
    window.key("ctrl+k");
    ASSERT_TRUE(window.becomes("/view/show_palette", true));
    window.type_into_field("copy state");
    window.key("Return");
    ASSERT_TRUE(window.becomes([](const Json& s) { return !s.at("toasts").empty(); }));
    window.key("bracketright");
    ASSERT_TRUE(
        window.becomes([](const Json& s) { return s.at("settings").at("source") != "plummer"; }));
    window.key("ctrl+v");
    ASSERT_TRUE(window.becomes("/settings/source", "plummer"));
    EXPECT_TRUE(window.becomes([&](const Json& s) {
        return std::abs(s.at("simulation").at("time").get<double>() - time) < 1e-9;
    })) << time;
    EXPECT_EQ(window.state().at("settings").at("seed"), 5);
    expect_clean_exit(window);
}

// The ends of the colour scale follow the bodies.
std::string look_but_range(const Json& state) {
    std::istringstream look(state.at("look").get<std::string>());
    std::string kept;
    for (std::string line; std::getline(look, line);) {
        if (!line.starts_with("lowest") && !line.starts_with("highest")) {
            kept += line + '\n';
        }
    }
    return kept;
}

TEST_F(FilesInTheWindow, SavesASessionThatOpensAgain) {
    std::filesystem::path session;
    DrivenWindow window(small({"--algorithm", "cpu.simd", "--do", "use system file dialogs off"}));
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("simulation").at("steps") > 3; }));
    window.key("space");
    ASSERT_TRUE(window.becomes("/settings/running", false));
    window.key("p");      // points
    window.key("o");      // boxes
    window.key("ctrl+2"); // a stored view
    window.key("Tab");    // no panels
    ASSERT_TRUE(window.becomes("/view/show_ui", false));
    const Json saved = window.fresh_state();
    window.key("ctrl+s");
    window.type_into_field("talk"); // instead of the name that stands there
    window.key("Return");
    ASSERT_TRUE(window.becomes([](const Json& s) { return s.at("last_session") != ""; }));
    session = window.state().at("last_session").get<std::string>();
    EXPECT_EQ(session, window.folder() / "talk.orrery");
    // The same name once more: asked again first.
    const auto written = std::filesystem::last_write_time(session);
    window.key("ctrl+s");
    window.type_into_field("talk.orrery");
    window.key("Return");
    window.fresh_state();
    EXPECT_EQ(std::filesystem::last_write_time(session), written);
    // On a busy machine the question may come after the state that was just read.
    EXPECT_TRUE(window.becomes([&](const Json&) {
        window.key("Return");
        return std::filesystem::last_write_time(session) != written;
    }));

    DrivenWindow again({.arguments = {session.string(), "--size", "960x540"}});
    ASSERT_TRUE(loaded(again));
    const Json opened = again.fresh_state();
    EXPECT_EQ(opened.at("simulation").at("count"), 512);
    EXPECT_EQ(opened.at("settings").at("algorithm"), "cpu.simd");
    EXPECT_GE(opened.at("simulation").at("time"), saved.at("simulation").at("time"));
    EXPECT_EQ(look_but_range(opened), look_but_range(saved));
    EXPECT_EQ(opened.at("view").at("style"), "points");
}

TEST_F(FilesInTheWindow, OpensAFileByItsTypedPath) {
    DrivenWindow window(small({"--do", "use system file dialogs off"}));
    ASSERT_TRUE(loaded(window));
    std::ofstream(window.folder() / "pair.csv")
        << "x,y,z,vx,vy,vz,mass\n0,0,0,0,0,0,1\n1,0,0,0,1,0,1\n";
    window.key("ctrl+o");
    window.type_into_field("pair.csv");
    window.key("Return");
    EXPECT_TRUE(window.becomes("/simulation/count", 2));
    expect_clean_exit(window);
}

TEST_F(FilesInTheWindow, ShowsWhatIsWrongWithAFileAndGoesOn) {
    DrivenWindow window(small({"--do", "use system file dialogs off"}));
    ASSERT_TRUE(loaded(window));
    std::ofstream(window.folder() / "broken.csv") << "x,y,z,vx,vy,vz,mass\n0,0,nonsense\n";
    window.key("ctrl+o");
    window.type_into_field("broken.csv");
    window.key("Return");
    ASSERT_TRUE(
        window.becomes([](const Json& s) { return !s.at("simulation").at("error").is_null(); }));
    const Json state = window.fresh_state();
    EXPECT_NE(state.at("simulation").at("error").get<std::string>().find("broken.csv"),
              std::string::npos);
    EXPECT_EQ(state.at("wanted").at("source"), "plummer");
    EXPECT_EQ(state.at("simulation").at("count"), 512);
    EXPECT_EQ(state.at("settings").at("running"), true) << "a wrong file stops no show";
    window.key("Escape");
    EXPECT_TRUE(
        window.becomes([](const Json& s) { return s.at("simulation").at("error").is_null(); }));
    expect_clean_exit(window);
}

// A stand-in for the desktop's dialog: it answers when the test says what, and keeps its arguments.
void bring_zenity(const std::filesystem::path& folder) {
    std::filesystem::create_directory(folder / "bin");
    std::ofstream(folder / "bin/zenity")
        << "#!/bin/sh\necho \"$@\" > " << (folder / "asked").string() << "\nuntil [ -e "
        << (folder / "answer").string() << " ]; do sleep 0.02; done\ncat "
        << (folder / "answer").string() << "\nrm " << (folder / "answer").string() << '\n';
    std::filesystem::permissions(folder / "bin/zenity", std::filesystem::perms::owner_all);
}

TEST_F(FilesInTheWindow, AsksByTheDialogOfTheDesktopWithoutWaitingForIt) {
    TemporaryFolder desktop;
    bring_zenity(desktop.path());
    const std::filesystem::path session = desktop.path() / "talk.orrery";
    const auto answer = [&](const std::string& words) {
        std::ofstream(desktop.path() / "written") << words << '\n';
        std::filesystem::rename(desktop.path() / "written", desktop.path() / "answer");
    };
    DrivenWindow::Start start = small();
    start.environment = {"PATH=" + (desktop.path() / "bin").string() + ":" + std::getenv("PATH")};
    DrivenWindow window(start);
    ASSERT_TRUE(loaded(window));
    window.key("ctrl+s");
    ASSERT_TRUE(wait_for([&] { return std::filesystem::exists(desktop.path() / "asked"); }));
    // The bodies move on while it is open.
    const std::uint64_t steps = window.fresh_state().at("simulation").at("steps");
    EXPECT_TRUE(
        window.becomes([&](const Json& s) { return s.at("simulation").at("steps") > steps + 5; }));
    answer((desktop.path() / "talk").string());
    EXPECT_TRUE(window.becomes([](const Json& s) { return s.at("last_session") != ""; }));
    EXPECT_TRUE(std::filesystem::exists(session)) << "with its ending";
    EXPECT_NE(text_of(desktop.path() / "asked").find("--save"), std::string::npos);

    window.key("bracketright");
    ASSERT_TRUE(
        window.becomes([](const Json& s) { return s.at("settings").at("source") != "plummer"; }));
    window.key("ctrl+o");
    answer(session.string());
    EXPECT_TRUE(window.becomes(
        [&](const Json& s) { return s.at("settings").at("source") == session.string(); }));
    expect_clean_exit(window);
}

} // namespace

} // namespace orrery
