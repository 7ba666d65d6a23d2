#include "tests/app/orrery_program.hpp"

#include "sim/diagnostics/diagnostics.hpp"
#include "sim/snapshot.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace orrery {
namespace {

nlohmann::json simulate(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "simulate");
    arguments.insert(arguments.end(), {"--json", "-"});
    const Finished run = run_orrery(arguments);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    return nlohmann::json::parse(run.output);
}

TEST(SimulateCommand, ConservesWhatGravityConserves) {
    const auto report =
        simulate({"plummer", "--bodies", "1000", "--softening", "0.05", "--dt", "1/64", "--until",
                  "1", "--algorithm", "cpu.symmetric", "--precision", "fp64"});
    EXPECT_EQ(report.at("steps"), 64);
    EXPECT_NEAR(report.at("time").get<double>(), 1, 1e-12);
    const auto& conservation = report.at("conservation");
    EXPECT_LT(conservation.at("energy").at("worst_relative_error").get<double>(), 1e-4);
    EXPECT_GT(conservation.at("energy").at("worst_relative_error").get<double>(), 0);
    EXPECT_LT(conservation.at("momentum").at("relative_error").get<double>(), 1e-13);
    EXPECT_LT(conservation.at("angular_momentum").at("relative_error").get<double>(), 1e-9);
    EXPECT_NEAR(conservation.at("virial_ratio").at("final").get<double>(), 0.5, 0.05);
}

TEST(SimulateCommand, EndsExactlyAtTheTimeAskedFor) {
    const auto report = simulate({"kepler", "--dt", "0.3", "--until", "1", "--precision", "fp64"});
    EXPECT_EQ(report.at("steps"), 4) << "three of 0.3 and one of 0.1";
    EXPECT_NEAR(report.at("time").get<double>(), 1, 1e-12);
    const auto little =
        simulate({"kepler", "--dt", "1/4", "--until", "0.5000001", "--precision", "fp64"});
    EXPECT_EQ(little.at("steps"), 3);
    EXPECT_NEAR(little.at("time").get<double>(), 0.5000001, 1e-15);
    EXPECT_EQ(simulate({"kepler", "--dt", "0.001", "--until", "2"}).at("steps"), 2000);
}

TEST(SimulateCommand, ReturnsTheFigureEightToItsStart) {
    const TemporaryFolder folder;
    simulate({"figure_eight", "--precision", "fp64", "--integrator", "yoshida4", "--dt", "0.01",
              "--softening", "0", "--algorithm", "cpu.aos", "--until", "6.32591398", "-o",
              folder / "end.csv"});
    ASSERT_EQ(run_orrery({"convert", "figure_eight", folder / "start.csv"}).exit_code, 0);
    const Bodies<double> start = read_snapshot(folder / "start.csv").bodies;
    const Bodies<double> end = read_snapshot(folder / "end.csv").bodies;
    ASSERT_EQ(end.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(end.position.x[i], start.position.x[i], 1e-5);
        EXPECT_NEAR(end.position.y[i], start.position.y[i], 1e-5);
    }
}

TEST(SimulateCommand, WritesSnapshotsAsTimeGoesBy) {
    const TemporaryFolder folder;
    const auto report = simulate({"kepler", "--precision", "fp64", "--dt", "1/64", "--until", "1",
                                  "--snapshot-every", "0.25", "-o", folder / "out-%03d.tipsy"});
    ASSERT_EQ(report.at("snapshots").size(), 5U) << "at 0, 0.25, 0.5, 0.75 and 1";
    for (int i = 0; i < 5; ++i) {
        const std::string file = folder / ("out-00" + std::to_string(i) + ".tipsy");
        const auto& written = report.at("snapshots").at(static_cast<std::size_t>(i));
        EXPECT_EQ(written.at("file"), file);
        EXPECT_NEAR(written.at("time").get<double>(), 0.25 * i, 1e-9);
        EXPECT_NEAR(read_snapshot(file).time, 0.25 * i, 1e-9);
    }
}

TEST(SimulateCommand, WritesWhatItHasWhenInterrupted) {
    const TemporaryFolder folder;
    Launch launch;
    launch.interrupt_after = std::chrono::milliseconds(1500);
    const Finished run = run_orrery({"simulate", "plummer", "--bodies", "512", "--until", "1e6",
                                     "-o", folder / "end.csv", "--json", folder / "report.json"},
                                    launch);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.errors.find("stopped at t ="), std::string::npos) << run.errors;
    const auto report = nlohmann::json::parse(read_text(folder / "report.json"));
    EXPECT_TRUE(report.at("interrupted").get<bool>());
    EXPECT_GT(report.at("steps").get<int>(), 0);
    EXPECT_EQ(read_snapshot(folder / "end.csv").bodies.size(), 512U);
}

