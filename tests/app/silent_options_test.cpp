// Nothing that is typed is passed over in silence: it works, it is refused, or it is said that it
// has no effect.

#include "tests/app/orrery_program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace orrery {
namespace {

class SilentOptions : public testing::Test {
protected:
    // 100 bodies in a file.
    std::string bodies_file() const {
        std::string file = folder_ / "bodies.tipsy";
        EXPECT_EQ(run_orrery({"convert", "plummer", "--bodies", "100", file}).exit_code, 0);
        return file;
    }

    static void expect_refused(const std::vector<std::string>& arguments,
                               const std::string& about) {
        const Finished run = run_orrery(arguments);
        EXPECT_EQ(run.exit_code, 2) << run.output << run.errors;
        EXPECT_NE(run.errors.find(about), std::string::npos)
            << "'" << about << "' is not in: " << run.errors;
    }

    static double median_error(std::vector<std::string> options) {
        std::vector<std::string> arguments{"verify",      "plummer",  "--bodies", "4k",
                                           "--algorithm", "cpu.tree", "--json",   "-"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Finished run = run_orrery(arguments);
        EXPECT_EQ(run.exit_code, 0) << run.errors;
        return nlohmann::json::parse(run.output).at("median_error").get<double>();
    }

    const TemporaryFolder folder_;
};

TEST_F(SilentOptions, ThetaImpliesItsCriterionAndSaysSo) {
    EXPECT_LT(3 * median_error({"--theta", "0.4"}), median_error({"--theta", "1"}));
    const Finished run = run_orrery({"verify", "plummer", "--bodies", "1k", "--algorithm",
                                     "cpu.tree", "--theta", "0.5", "--json", "-"});
    EXPECT_EQ(run.errors, "orrery: 'theta' implies criterion=angle of cpu.tree\n");
    EXPECT_EQ(nlohmann::json::parse(run.output).at("options").at("criterion"), "angle");
}

TEST_F(SilentOptions, AStateAndASceneAreOneTooMany) {
    expect_refused({"kepler", "--state", "orrery:AAAA"}, "--state");
    expect_refused({"--state", "orrery:AAAA"}, "not a complete Orrery state");
    expect_refused({"render", "kepler", "--wait", "3"}, "--wait");
}

TEST_F(SilentOptions, OptionsThatContradictEachOtherAreRefused) {
    const std::vector<std::string> tree{"verify",      "plummer",  "--bodies", "1k",
                                        "--algorithm", "cpu.tree", "--theta",  "0.5"};
    for (const auto& [option, about] : std::vector<std::pair<std::string, std::string>>{
             {"criterion=error", "only with criterion=angle"},
             {"error=1e-3", "cannot be combined"},
             {"theta=0.7", "given twice"}}) {
        std::vector<std::string> arguments = tree;
        arguments.insert(arguments.end(), {"--option", option});
        expect_refused(arguments, about);
    }
}

TEST_F(SilentOptions, AnOptionOfManyAlgorithmsImpliesItsCriterionInEach) {
    const Finished run = run_orrery({"bench", "--algorithms", "cpu.soa,cpu.tree", "--bodies", "1k",
                                     "--repeat", "1", "--theta", "0.5", "--json", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.errors.find("implies criterion=angle of cpu.tree"), std::string::npos);
    const auto rows = nlohmann::json::parse(run.output).at("rows");
    EXPECT_EQ(rows.at(1).at("options").at("criterion"), "angle");
}

TEST_F(SilentOptions, FractionsOfWholeOptionsAndValuesOutOfRangeAreRefused) {
    const std::vector<std::string> tree{"verify", "plummer", "--algorithm", "cpu.tree"};
    for (const auto& [option, about] :
         std::vector<std::pair<std::string, std::string>>{{"leaf=2.5", "whole numbers"},
                                                          {"order=1.5", "whole numbers"},
                                                          {"leaf=1000", "the range is 1 to 64"},
                                                          {"theta=9", "the range is 0.2 to 1.2"}}) {
        std::vector<std::string> arguments = tree;
        arguments.insert(arguments.end(), {"--option", option});
        expect_refused(arguments, about);
    }
    expect_refused({"verify", "plummer", "--algorithm", "cpu.tree", "--order", "1.5"},
                   "whole numbers");
}

TEST_F(SilentOptions, ChoicesAreKnownInSmallLettersToo) {
    const Finished run = run_orrery({"forces", "kepler", "--algorithm", "cpu.simd", "--option",
                                     "isa=sse2", "-o", folder_ / "f.csv", "--json", "-"});
    if (run.exit_code == 0) {
        EXPECT_EQ(nlohmann::json::parse(run.output).at("options").at("isa"), "SSE2");
    } else { // a processor of another kind
        EXPECT_NE(run.errors.find("isa"), std::string::npos) << run.errors;
    }
}

TEST_F(SilentOptions, MoreBodiesThanThereAreAreRefused) {
    const std::string file = bodies_file();
    expect_refused({"simulate", file, "--steps", "1", "--bodies", "200"}, "only 100 bodies");
    expect_refused({"bench", file, "--bodies", "50,200"}, "only 100 bodies");
    expect_refused({"simulate", "kepler", "--steps", "1", "--bodies", "100"}, "has exactly 2");
    expect_refused({"bench", "solar_system", "--bodies", "1k"}, "has exactly");
    EXPECT_EQ(run_orrery({"simulate", "kepler", "--steps", "1", "--bodies", "2"}).exit_code, 0);
}

TEST_F(SilentOptions, BenchTakesWhatAFileHasWhereNothingIsTyped) {
    const Finished run = run_orrery({"bench", bodies_file(), "--algorithms", "cpu.soa", "--repeat",
                                     "1", "--samples", "0", "--json", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const auto rows = nlohmann::json::parse(run.output).at("rows");
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows.at(0).at("bodies"), 100);
}

TEST_F(SilentOptions, SeedsWithoutRandomNumbersAreRefused) {
    expect_refused({"simulate", bodies_file(), "--steps", "1", "--seed", "3"},
                   "do not depend on random numbers");
    expect_refused({"render", "kepler", "--seed", "3"}, "the same with every seed");
    EXPECT_EQ(run_orrery({"verify", bodies_file(), "--seed", "3", "--samples", "10"}).exit_code, 0)
        << "verify samples by it";
}

TEST_F(SilentOptions, EmptyPlacesInListsAreRefused) {
    for (const char* list : {"1k,,2k", "1k,", ",1k", ""}) {
        expect_refused({"bench", "--bodies", list}, "--bodies");
    }
    expect_refused({"bench", "--algorithms", "cpu.soa,,cpu.simd"}, "--algorithms");
    expect_refused({"probe", "--devices", "0,"}, "--devices");
}

TEST_F(SilentOptions, DevicesOfAnAlgorithmForTheProcessorAreSaidToHaveNoEffect) {
    const Finished run = run_orrery(
        {"simulate", "kepler", "--steps", "1", "--algorithm", "cpu.soa", "--devices", "all"});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_EQ(run.errors, "orrery: --devices has no effect: cpu.soa uses no GPU\n");
    const Finished threads = run_orrery(
        {"simulate", "kepler", "--steps", "1", "--algorithm", "cpu.soa", "--threads", "2"});
    EXPECT_NE(threads.errors.find("on one thread"), std::string::npos) << threads.errors;
}

// Without any GPU, the error says so.
TEST_F(SilentOptions, ForcesAndVerifyGoWhereDevicesSays) {
    for (std::vector<std::string> words :
         {std::vector<std::string>{"forces", "plummer", "-o", "forces.csv"},
          std::vector<std::string>{"verify", "plummer"}}) {
        words.insert(words.end(),
                     {"--bodies", "64", "--algorithm", "gpu.shared", "--devices", "97"});
        const Finished run = run_orrery(words);
        EXPECT_EQ(run.exit_code, 2) << words[0] << " went to another GPU\n" << run.errors;
        EXPECT_EQ(run.errors.find("--help"), std::string::npos) << run.errors;
    }
}

TEST_F(SilentOptions, FlagsThatNeedAnotherOneSayWhich) {
    expect_refused({"render", "kepler", "--steps-per-frame", "4"}, "--frames");
    expect_refused({"render", "kepler", "--colour-by", "single", "--colour-map", "viridis"},
                   "--colour-map");
    expect_refused({"verify", "kepler", "--samples", "9", "--reference", "forces.csv"},
                   "--reference");
    expect_refused({"kepler", "--after", "2"}, "--screenshot");
    expect_refused({"render", "kepler", "--start", "-1"}, "--start");
    expect_refused({"simulate", "kepler", "--steps", "1", "--backwards", "--forwards"},
                   "cannot be combined");
    expect_refused({"simulate", "kepler", "--until", "1", "--backwards"}, "--forwards");
}

TEST_F(SilentOptions, BackwardsGoesBackInTime) {
    const Finished run = run_orrery({"simulate", "kepler", "--dt", "1/64", "--until", "-0.5",
                                     "--backwards", "--precision", "fp64", "--json", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const auto report = nlohmann::json::parse(run.output);
    EXPECT_EQ(report.at("time"), -0.5);
    EXPECT_EQ(report.at("steps"), 32);
}

} // namespace
} // namespace orrery
