// Outputs that cannot be written: found before a run begins, or rescued after it.

#include "tests/app/orrery_program.hpp"

#include "sim/snapshot.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <csignal>

namespace orrery {
namespace {

namespace fs = std::filesystem;

void expect_said(const Finished& run, const std::string& words) {
    EXPECT_NE(run.errors.find(words), std::string::npos)
        << "'" << words << "' is not in: " << run.errors;
}

// The only file in the folder whose name says that it was rescued.
fs::path rescued_in(const TemporaryFolder& folder) {
    fs::path found;
    for (const auto& entry : fs::directory_iterator(folder.path())) {
        if (entry.path().filename().string().starts_with("orrery-rescue-")) {
            EXPECT_EQ(found, fs::path()) << "there are several";
            found = entry.path();
        }
    }
    return found;
}

TEST(ImpossibleOutputs, AreFoundBeforeTheRun) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "sub.csv");
    write_bytes(folder / "file", "");
    const std::vector<std::string> hours{"simulate", "plummer", "--bodies", "4k", "--until", "1e6"};
    for (const std::vector<std::string>& output :
         {std::vector<std::string>{"-o", folder / "sub.csv"},
          {"-o", folder / "absent/out.csv"},
          {"-o", folder / "file/out.csv"},
          {"-o", "/proc/out.csv"},
          {"-o", folder / "absent/out-%03d.csv", "--snapshot-every", "1"},
          {"-o", "-"},
          {"-o", "-", "--format", "csv", "--json", "-"},
          {"--json", folder / "sub.csv"},
          {"--json", "/proc/report.json"}}) {
        SCOPED_TRACE(output.at(1));
        std::vector<std::string> words = hours;
        words.insert(words.end(), output.begin(), output.end());
        const Finished run = run_orrery(words);
        EXPECT_EQ(run.exit_code, 2) << run.errors;
        EXPECT_EQ(run.output, "");
    }
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"forces", "plummer", "-o", "/proc/forces.csv"},
          {"render", "plummer", "-o", "/proc/out.png"},
          {"render", "plummer", "--frames", "2", "-o", folder / "absent/out-%d.png"},
          {"bench", "--csv", "/proc/bench.csv"},
          {"convert", "plummer", "/proc/out.csv"}}) {
        SCOPED_TRACE(words.at(0));
        EXPECT_EQ(run_orrery(words).exit_code, 2);
    }
}

TEST(ImpossibleOutputs, AreFoundBeforeTheRunOnAFullDisk) {
    const TemporaryFolder folder;
    Launch launch;
    launch.largest_file = 100;
    launch.folder = folder.path();
    const Finished run =
        run_orrery({"simulate", "kepler", "--until", "1e9", "-o", "out.csv"}, launch);
    EXPECT_EQ(run.exit_code, 2) << run.errors;
    expect_said(run, "free some space");
}

TEST(StandardOutput, ThatIsFullIsToldInOneWayWithTheCause) {
    const TemporaryFolder folder; // for what is rescued
    Launch shell;
    shell.program = "/bin/sh";
    shell.folder = folder.path();
    for (const std::string words : {"list algorithms", "simulate kepler --steps 1", "help simulate",
                                    "simulate kepler --steps 1 -o - --format csv"}) {
        SCOPED_TRACE(words);
        const Finished run = run_orrery(
            {"-c", std::string(ORRERY_EXECUTABLE) + " " + words + " > /dev/full"}, shell);
        EXPECT_EQ(run.exit_code, 1);
        expect_said(run, "standard output: it cannot be written (No space left on device)");
    }
}

// Takes a folder away while the program is at work.
Launch vanishing(const TemporaryFolder& folder, const std::string& name) {
    Launch launch;
    launch.folder = folder.path();
    launch.interrupt_after = std::chrono::milliseconds(2500);
    launch.half_way = [from = folder / name] { fs::rename(from, from + "-elsewhere"); };
    return launch;
}

TEST(VanishedFolder, DoesNotCostTheStateNorTheReport) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "sub");
    const Launch launch = vanishing(folder, "sub");
    const Finished run =
        run_orrery({"simulate", "plummer", "--bodies", "512", "--until", "1e6", "-o",
                    folder / "sub/end.orrery", "--json", folder / "sub/report.json"},
                   launch);
    EXPECT_EQ(run.exit_code, 1) << run.errors;
    expect_said(run, "sub/end.orrery");
    const fs::path rescued = rescued_in(folder);
    ASSERT_EQ(rescued.extension(), ".orrery") << run.errors;
    expect_said(run, rescued.string());
    EXPECT_EQ(read_snapshot(rescued).bodies.size(), 512U);
    EXPECT_NE(run.output.find("virial"), std::string::npos) << run.output;
    const auto json = run.output.find('{');
    ASSERT_NE(json, std::string::npos) << run.output;
    const auto report =
        nlohmann::json::parse(run.output.substr(json, run.output.rfind("\n}\n") + 2 - json));
    EXPECT_EQ(report.at("snapshots").at(0).at("file"), rescued.string());
}

