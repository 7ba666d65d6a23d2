// A session is gone on with where it was left: with its settings, unless others are typed.

#include "sim/scene.hpp"
#include "sim/snapshot.hpp"
#include "sim/snapshots/session.hpp"
#include "tests/app/orrery_program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace orrery {
namespace {

// 64 bodies in a session with settings that are none of the program's own.
Settings unusual_settings() {
    Settings settings;
    settings.source = "plummer";
    settings.seed = 7;
    settings.algorithm = "cpu.tree";
    settings.solver_options["cpu.tree"] = {{"criterion", "angle"}, {"theta", 0.9}};
    settings.integrator = "pefrl";
    settings.precision = Precision::fp64;
    settings.time_step = 1.0 / 128;
    settings.softening = 0.125;
    return settings;
}

std::string write_session_file(const TemporaryFolder& folder, const Settings& settings) {
    std::string file = folder / "run.orrery";
    write_snapshot(file, make_scene(find_scene("plummer"), 64, 1), {}, settings);
    return file;
}

nlohmann::json report_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--json", "-"});
    const Finished run = run_orrery(arguments);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    return nlohmann::json::parse(run.output);
}

TEST(SessionSettings, AreTakenBySimulate) {
    const TemporaryFolder folder;
    const std::string file = write_session_file(folder, unusual_settings());
    const auto report = report_of({"simulate", file, "--steps", "2"});
    EXPECT_EQ(report.at("algorithm"), "cpu.tree");
    EXPECT_EQ(report.at("options").at("criterion"), "angle");
    EXPECT_EQ(report.at("options").at("theta"), 0.9);
    EXPECT_EQ(report.at("integrator"), "pefrl");
    EXPECT_EQ(report.at("precision"), "fp64");
    EXPECT_EQ(report.at("time_step"), 1.0 / 128);
    EXPECT_EQ(report.at("softening"), 0.125);
    EXPECT_EQ(report.at("provenance").at("settings").at("seed"), 7);
    EXPECT_EQ(report.at("provenance").at("origins").at("integrator"), "session");
}

TEST(SessionSettings, AreTakenByVerifyForcesAndBench) {
    const TemporaryFolder folder;
    const std::string file = write_session_file(folder, unusual_settings());
    const auto verified = report_of({"verify", file});
    EXPECT_EQ(verified.at("algorithm"), "cpu.tree");
    EXPECT_EQ(verified.at("options").at("theta"), 0.9);
    EXPECT_EQ(verified.at("precision"), "fp64");
    EXPECT_EQ(verified.at("softening"), 0.125);

    const auto forces = report_of({"forces", file, "-o", folder / "forces.csv"});
    EXPECT_EQ(forces.at("algorithm"), "cpu.tree");
    EXPECT_EQ(forces.at("precision"), "fp64");

    const auto bench = report_of({"bench", file, "--algorithms", "cpu.soa,cpu.tree", "--bodies",
                                  "0", "--repeat", "1", "--samples", "0"});
    ASSERT_EQ(bench.at("rows").size(), 2U) << "bench compares algorithms";
    EXPECT_EQ(bench.at("rows").at(0).at("precision"), "fp64");
    EXPECT_EQ(bench.at("rows").at(1).at("options").at("theta"), 0.9);
    EXPECT_EQ(bench.at("provenance").at("settings").at("integrator"), "pefrl");
}

TEST(SessionSettings, LoseToWhatIsTyped) {
    const TemporaryFolder folder;
    const std::string file = write_session_file(folder, unusual_settings());
    const auto report = report_of({"simulate", file, "--steps", "2", "--integrator", "rk4",
                                   "--precision", "fp32", "--dt", "1/64", "--softening", "0.25",
                                   "--theta", "0.6", "--adaptive", "0.05", "--threads", "1"});
    EXPECT_EQ(report.at("algorithm"), "cpu.tree") << "nothing was said of it";
    EXPECT_EQ(report.at("options").at("theta"), 0.6);
    EXPECT_EQ(report.at("integrator"), "rk4");
    EXPECT_EQ(report.at("precision"), "fp32");
    EXPECT_EQ(report.at("time_step"), 1.0 / 64);
    EXPECT_EQ(report.at("softening"), 0.25);
    EXPECT_TRUE(report.at("adaptive").get<bool>());
    EXPECT_EQ(report.at("provenance").at("threads"), 1);
    EXPECT_EQ(report.at("provenance").at("origins").at("time_step"), "command line");
}

