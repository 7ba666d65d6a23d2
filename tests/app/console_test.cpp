// The commands' output beside their results: --progress, --quiet, --verbose, --version, and the
// words of the command line itself.

#include "tests/app/orrery_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery {
namespace {

const std::vector<std::string> run_words{"simulate", "plummer", "--bodies",    "64",
                                         "--steps",  "20",      "--algorithm", "cpu.aos"};

Finished run_with(std::vector<std::string> more) {
    more.insert(more.begin(), run_words.begin(), run_words.end());
    return run_orrery(more);
}

TEST(Progress, IsALineEveryTenthInALogWhenAskedFor) {
    const Finished run = run_with({"--progress", "always"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 10) << run.errors;
    EXPECT_NE(run.errors.find("simulate  50 %"), std::string::npos) << run.errors;
    EXPECT_EQ(run.errors.find('\r'), std::string::npos) << "no bar in a log";
    EXPECT_EQ(run.output.find('%'), std::string::npos) << run.output;
}

TEST(Progress, IsSilentInALogOtherwise) {
    EXPECT_EQ(run_with({}).errors, "");
    EXPECT_EQ(run_with({"--progress", "never"}).errors, "");
}

TEST(Progress, KnowsItsThreeWords) {
    const Finished run = run_with({"--progress", "sometimes"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.errors.find("'sometimes'"), std::string::npos) << run.errors;
}

TEST(Verbose, TellsWhatWasDecided) {
    const Finished run =
        run_orrery({"simulate", "plummer", "--bodies", "64", "--steps", "1", "-v"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.errors.find("64 bodies"), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("cpu."), std::string::npos) << run.errors;
}

TEST(Quiet, LeavesResultsAlone) {
    const Finished run = run_orrery({"bench", "--algorithms", "all", "--bodies", "16", "--repeat",
                                     "1", "--samples", "0", "--budget", "0.1", "--quiet"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(run.errors, "");
    EXPECT_NE(run.output.find("cpu.aos"), std::string::npos) << run.output;
    EXPECT_EQ(run_with({"-q", "-v"}).exit_code, 2) << "they exclude each other";
}

TEST(CommandLine, TakesEverythingBehindTwoDashesForAName) {
    const TemporaryFolder folder;
    Launch launch;
    launch.folder = folder.path();
    const Finished made = run_orrery({"convert", "kepler", "--", "-x.csv"}, launch);
    ASSERT_EQ(made.exit_code, 0) << made.errors;
    EXPECT_EQ(run_orrery({"simulate", "--steps", "1", "--", "-x.csv"}, launch).exit_code, 0);
    const Finished unknown = run_orrery({"simulate", "--steps", "1", "--", "a", "--dt"}, launch);
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_NE(unknown.errors.find("argument '--dt'"), std::string::npos) << unknown.errors;
}

TEST(CommandLine, GuessesNoOptionFromFarAway) {
    for (const char* word : {"-X", "--scene", "--foo"}) {
        const Finished run = run_with({word});
        EXPECT_EQ(run.exit_code, 2);
        EXPECT_EQ(run.errors.find("did you mean"), std::string::npos) << run.errors;
        EXPECT_NE(run.errors.find("orrery simulate --help"), std::string::npos) << run.errors;
    }
    EXPECT_NE(run_with({"--soft", "1"}).errors.find("'--softening'"), std::string::npos);
}

TEST(CommandLine, CallsNumbersByWhatTheyCount) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
        {{"simulate", "kepler", "--steps", "abc"}, "not a number of steps"},
        {{"render", "kepler", "--frames", "-1"}, "not a number of frames"},
        {{"render", "kepler", "--steps-per-frame", "x"}, "not a number of steps"},
        {{"bench", "--repeat", "x"}, "not a number of samples"},
        {{"probe", "--devices", "x"}, "not a list of GPUs"},
        {{"simulate", "kepler", "--bodies", "x"}, "not a number of bodies"}};
    for (const auto& [arguments, words] : cases) {
        const Finished run = run_orrery(arguments);
        EXPECT_EQ(run.exit_code, 2);
        EXPECT_NE(run.errors.find(words), std::string::npos) << run.errors;
    }
}

TEST(CommandLine, CountsStepsInThousands) {
    const Finished run =
        run_orrery({"simulate", "kepler", "--steps", "1k", "--algorithm", "cpu.aos"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.output.find("1,000 steps"), std::string::npos) << run.output;
}

TEST(Reports, CountOneBodyAndOneStep) {
    const TemporaryFolder folder;
    write_bytes(folder / "one.csv", "mass,x,y,z,vx,vy,vz\n1,0,0,0,0,0,0\n");
    const Finished run = run_orrery(
        {"simulate", folder / "one.csv", "--steps", "1", "--dt", "1", "--algorithm", "cpu.aos"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.output.find("1 body,"), std::string::npos) << run.output;
    EXPECT_NE(run.output.find("1 step "), std::string::npos) << run.output;
    const Finished none = run_orrery({"simulate", "kepler", "--steps", "0"});
    EXPECT_EQ(none.output.find("µs"), std::string::npos) << "nothing was timed: " << none.output;
}

TEST(Version, TellsWhatItWasBuiltWith) {
    const Finished run = run_orrery({"-V"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(run.output, run_orrery({"--version"}).output);
    EXPECT_NE(run.output.find("CUDA"), std::string::npos) << run.output;
    EXPECT_NE(run.output.find("HDF5"), std::string::npos) << run.output;
}

TEST(Forces, StayCleanOnStandardOutput) {
    const Finished run = run_orrery({"forces", "plummer", "--bodies", "3", "--algorithm", "cpu.aos",
                                     "--verbose", "--progress", "always", "-o", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(run.output.rfind("# orrery: time = ", 0), 0U) << run.output;
    EXPECT_EQ(std::count(run.output.begin(), run.output.end(), '\n'), 6) << run.output;
}

} // namespace
} // namespace orrery