TEST(VanishedFolder, LeavesOneRescuedFileOfASeries) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "sub");
    const Launch launch = vanishing(folder, "sub");
    const Finished run =
        run_orrery({"simulate", "plummer", "--bodies", "512", "--until", "1e6", "--snapshot-every",
                    "0.0625", "-o", folder / "sub/%05d.orrery", "--json", folder / "report.json"},
                   launch);
    EXPECT_EQ(run.exit_code, 1);
    const fs::path rescued = rescued_in(folder); // the only one
    const auto report = nlohmann::json::parse(read_text(folder / "report.json"));
    const auto& last = report.at("snapshots").back();
    EXPECT_EQ(last.at("file"), rescued.string());
    EXPECT_EQ(read_snapshot(rescued).time, last.at("time")) << "the newest";
}

TEST(FullDisk, DoesNotCostTheReport) {
    const TemporaryFolder folder;
    Launch launch;
    launch.folder = folder.path();
    launch.largest_file = 20'000; // room for a trial, not for 512 bodies
    launch.set_environment["TMPDIR"] = folder.path().string();
    const Finished run = run_orrery({"simulate", "plummer", "--bodies", "512", "--steps", "3", "-o",
                                     "end.orrery", "--json", "report.json"},
                                    launch);
    EXPECT_EQ(run.exit_code, 1);
    expect_said(run, "nor could it be saved in another folder");
    EXPECT_NE(run.output.find("virial"), std::string::npos) << run.output;
    const auto report = nlohmann::json::parse(read_text(folder / "report.json"));
    EXPECT_EQ(report.at("steps"), 3);
    EXPECT_TRUE(report.at("snapshots").empty());
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1) << "only the report";
}

TEST(Hangup, SavesAsCtrlCDoes) {
    const TemporaryFolder folder;
    Launch launch;
    launch.interrupt_after = std::chrono::milliseconds(1500);
    launch.interrupt_signal = SIGHUP;
    const std::vector<std::string> words{"simulate", "plummer", "--bodies", "512",
                                         "--until",  "1e6",     "-o",       folder / "end.csv"};
    const Finished run = run_orrery(words, launch);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(read_snapshot(folder / "end.csv").bodies.size(), 512U);
}

TEST(Hangup, IsIgnoredUnderNohup) {
    Launch launch;
    launch.interrupt_after = std::chrono::milliseconds(300);
    launch.interrupt_signal = SIGHUP;
    launch.ignore_hangup = true;
    const Finished run =
        run_orrery({"simulate", "plummer", "--bodies", "2k", "--steps", "60"}, launch);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
}

TEST(InterruptedBeforeTheFirstStep, ReportsNothingAsMeasured) {
    const TemporaryFolder folder;
    Launch launch;
    launch.interrupt_after = std::chrono::milliseconds(1500);
    const Finished run = run_orrery({"simulate", "plummer", "--bodies", "1M", "--algorithm",
                                     "cpu.aos", "--threads", "1", "--steps", "9", "-o",
                                     folder / "end.orrery", "--json", folder / "report.json"},
                                    launch);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.output.find("momentum"), std::string::npos) << run.output;
    EXPECT_FALSE(fs::exists(folder / "end.orrery")) << "as if it were a result";
    const auto report = nlohmann::json::parse(read_text(folder / "report.json"));
    EXPECT_TRUE(report.at("conservation").is_null());
    EXPECT_TRUE(report.at("snapshots").empty());
}

TEST(StandardStreams, CarryBodies) {
    const Finished table = run_orrery({"convert", "solar_system", "-", "--format", "csv"});
    ASSERT_EQ(table.exit_code, 0) << table.errors;
    ASSERT_LT(table.output.size(), 65'536U);
    const TemporaryFolder folder;
    Launch launch;
    launch.input = table.output;
    for (const char* name : {"-", "/dev/stdin"}) {
        SCOPED_TRACE(name);
        const Finished run = run_orrery({"convert", name, folder / "solar.orrery"}, launch);
        ASSERT_EQ(run.exit_code, 0) << run.errors;
        EXPECT_EQ(read_snapshot(folder / "solar.orrery").units.length, "AU");
        EXPECT_EQ(run_orrery({"bench", name, "--bodies", "0,5", "--algorithms", "cpu.aos",
                              "--repeat", "1"},
                             launch)
                      .exit_code,
                  0)
            << "which reads it twice";
    }
    launch.input = "mass,x\n";
    const Finished bad = run_orrery({"convert", "-", folder / "bad.csv"}, launch);
    EXPECT_EQ(bad.exit_code, 2);
    expect_said(bad, "standard input, line 1");
}

TEST(StandardStreams, CarryReferenceForces) {
    Launch launch;
    launch.input = read_text(shipped_forces());
    const Finished run = run_orrery({"verify", shipped_snapshot().string(), "--softening", "0.01",
                                     "--reference", "-", "--algorithm", "cpu.simd"},
                                    launch);
    EXPECT_EQ(run.exit_code, 0) << run.output << run.errors;
}

TEST(ShippedSnapshot, IsKnownByName) {
    const TemporaryFolder folder;
    Launch launch;
    launch.folder = folder.path();
    const Finished run = run_orrery({"convert", "plummer_4096", "p.csv"}, launch);
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(read_snapshot(folder / "p.csv").bodies.size(), 4096U);
}

TEST(NamesInMessages, CannotCommandTheTerminal) {
    const TemporaryFolder folder;
    const Finished run = run_orrery({"simulate", "\x1b[31m.csv", "--steps", "1"});
    EXPECT_EQ(run.errors.find('\x1b'), std::string::npos) << run.errors;
    expect_said(run, "\\x1b[31m.csv");
}

} // namespace
} // namespace orrery