TEST(SessionSettings, AreToldInOneLine) {
    const TemporaryFolder folder;
    const std::string file = write_session_file(folder, unusual_settings());
    const Finished run = run_orrery({"simulate", file, "--steps", "1", "--dt", "1/64"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(run.errors, "orrery: from " + file +
                              ": cpu.tree (criterion=angle, theta=0.9), pefrl, fp64, seed 7, "
                              "softening 0.125; from the command line: --dt\n");
}

TEST(SessionSettings, GoOnWithAnotherAlgorithmWhereTheirOwnIsUnknown) {
    const TemporaryFolder folder;
    Settings settings = unusual_settings();
    settings.algorithm = "quantum.tree";
    settings.solver_options["quantum.tree"] = {{"order", 1}};
    const std::string file = write_session_file(folder, settings);
    const Finished run = run_orrery({"simulate", file, "--steps", "1", "--json", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.errors.find("unknown algorithm 'quantum.tree'"), std::string::npos) << run.errors;
    const auto report = nlohmann::json::parse(run.output);
    EXPECT_NE(report.at("algorithm").get<std::string>().find("tree"), std::string::npos);
    EXPECT_EQ(report.at("options").at("order"), 1);

    const Finished chosen =
        run_orrery({"simulate", file, "--steps", "1", "--algorithm", "cpu.soa"});
    EXPECT_EQ(chosen.exit_code, 0) << chosen.errors;
    EXPECT_EQ(chosen.errors.find("quantum"), std::string::npos) << chosen.errors;
}

TEST(SessionSettings, AreThoseThatReallyRan) {
    const TemporaryFolder folder;
    const std::string pattern = folder / "out-%02d.orrery";
    const Finished run = run_orrery(
        {"simulate",    "plummer",       "--bodies",     "100",     "--seed",           "3",
         "--algorithm", "cpu.symmetric", "--integrator", "pefrl",   "--precision",      "fp64",
         "--dt",        "1/64",          "--until",      "0.09375", "--snapshot-every", "1/32",
         "-o",          pattern});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    for (const char* file : {"out-00.orrery", "out-01.orrery", "out-03.orrery"}) {
        const Settings saved = read_session(folder / file).settings;
        EXPECT_EQ(saved.algorithm, "cpu.symmetric") << file;
        EXPECT_EQ(saved.integrator, "pefrl");
        EXPECT_EQ(saved.precision, Precision::fp64);
        EXPECT_EQ(saved.seed, 3U);
        EXPECT_EQ(saved.time_step, 1.0 / 64);
    }
}

TEST(SessionSettings, ContinueARunToTheLastBit) {
    const TemporaryFolder folder;
    const std::vector<std::string> start{"simulate",     "galaxy_collision", "--bodies",   "300",
                                         "--algorithm",  "cpu.tree",         "--theta",    "0.8",
                                         "--integrator", "yoshida4",         "--adaptive", "0.05"};
    const auto run = [&](std::vector<std::string> arguments, const std::string& steps,
                         const std::string& output) {
        arguments.insert(arguments.end(), {"--steps", steps, "-o", folder / output});
        const Finished finished = run_orrery(arguments);
        ASSERT_EQ(finished.exit_code, 0) << finished.errors;
    };
    run(start, "40", "straight.orrery");
    run(start, "20", "half.orrery");
    run({"simulate", folder / "half.orrery"}, "20", "resumed.orrery");
    const auto straight = read_snapshot(folder / "straight.orrery");
    const auto resumed = read_snapshot(folder / "resumed.orrery");
    EXPECT_EQ(resumed.time, straight.time);
    for (std::size_t i = 0; i < 300; ++i) {
        ASSERT_EQ(resumed.bodies.position.x[i], straight.bodies.position.x[i]) << i;
        ASSERT_EQ(resumed.bodies.velocity.z[i], straight.bodies.velocity.z[i]) << i;
    }
}

TEST(SessionSettings, GoBackInTimeWhereTheSessionDid) {
    const TemporaryFolder folder;
    Settings settings = unusual_settings();
    settings.reversed = true;
    const std::string file = write_session_file(folder, settings);
    EXPECT_NEAR(report_of({"simulate", file, "--until", "-0.0625"}).at("time").get<double>(),
                -0.0625, 1e-12);
    EXPECT_GT(report_of({"simulate", file, "--steps", "2", "--forwards"}).at("time"), 0);
    const Finished wrong = run_orrery({"simulate", file, "--until", "1"});
    EXPECT_EQ(wrong.exit_code, 2);
    EXPECT_NE(wrong.errors.find("--forwards"), std::string::npos) << wrong.errors;
}

TEST(SessionSettings, SurviveConversionThoughTheyCannotRunHere) {
    const TemporaryFolder folder;
    Settings settings = unusual_settings();
    settings.algorithm = "quantum.tree";
    const std::string file = write_session_file(folder, settings);
    const Finished run = run_orrery({"convert", file, folder / "copy.orrery"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(run.errors, "");
    EXPECT_EQ(read_session(folder / "copy.orrery").settings.algorithm, "quantum.tree");
}

} // namespace
} // namespace orrery
