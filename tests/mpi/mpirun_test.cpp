// mpirun -n P orrery …: what many processes find is what one finds, and what befalls one of them
// all hear of.

#include "app/commands/ranks.hpp"
#include "sim/base/error.hpp"
#include "sim/snapshot.hpp"
#include "tests/mpi/on_processes.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

namespace orrery {
namespace {

// A program for ranks to be started by: these lines of a shell, and then what they are to run.
std::string rank_script(const TemporaryFolder& folder, const std::string& lines) {
    const std::string script = folder / "rank.sh";
    write_bytes(script, "#!/bin/sh\n" + lines + "exec \"$@\"\n");
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    return script;
}

TEST(Mpirun, MovesBodiesAsOneProcessDoes) {
    const TemporaryFolder folder;
    for (const std::string algorithm : {"cpu.simd", "cpu.tree", "cpu.fmm"}) {
        const std::string alone = folder / (algorithm + "-1.csv");
        ASSERT_EQ(run_orrery(simulation(algorithm, alone)).exit_code, 0);
        const Bodies<double> expected = read_snapshot(alone).bodies;
        for (const int ranks : {1, 2, 3, 4}) {
            const std::string output = folder / (algorithm + "-" + std::to_string(ranks) + ".csv");
            const Finished run = run_on(ranks, simulation(algorithm, output));
            ASSERT_EQ(run.exit_code, 0) << run.errors;
            const Bodies<double> found = read_snapshot(output).bodies;
            ASSERT_EQ(found.size(), expected.size());
            EXPECT_LT(largest_distance(found, expected), algorithm == "cpu.simd" ? 1e-11 : 1e-3)
                << algorithm << " on " << ranks;
        }
    }
}

TEST(Mpirun, ReportsOfEveryRank) {
    const Finished run = run_on(3, {"simulate", "plummer", "--bodies", "900", "--algorithm",
                                    "cpu.tree", "--steps", "3", "--json", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const auto report = nlohmann::json::parse(run.output);
    EXPECT_EQ(report.at("bodies"), 900);
    const auto& ranks = report.at("ranks");
    EXPECT_EQ(ranks.at("count"), 3);
    EXPECT_GE(ranks.at("imbalance"), 1);
    double bodies = 0;
    for (const auto& rank : ranks.at("each")) {
        bodies += rank.at("bodies").get<double>();
        EXPECT_GT(rank.at("bytes"), 0);
        EXPECT_GT(rank.at("work"), 0);
    }
    EXPECT_EQ(bodies, 900);
}

TEST(Mpirun, GoesOnFromASnapshotOfOtherRanks) {
    const TemporaryFolder folder;
    const std::string three = folder / "three.orrery", two = folder / "two.orrery";
    ASSERT_EQ(run_on(3, {"simulate", "galaxy_collision", "--bodies", "500", "--algorithm",
                         "cpu.tree", "--precision", "fp64", "--steps", "3", "-o", three})
                  .exit_code,
              0);
    ASSERT_EQ(run_on(2, {"simulate", three, "--steps", "0", "-o", two}).exit_code, 0);
    const Bodies<double> before = read_snapshot(three).bodies, after = read_snapshot(two).bodies;
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        ASSERT_EQ(before.position.x[i], after.position.x[i]);
        ASSERT_EQ(before.velocity.y[i], after.velocity.y[i]);
        ASSERT_EQ(before.mass[i], after.mass[i]);
    }
}

Words start_of(const std::string& scene, const std::string& output) {
    return {"simulate", scene,     "--bodies", "5001",   "--algorithm", "cpu.tree", "--precision",
            "fp64",     "--steps", "0",        "--json", "-",           "-o",       output};
}

// Each rank makes its share of the scene and writes it: one file, as one process has it, and the
// same mark in the report.
TEST(Mpirun, WritesTheFileThatOneProcessWrites) {
    const TemporaryFolder folder;
    for (const std::string scene : {"galaxy_collision", "saturn_rings"}) {
        const std::string file = folder / (scene + ".orrery");
        const Finished alone = run_orrery(start_of(scene, file));
        ASSERT_EQ(alone.exit_code, 0) << alone.errors;
        const std::string expected = read_text(file);
        for (const int ranks : {2, 3, 4}) {
            const Finished run = run_on(ranks, start_of(scene, file));
            ASSERT_EQ(run.exit_code, 0) << run.errors;
            EXPECT_TRUE(read_text(file) == expected) << scene << " of " << ranks;
            EXPECT_EQ(nlohmann::json::parse(run.output).at("state"),
                      nlohmann::json::parse(alone.output).at("state"));
        }
    }
}

// Bytes that each rank has had at most, while it loaded, computed and saved.
std::vector<double> peaks_of(int ranks, const std::string& algorithm, const std::string& source) {
    const Finished run =
        run_on(ranks, {"simulate", source, "--algorithm", algorithm, "--precision", "fp64",
                       "--threads", "1", "--steps", "0", "--json", "-", "-o", source + ".orrery"});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    std::vector<double> peaks;
    const auto report = nlohmann::json::parse(run.output);
    for (const auto& rank : report.at("ranks").at("each")) {
        peaks.push_back(rank.at("peak_memory_bytes"));
    }
    return peaks;
}

// What a rank among four has besides its program, against what one process takes for as many
// bodies: the trees of others and cutting domains take some of it again, all bodies would
// take more.
TEST(Mpirun, NeedsMemoryForItsShareAlsoWhileItLoadsAndSaves) {
    const TemporaryFolder folder;
    const auto file = [&](const std::string& bodies) {
        const std::string name = folder / (bodies + ".orrery");
        const Finished run = run_orrery({"simulate", "plummer", "--bodies", bodies, "--algorithm",
                                         "cpu.tree", "--steps", "0", "-o", name});
        EXPECT_EQ(run.exit_code, 0) << run.errors;
        return name;
    };
    const std::string few = file("3000"), share_of_one = file("150000"), all = file("600000");
    for (const auto& [algorithm, most] :
         {std::pair{"cpu.tree", 1.25}, std::pair{"cpu.fmm", 1.35}}) {
        const double share =
            peaks_of(1, algorithm, share_of_one)[0] - peaks_of(1, algorithm, few)[0];
        const std::vector<double> programs = peaks_of(4, algorithm, few);
        const std::vector<double> ranks = peaks_of(4, algorithm, all);
        for (std::size_t k = 0; k < ranks.size(); ++k) {
            EXPECT_LT(ranks[k] - programs[k], most * share) << algorithm << ", rank " << k;
        }
    }
}

// How often a word stands in a text.
int count_of(const std::string& word, const std::string& text) {
    int count = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        ++count;
    }
    return count;
}

TEST(Mpirun, SaysOnceWhatIsWrongWithTheWords) {
    const Finished run = run_on(3, {"simulate", "plummer", "--steps", "1", "--algorithm", "no"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(count_of("orrery: ", run.errors), 1) << run.errors;
}

TEST(Mpirun, SaysWhereOneRankWasStartedWithOtherWords) {
    Words words = on_ranks(1, {"simulate", "plummer", "--bodies", "100", "--steps", "1"});
    words.emplace_back(":");
    for (const std::string& word :
         on_ranks(1, {"simulate", "plummer", "--bodies", "200", "--steps", "1"})) {
        words.push_back(word);
    }
    const Finished run = run_orrery(words, launcher());
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.errors.find("rank 1: it was not started with the words of rank 0"),
              std::string::npos)
        << run.errors;
}

// Two builds in one run, as where a machine of a cluster has an old one.
TEST(Mpirun, RefusesAnotherVersionOnOneRankAndAllSayWhich) {
    ThreadRanks ranks(3);
    std::atomic<int> refused = 0;
    {
        std::vector<std::jthread> threads;
        for (std::size_t k = 0; k < 3; ++k) {
            threads.emplace_back([&, k] {
                try {
                    require_same(ranks.of(k), k == 2 ? "orrery 0.1.0" : "orrery 0.2.0", "simulate");
                } catch (const Error& error) {
                    refused += error.kind() == ErrorKind::bad_input && error.where() == "rank 2" &&
                                       error.problem().ends_with("orrery 0.1.0")
                                   ? 1
                                   : 0;
                }
            });
        }
    }
    EXPECT_EQ(refused, 3);
}

TEST(Mpirun, EndsEverywhereWhereOneRankDies) {
    const TemporaryFolder folder;
    // The second rank ends itself in the midst of the run, as a machine that fails would.
    const std::string script =
        rank_script(folder, "if [ \"$OMPI_COMM_WORLD_RANK\" = 1 ]; then\n"
                            "  \"$@\" & child=$!\n"
                            "  sleep 2; kill -9 $child; wait $child; kill -9 $$\n"
                            "fi\n");
    const auto start = std::chrono::steady_clock::now();
    const Finished run = run_orrery({"-n", "3", script, ORRERY_EXECUTABLE, "simulate", "plummer",
                                     "--bodies", "2k", "--steps", "100000000"},
                                    launcher());
    EXPECT_NE(run.exit_code, 0);
    EXPECT_FALSE(run.errors.empty());
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::minutes(2)) << "it hangs";
}

TEST(Mpirun, SavesWhatItHasWhenItIsStopped) {
    const TemporaryFolder folder;
    // The launcher is interrupted, as Ctrl+C does it, once the first state is written.
    const std::string script = rank_script(
        folder, "if [ \"$OMPI_COMM_WORLD_RANK\" = 0 ]; then\n"
                "  (while [ ! -e s-000.orrery ]; do sleep 0.1; done; kill -INT $PPID) &\n"
                "fi\n");
    Launch launch = launcher();
    launch.folder = folder.path();
    const Finished run =
        run_orrery({"-n", "2", script, ORRERY_EXECUTABLE, "simulate", "plummer", "--bodies", "500",
                    "--algorithm", "cpu.tree", "--until", "1e6", "--snapshot-every", "1e5", "-o",
                    "s-%03d.orrery", "--json", "run.json"},
                   launch);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(count_of("stopped at t = ", run.errors), 1) << run.errors;
    const auto report = nlohmann::json::parse(read_text(folder / "run.json"));
    const std::string last = report.at("snapshots").back().at("file");
    EXPECT_EQ(last, "s-001.orrery");
    EXPECT_EQ(read_snapshot(folder / last).time, report.at("time"));
}

TEST(Mpirun, KeepsWhatWasComputedWhereTheDiskIsFull) {
    const TemporaryFolder folder;
    const std::string script = rank_script(folder, "ulimit -f 100\n");
    Launch launch = launcher();
    launch.set_environment["OMPI_MCA_btl"] = "self,tcp"; // MPI's own files must be small
    launch.set_environment["PMIX_MCA_gds"] = "hash";
    const Finished run =
        run_orrery({"-n", "2", script, ORRERY_EXECUTABLE, "simulate", "plummer", "--bodies", "5000",
                    "--algorithm", "cpu.simd", "--steps", "2", "-o", folder / "end.csv"},
                   launch);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(count_of("end.csv", run.errors), 1) << run.errors;
    EXPECT_NE(run.output.find("2 steps"), std::string::npos) << run.errors;
}

TEST(Mpirun, KeepsTheOldFileWhereTheDiskOfOneRankIsFull) {
    const TemporaryFolder folder;
    const std::string script =
        rank_script(folder, "if [ \"$OMPI_COMM_WORLD_RANK\" = 1 ]; then ulimit -f 100; fi\n");
    const std::string file = folder / "end.orrery";
    write_bytes(file, "as it was");
    Launch launch = launcher();
    launch.set_environment["OMPI_MCA_btl"] = "self,tcp"; // MPI's own files must be small
    launch.set_environment["PMIX_MCA_gds"] = "hash";
    launch.folder = folder.path();
    const Finished run =
        run_orrery({"-n", "3", script, ORRERY_EXECUTABLE, "simulate", "plummer", "--bodies",
                    "20000", "--algorithm", "cpu.tree", "--steps", "2", "-o", file},
                   launch);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(count_of("end.orrery: the file cannot be written", run.errors), 1) << run.errors;
    EXPECT_NE(run.output.find("2 steps"), std::string::npos) << run.errors;
    EXPECT_EQ(read_text(file), "as it was");
}

// Words that start the program with a disk of its own, empty, in the place of that folder on every
// rank but the first, as machines have them that share none.
Words without_common_disk(const TemporaryFolder& folder, const std::string& disk) {
    const std::string script =
        rank_script(folder, "if [ \"$OMPI_COMM_WORLD_RANK\" != 0 ]; then\n"
                            "  exec unshare --user --map-root-user --mount sh -c "
                            "'mount -t tmpfs none \"$0\" && exec \"$@\"' " +
                                disk + " \"$@\"\nfi\n");
    std::filesystem::create_directory(disk);
    return {"-n", "3", script, ORRERY_EXECUTABLE};
}

Finished run_without_common_disk(const TemporaryFolder& folder, const std::string& disk,
                                 const Words& arguments) {
    Words words = without_common_disk(folder, disk);
    words.insert(words.end(), arguments.begin(), arguments.end());
    Launch launch = launcher();
    launch.set_environment["OMPI_MCA_btl"] = "self,tcp"; // they read no memory of each other's
    return run_orrery(words, launch);
}

bool has_namespaces() {
    Launch launch;
    launch.program = "/bin/sh";
    return run_orrery({"-c", "unshare --user --map-root-user --mount mount -t tmpfs none /mnt"},
                      launch)
               .exit_code == 0;
}

TEST(Mpirun, WritesTheSameFileWhereRanksShareNoDisk) {
    if (!has_namespaces()) {
        GTEST_SKIP() << "no process here has a disk of its own";
    }
    const TemporaryFolder folder;
    const std::string disk = folder / "disk", file = disk + "/end.orrery";
    const Finished run = run_without_common_disk(folder, disk, start_of("galaxy_collision", file));
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const std::string alone = folder / "alone.orrery";
    ASSERT_EQ(run_orrery(start_of("galaxy_collision", alone)).exit_code, 0);
    EXPECT_TRUE(read_text(file) == read_text(alone));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(disk), {}), 1)
        << "a temporary file was left behind";
}

