// A report says where it comes from, well enough to run it again.

#include "app/commands/provenance.hpp"
#include "sim/base/error.hpp"
#include "sim/snapshot.hpp"
#include "tests/app/orrery_program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace orrery {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const std::string& file) {
    return Json::parse(read_text(file));
}

TEST(ShellQuotes, LeavePlainWordsAloneAndKeepTheOthersWhole) {
    EXPECT_EQ(quoted_for_shell("--bodies=16k"), "--bodies=16k");
    EXPECT_EQ(quoted_for_shell("out-%05d.tipsy"), "out-%05d.tipsy");
    EXPECT_EQ(quoted_for_shell("two words"), "'two words'");
    EXPECT_EQ(quoted_for_shell("it's"), "'it'\\''s'");
    EXPECT_EQ(quoted_for_shell(""), "''");
    EXPECT_EQ(quoted_for_shell("$HOME"), "'$HOME'");
}

TEST(Provenance, NamesProgramMachineSourceAndEverySetting) {
    const TemporaryFolder folder;
    const Finished run = run_orrery({"simulate", "plummer", "--bodies", "200", "--seed", "5",
                                     "--algorithm", "cpu.tree", "--option", "error=1e-4", "--steps",
                                     "2", "--json", folder / "my report.json"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const Json from = json_of(folder / "my report.json").at("provenance");
    EXPECT_EQ(from.at("version"), ORRERY_VERSION);
    EXPECT_EQ(from.at("date").get<std::string>().size(), 20U);
    EXPECT_NE(from.at("command_line").get<std::string>().find("'" + (folder / "my report.json")),
              std::string::npos)
        << from.at("command_line");
    EXPECT_FALSE(from.at("machine").at("cpu").get<std::string>().empty());
    EXPECT_GT(from.at("threads").get<int>(), 0);
    EXPECT_TRUE(from.at("gpus").empty());
    EXPECT_EQ(from.at("source"),
              (Json{{"kind", "scene"}, {"name", "plummer"}, {"seed", 5}, {"bodies", 200}}));
    const Json& settings = from.at("settings");
    EXPECT_EQ(settings.at("algorithm"), "cpu.tree");
    EXPECT_EQ(settings.at("options").size(), 5U) << "those not typed as well";
    EXPECT_EQ(settings.at("options").at("error"), 1e-4);
    EXPECT_TRUE(settings.at("time_step").is_number()) << "what was chosen, not that it was";
    const Json& origins = from.at("origins");
    EXPECT_EQ(origins.at("seed"), "command line");
    EXPECT_EQ(origins.at("options"), "command line");
    EXPECT_EQ(origins.at("time_step"), "automatic");
    EXPECT_EQ(origins.at("threads"), "automatic");
    EXPECT_EQ(origins.at("integrator"), "standard");
}

TEST(Provenance, KnowsAFileByItsChecksum) {
    const TemporaryFolder folder;
    const std::string file = folder / "bodies.tipsy";
    ASSERT_EQ(run_orrery({"convert", "plummer", "--bodies", "100", file}).exit_code, 0);
    const Finished run = run_orrery({"verify", file, "--json", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const Json source = Json::parse(run.output).at("provenance").at("source");
    EXPECT_EQ(source.at("kind"), "file");
    EXPECT_EQ(source.at("bytes"), std::filesystem::file_size(file));
    EXPECT_EQ(source.at("crc32c").get<std::string>().size(), 8U);
}

TEST(AdaptiveSteps, AreReportedAsTheyWere) {
    const TemporaryFolder folder;
    const Finished run = run_orrery({"simulate", "plummer", "--bodies", "200", "--adaptive", "0.02",
                                     "--steps", "20", "--json", folder / "report.json"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const Json report = json_of(folder / "report.json");
    EXPECT_TRUE(report.at("adaptive").get<bool>());
    EXPECT_EQ(report.at("provenance").at("settings").at("step_accuracy"), 0.02);
    const Json& steps = report.at("time_steps");
    EXPECT_GT(steps.at("smallest"), 0);
    EXPECT_LE(steps.at("smallest"), steps.at("initial"));
    EXPECT_LE(steps.at("initial"), steps.at("largest"));
    EXPECT_LE(steps.at("largest"), report.at("time_step"));
    EXPECT_NE(run.output.find("adaptive, eta 0.02"), std::string::npos) << run.output;
}

void expect_same_run(const Json& first, const Json& second) {
    for (const char* key :
         {"algorithm", "options", "integrator", "bodies", "precision", "time_step", "time_steps",
          "softening", "steps", "time", "conservation", "state", "asked"}) {
        EXPECT_EQ(first.at(key), second.at(key)) << key;
    }
    EXPECT_EQ(first.at("provenance").at("settings"), second.at("provenance").at("settings"));
}

TEST(AgainOption, RepeatsARunToTheLastBit) {
    const TemporaryFolder folder;
    const std::string report = folder / "report.json", second = folder / "second.json";
    const Finished run = run_orrery({"simulate",     "galaxy_collision",
                                     "--bodies",     "300",
                                     "--seed",       "9",
                                     "--algorithm",  "cpu.tree",
                                     "--theta",      "0.7",
                                     "--adaptive",   "0.05",
                                     "--precision",  "fp64",
                                     "--integrator", "pefrl",
                                     "--until",      "0.3",
                                     "--json",       report,
                                     "-o",           folder / "first.csv"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const Finished again =
        run_orrery({"simulate", "--again", report, "--json", second, "-o", folder / "second.csv"});
    ASSERT_EQ(again.exit_code, 0) << again.errors;
    EXPECT_NE(again.errors.find("in the same state as"), std::string::npos) << again.errors;
    expect_same_run(json_of(report), json_of(second));
    EXPECT_EQ(read_text(folder / "first.csv"), read_text(folder / "second.csv"));
    EXPECT_EQ(json_of(second).at("provenance").at("origins").at("seed"), "report");
}

TEST(AgainOption, BeginsWithTheSameFileOrNotAtAll) {
    const TemporaryFolder folder;
    const std::string file = folder / "bodies.tipsy", report = folder / "report.json";
    ASSERT_EQ(run_orrery({"convert", "plummer", "--bodies", "100", file}).exit_code, 0);
    Launch elsewhere;
    elsewhere.folder = folder.path();
    ASSERT_EQ(
        run_orrery({"simulate", "bodies.tipsy", "--bodies", "50", "--steps", "5", "--json", report},
                   elsewhere)
            .exit_code,
        0);
    const Finished again = run_orrery({"simulate", "--again", report, "--json", "-"});
    ASSERT_EQ(again.exit_code, 0) << again.errors;
    EXPECT_EQ(Json::parse(again.output).at("bodies"), 50);
    EXPECT_EQ(Json::parse(again.output).at("state"), json_of(report).at("state"));

    ASSERT_EQ(run_orrery({"convert", "plummer", "--bodies", "100", "--seed", "2", file}).exit_code,
              0);
    const Finished changed = run_orrery({"simulate", "--again", report});
    EXPECT_EQ(changed.exit_code, 2);
    EXPECT_NE(changed.errors.find("not the file"), std::string::npos) << changed.errors;
}

TEST(AgainOption, LetsWhatIsTypedWin) {
    const TemporaryFolder folder;
    const std::string report = folder / "report.json";
    ASSERT_EQ(
        run_orrery({"simulate", "plummer", "--bodies", "100", "--steps", "5", "--json", report})
            .exit_code,
        0);
    const Finished again = run_orrery(
        {"simulate", "--again", report, "--steps", "7", "--integrator", "rk4", "--json", "-"});
    ASSERT_EQ(again.exit_code, 0) << again.errors;
    const Json other = Json::parse(again.output);
    EXPECT_EQ(other.at("steps"), 7);
    EXPECT_EQ(other.at("integrator"), "rk4");
    EXPECT_EQ(again.errors.find("state"), std::string::npos) << "nothing to compare";
}

TEST(AgainOption, RefusesWhatIsNoReportOfARun) {
    const TemporaryFolder folder;
    const std::string file = folder / "report.json";
    for (const char* text : {"no json", "{}", R"({"provenance": {"settings": 3}})", "[1]"}) {
        write_bytes(file, text);
        const Finished run = run_orrery({"simulate", "--again", file});
        EXPECT_EQ(run.exit_code, 2) << text;
        EXPECT_NE(run.errors.find("report.json"), std::string::npos) << run.errors;
    }
}

} // namespace
} // namespace orrery
