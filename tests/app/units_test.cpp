// A system's units must survive its way through files.

#include "tests/app/orrery_program.hpp"

#include "sim/snapshot.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace orrery {
namespace {

nlohmann::json report_on(const std::vector<std::string>& source) {
    std::vector<std::string> words{"simulate", "--steps", "0", "--precision",
                                   "fp64",     "--json",  "-"};
    words.insert(words.end(), source.begin(), source.end());
    const Finished run = run_orrery(words);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    return nlohmann::json::parse(run.output);
}

double virial_ratio(const std::vector<std::string>& source) {
    return report_on(source).at("conservation").at("virial_ratio").at("initial").get<double>();
}

TEST(Units, SurviveATable) {
    const TemporaryFolder folder;
    for (const char* scene : {"solar_system", "asteroid_belt", "saturn_rings"}) {
        SCOPED_TRACE(scene);
        const std::string file = folder / (std::string(scene) + ".csv");
        const std::vector<std::string> bodies = std::string(scene) == "solar_system"
                                                    ? std::vector<std::string>{}
                                                    : std::vector<std::string>{"--bodies", "500"};
        std::vector<std::string> source{scene};
        source.insert(source.end(), bodies.begin(), bodies.end());
        std::vector<std::string> words{"convert", scene, file};
        words.insert(words.end(), bodies.begin(), bodies.end());
        const Finished run = run_orrery(words);
        ASSERT_EQ(run.exit_code, 0) << run.errors;
        EXPECT_EQ(run.errors, "");
        EXPECT_NEAR(virial_ratio({file}) / virial_ratio(source), 1, 1e-6);
    }
}

TEST(Units, LostByTipsyAreToldAndCanBeGivenBack) {
    const TemporaryFolder folder;
    const std::string file = folder / "solar.tipsy";
    const Finished run = run_orrery({"convert", "solar_system", file});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.errors.find("--gravity 0.000295912"), std::string::npos) << run.errors;
    const double truth = virial_ratio({"solar_system"});
    EXPECT_LT(virial_ratio({file}), truth / 10) << "with G = 1";
    EXPECT_NEAR(virial_ratio({file, "--gravity", "2.9591220828559e-4"}) / truth, 1, 1e-3);
    EXPECT_NEAR(virial_ratio({file, "--units", "au,day,msun"}) / truth, 1, 1e-3);
}

TEST(Units, LostByTipsyAreNotToldWhereQuietIsWanted) {
    const TemporaryFolder folder;
    std::vector<std::string> words{"simulate", "solar_system", "--steps",
                                   "1",        "-o",           folder / "out.tipsy"};
    EXPECT_NE(run_orrery(words).errors, "");
    words.emplace_back("--quiet");
    const Finished run = run_orrery(words);
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_EQ(run.errors, "");
}

TEST(Units, GivenOnTheCommandLineWinAndAreKept) {
    const TemporaryFolder folder;
    const std::string file = folder / "solar.csv";
    ASSERT_EQ(run_orrery({"convert", "solar_system", file, "--gravity", "3", "--units", "a,b,c"})
                  .exit_code,
              0);
    const Units units = read_snapshot(file).units;
    EXPECT_EQ(units.gravity, 3);
    EXPECT_EQ(units.time, "b");
    const Finished run = run_orrery({"convert", "solar_system", file, "--units", "a,b,c"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.errors.find("--gravity"), std::string::npos) << run.errors;
}

TEST(Time, SurvivesATable) {
    const TemporaryFolder folder;
    const std::string file = folder / "at-%d.csv";
    const std::vector<std::string> run{"simulate", "plummer", "--bodies", "64", "--dt", "1/64"};
    std::vector<std::string> first = run;
    first.insert(first.end(), {"--until", "1", "--snapshot-every", "0.5", "-o", file});
    ASSERT_EQ(run_orrery(first).exit_code, 0);
    EXPECT_EQ(read_snapshot(folder / "at-1.csv").time, 0.5);
    const Finished second =
        run_orrery({"simulate", folder / "at-2.csv", "--until", "2", "--json", "-"});
    ASSERT_EQ(second.exit_code, 0) << second.errors;
    EXPECT_EQ(nlohmann::json::parse(second.output).at("steps"), 64);
}

} // namespace
} // namespace orrery