TEST(Mpirun, SaysOnceThatOnlyTheFirstRankHasTheFile) {
    if (!has_namespaces()) {
        GTEST_SKIP() << "no process here has a disk of its own";
    }
    const TemporaryFolder folder;
    const std::string disk = folder / "disk", file = disk + "/start.orrery";
    without_common_disk(folder, disk);
    ASSERT_EQ(run_orrery(start_of("plummer", file)).exit_code, 0);
    const Finished run = run_without_common_disk(folder, disk, {"simulate", file, "--steps", "1"});
    EXPECT_EQ(run.exit_code, 2) << run.errors;
    EXPECT_EQ(count_of("no such file", run.errors), 1) << run.errors;
    EXPECT_EQ(count_of("start.orrery", run.errors), 1) << run.errors;

    const std::string report = folder / "state.json";
    nlohmann::json state;
    for (const char* seconds : {"1", "5", "30"}) { // on a busy machine it may take some to open
        const Finished window =
            run_without_common_disk(folder, disk,
                                    {file, "--off-screen", "--remember", "no", "--exit-after",
                                     seconds, "--state-json", report});
        EXPECT_EQ(window.exit_code, 0) << window.errors;
        state = nlohmann::json::parse(read_text(report));
        if (state.at("simulation").at("loaded")) {
            break;
        }
    }
    EXPECT_EQ(state.at("simulation").at("count"), 5001) << "they are dealt out in a window";
}