TEST(SimulateCommand, ConservesTheEnergyOfTheShippedSnapshotWithItsOwnStep) {
    const auto report = simulate({"plummer_4096", "--until", "1"});
    EXPECT_LT(report.at("conservation").at("energy").at("worst_relative_error").get<double>(),
              1e-3);
}

TEST(SimulateCommand, AdvisesWhereTheEnergyIsOff) {
    std::vector<std::string> words{"simulate", "plummer",     "--bodies", "100",  "--steps",
                                   "40",       "--softening", "0",        "--dt", "0.25"};
    const std::string advice = run_orrery(words).errors;
    EXPECT_TRUE(advice.starts_with("orrery: the energy is off by ")) << advice;
    EXPECT_NE(advice.find("%: a smaller --dt, --adaptive 0.01 or a softening above 0 helps\n"),
              std::string::npos)
        << advice;
    words.back() = "1/4096";
    EXPECT_EQ(run_orrery(words).errors, "");
    words.back() = "0.25";
    words.insert(words.end(), {"--adaptive", "0.01"});
    EXPECT_EQ(run_orrery(words).errors, "") << "the advice is true";
}

TEST(SimulateCommand, TakesTheStepThatIsTypedForASceneThatAdaptsItsOwn) {
    const std::vector<std::string> typed{"cold_sphere", "--bodies", "256",         "--dt", "1/128",
                                         "--until",     "0.125",    "--softening", "0.001"};
    const auto fixed = simulate(typed);
    EXPECT_EQ(fixed.at("steps"), 16);
    EXPECT_FALSE(fixed.at("adaptive").get<bool>());
    std::vector<std::string> both = typed;
    both.insert(both.end(), {"--adaptive", "0.025"});
    const auto adaptive = simulate(both);
    EXPECT_GT(adaptive.at("steps").get<int>(), 16);
    EXPECT_TRUE(adaptive.at("adaptive").get<bool>());
    EXPECT_LE(adaptive.at("time_steps").at("largest").get<double>(), 1.0 / 128);
}

TEST(SimulateCommand, SaysThatATypedStepFixesTheOneOfTheSceneOrReport) {
    const TemporaryFolder folder;
    const std::string report = folder / "report.json";
    const Finished scene =
        run_orrery({"simulate", "cold_sphere", "--bodies", "64", "--steps", "1", "--dt", "1/128"});
    EXPECT_NE(scene.errors.find("--dt fixes the step, which cold_sphere adapts; --adaptive 0.025 "
                                "beside it makes it the largest step\n"),
              std::string::npos)
        << scene.errors;
    ASSERT_EQ(
        run_orrery({"simulate", "cold_sphere", "--bodies", "64", "--steps", "1", "--json", report})
            .errors,
        "");
    const Finished again =
        run_orrery({"simulate", "--again", report, "--dt", "1/128", "--json", folder / "2.json"});
    EXPECT_NE(again.errors.find("--dt fixes the step, which " + report + " adapts"),
              std::string::npos)
        << again.errors;
    EXPECT_FALSE(nlohmann::json::parse(read_text(folder / "2.json")).at("adaptive").get<bool>());
}

TEST(SimulateCommand, SaysThatASystemIsThereAlready) {
    const TemporaryFolder folder;
    const std::string file = folder / "run.orrery";
    simulate({"kepler", "--until", "1", "-o", file});
    const Finished again = run_orrery({"simulate", file, "--until", "1"});
    EXPECT_EQ(again.exit_code, 0);
    EXPECT_NE(again.errors.find(file + " is already at t = 1\n"), std::string::npos)
        << again.errors;
}

TEST(SimulateCommand, SaysWhyTheEndOfARepeatedRunIsNotCompared) {
    const TemporaryFolder folder;
    const std::string report = folder / "report.json";
    ASSERT_EQ(run_orrery({"simulate", "kepler", "--steps", "4", "--json", report}).exit_code, 0);
    EXPECT_NE(run_orrery({"simulate", "--again", report}).errors.find("in the same state"),
              std::string::npos);
    const Finished other =
        run_orrery({"simulate", "--again", report, "--threads", "1", "--steps", "3"});
    EXPECT_EQ(other.exit_code, 0);
    EXPECT_NE(other.errors.find("from the command line: --threads, --steps\n"), std::string::npos)
        << other.errors;
    EXPECT_NE(other.errors.find("not compared with that of " + report +
                                ": this run differs in --threads, --steps\n"),
              std::string::npos)
        << other.errors;
}

TEST(SimulateCommand, DrawsNoProgressBarIntoAFile) {
    const Finished run = run_orrery({"simulate", "kepler", "--steps", "20"});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_EQ(run.errors, "");
    EXPECT_NE(run.output.find("angular momentum"), std::string::npos) << run.output;
}

} // namespace
} // namespace orrery
