// Films of orrery render: made by the program ffmpeg, which a test replaces or takes away.

#include "tests/app/orrery_program.hpp"

#include "render/offscreen.hpp"
#include "sim/base/error.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace orrery {
namespace {

namespace fs = std::filesystem;

bool can_draw() {
    try {
        const OffscreenContext context;
        return true;
    } catch (const Error&) {
        return false;
    }
}

// A folder with a program called ffmpeg in it, first in the PATH.
class OwnEncoder {
public:
    explicit OwnEncoder(const std::string& script) {
        fs::create_directory(folder_ / "bin");
        write_bytes(folder_ / "bin/ffmpeg", "#!/bin/sh\n" + script);
        fs::permissions(folder_ / "bin/ffmpeg", fs::perms::owner_all);
    }

    Launch launch() const {
        Launch launch;
        launch.folder = folder_.path();
        launch.set_environment["PATH"] = (folder_ / "bin") + ":/usr/bin:/bin";
        return launch;
    }
    const TemporaryFolder& folder() const { return folder_; }

private:
    TemporaryFolder folder_;
};

const std::vector<std::string> film{"render", "kepler", "--size", "64x48", "--steps-per-frame",
                                    "8"};

Finished render(std::vector<std::string> arguments, const Launch& launch) {
    arguments.insert(arguments.begin(), film.begin(), film.end());
    return run_orrery(arguments, launch);
}

// The last word is the file to write.
constexpr const char* save_input = R"(for word; do last="${word#file:}"; done; cat > "$last")";
constexpr std::size_t frame_bytes = 64 * 48 * 3;

TEST(Video, GetsEveryFrameAndTheRate) {
    if (!can_draw()) {
        GTEST_SKIP() << "nothing can be drawn off-screen here";
    }
    const OwnEncoder encoder(std::string("echo \"$@\" > arguments\n") + save_input);
    const Finished run =
        render({"--frames", "5", "--fps", "24", "-o", "out.mp4"}, encoder.launch());
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(fs::file_size(encoder.folder() / "out.mp4"), 5 * frame_bytes);
    const std::string arguments = read_text(encoder.folder() / "arguments");
    EXPECT_NE(arguments.find("-s 64x48 -r 24 "), std::string::npos) << arguments;
    EXPECT_NE(run.output.find("saved out.mp4"), std::string::npos) << run.output;
}

TEST(Video, LastsTenSecondsUnlessToldOtherwise) {
    if (!can_draw()) {
        GTEST_SKIP() << "nothing can be drawn off-screen here";
    }
    const OwnEncoder encoder(save_input);
    const Finished run = render({"--fps", "2", "-o", "out.gif"}, encoder.launch());
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(fs::file_size(encoder.folder() / "out.gif"), 20 * frame_bytes);
}

TEST(Video, TellsWhatTheEncoderSaidAndLeavesNothing) {
    if (!can_draw()) {
        GTEST_SKIP() << "nothing can be drawn off-screen here";
    }
    for (const char* script : {"echo no such encoder >&2; exit 1",
                               "cat > /dev/null; echo no such encoder >&2; exit 1"}) {
        const OwnEncoder encoder(script);
        const Finished run = render({"--frames", "5", "-o", "out.webm"}, encoder.launch());
        EXPECT_EQ(run.exit_code, 1);
        EXPECT_NE(run.errors.find("no such encoder"), std::string::npos) << run.errors;
        EXPECT_NE(run.errors.find("out.webm"), std::string::npos) << run.errors;
        fs::remove_all(encoder.folder() / "bin");
        EXPECT_TRUE(fs::is_empty(encoder.folder().path()));
    }
}

TEST(Video, IsFinishedWhenItIsInterrupted) {
    if (!can_draw()) {
        GTEST_SKIP() << "nothing can be drawn off-screen here";
    }
    const OwnEncoder encoder(save_input);
    Launch launch = encoder.launch();
    launch.interrupt_after = std::chrono::milliseconds(3000);
    const Finished run = render({"--frames", "10000000", "-o", "out.mkv"}, launch);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.errors.find("stopped after"), std::string::npos) << run.errors;
    const std::string file = encoder.folder() / "out.mkv";
    ASSERT_TRUE(fs::exists(file)) << run.errors;
    EXPECT_GT(fs::file_size(file), 0U);
    EXPECT_EQ(fs::file_size(file) % frame_bytes, 0U) << "whole frames";
}

TEST(Video, NeedsAnEncoderBeforeAnythingIsComputed) {
    const TemporaryFolder folder;
    Launch launch;
    launch.folder = folder.path();
    launch.set_environment["PATH"] = folder.path().string();
    const Finished run = render({"-o", "out.mp4"}, launch);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.errors.find("ffmpeg is not installed"), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("out-%05d.png"), std::string::npos) << run.errors;
}

TEST(Frames, GoDownAPipeAsPicturesAndNothingElse) {
    if (!can_draw()) {
        GTEST_SKIP() << "nothing can be drawn off-screen here";
    }
    const Finished run = render({"--frames", "3", "-o", "-"}, {});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const std::string begin = "\x89PNG\r\n", end = "IEND\xAE\x42\x60\x82";
    EXPECT_EQ(run.output.rfind(begin, 0), 0U);
    EXPECT_EQ(run.output.substr(run.output.size() - end.size()), end);
    std::size_t pictures = 0;
    for (std::size_t at = 0; (at = run.output.find(begin, at)) != std::string::npos; ++at) {
        ++pictures;
    }
    EXPECT_EQ(pictures, 3U);
    EXPECT_NE(run.errors.find("ms/STEP"), std::string::npos) << "the report is beside it";
}

} // namespace
} // namespace orrery