// What the window of the first of so many ranks says of itself at its end.
nlohmann::json window_of(int ranks, const Words& more) {
    const TemporaryFolder folder;
    const std::string report = folder / "state.json";
    Words words{"plummer", "--off-screen", "--remember",   "no",  "--bodies", "600", "--seed", "3",
                "--size",  "800x450",      "--state-json", report};
    words.insert(words.end(), more.begin(), more.end());
    const Finished run = ranks == 1 ? run_orrery(words) : run_on(ranks, words);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    return nlohmann::json::parse(read_text(report));
}

// The same until it has taken steps: on a busy machine one may take a second.
nlohmann::json window_in_motion(int ranks, const std::string& until, const Words& more) {
    nlohmann::json state;
    for (const char* seconds : {"0.5", "5", "30"}) {
        Words words{until, seconds};
        words.insert(words.end(), more.begin(), more.end());
        state = window_of(ranks, words);
        if (state["simulation"]["steps"] > 0) {
            break;
        }
    }
    return state;
}

TEST(Mpirun, HasItsWindowOnTheFirstRankWhileAllSimulate) {
    const TemporaryFolder folder;
    const std::string picture = folder / "window.png";
    const nlohmann::json state =
        window_in_motion(3, "--after", {"--screenshot", picture, "--do", "colour domain"});
    EXPECT_EQ(state.at("simulation").at("count"), 600);
    EXPECT_EQ(state.at("simulation").at("ranks"), 3);
    EXPECT_GT(state.at("simulation").at("steps"), 0);
    EXPECT_LT(state.at("simulation").at("imbalance"), 1.5);
    EXPECT_TRUE(state.at("simulation").at("error").is_null());
    EXPECT_TRUE(std::filesystem::exists(picture));
}

TEST(Mpirun, SwitchesTheAlgorithmOfAllInTheWindow) {
    const nlohmann::json state = window_in_motion(
        2, "--exit-after", {"--do", "algorithm cpu.fmm", "--do", "precision fp64"});
    EXPECT_GT(state.at("simulation").at("steps"), 0) << "it goes on";
}

// A copy of the program alone: MPI is not beside it, as nothing of it is where it is not installed.
TEST(Mpirun, StartsWithoutMpiAndSaysWhereALauncherNeedsIt) {
    const TemporaryFolder folder;
    Launch launch;
    launch.program = folder.path() / "orrery";
    std::filesystem::copy_file(ORRERY_EXECUTABLE, launch.program);
    EXPECT_EQ(run_orrery({"list", "scenes"}, launch).exit_code, 0);
    const Words arguments = {"simulate", "plummer", "--bodies", "10", "--steps", "1"};
    EXPECT_EQ(run_orrery(arguments, launch).exit_code, 0);
    launch.set_environment["OMPI_COMM_WORLD_SIZE"] = "2";
    const Finished none = run_orrery(arguments, launch);
    EXPECT_EQ(none.exit_code, 2);
    EXPECT_EQ(count_of("orrery: this build has no MPI, so each process", none.errors), 1);
    write_bytes(folder.path() / "liborrery_mpi.so", "of another machine");
    const Finished wrong = run_orrery(arguments, launch);
    EXPECT_EQ(wrong.exit_code, 2);
    EXPECT_EQ(count_of("orrery: MPI cannot be opened: ", wrong.errors), 1) << wrong.errors;
}

TEST(Mpirun, RefusesTheLauncherOfAnotherMpi) {
    Launch launch;
    launch.set_environment["PMI_SIZE"] = "2"; // MPICH's word; Open MPI starts alone then
    launch.set_environment["OMPI_ALLOW_RUN_AS_ROOT"] = "1";
    launch.set_environment["OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] = "1";
    const Finished run = run_orrery({"list", "scenes"}, launch);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.errors.find("each process is alone"), std::string::npos) << run.errors;
}

TEST(Mpirun, RefusesWhatIsForOneProcess) {
    const Finished run = run_on(2, {"forces", "plummer", "-o", "-"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.errors.find("one process"), std::string::npos) << run.errors;
    EXPECT_EQ(run_on(2, {"--version"}).exit_code, 0);
}

TEST(Mpirun, TimesMessagesAndScaling) {
    const TemporaryFolder folder;
    const Finished run = run_on(2, {"bench", "mpi", "plummer", "--bodies", "2k", "--algorithm",
                                    "cpu.tree", "--scaling", "--sizes", "8,100000", "--repeat", "3",
                                    "--json", "-", "--chart", folder / "messages.csv"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const auto report = nlohmann::json::parse(run.output);
    ASSERT_EQ(report.at("messages").size(), 2U);
    for (const auto& row : report.at("messages")) {
        EXPECT_GT(row.at("microseconds"), 0);
    }
    const std::string rows = read_text(folder / "messages.csv");
    EXPECT_EQ(std::ranges::count(rows, '\n'), 3) << rows;
    EXPECT_EQ(run_orrery({"bench", "mpi", "--plan", "--chart", "messages.svg"}).exit_code, 2)
        << "a process alone has no messages";
    EXPECT_EQ(report.at("scaling").size(), 4U) << "1 and 2 ranks, strong and weak";
}

} // namespace
} // namespace orrery
