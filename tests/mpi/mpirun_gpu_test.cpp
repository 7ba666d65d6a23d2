// mpirun -n P orrery … with bodies on GPUs: what many processes find is what one finds.

#include "sim/machine/devices.hpp"
#include "tests/mpi/on_processes.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace orrery {
namespace {

class MpirunOnGpus : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        if (const std::string reason = gpu_unavailable(); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
    }
};

TEST_P(MpirunOnGpus, MovesBodiesAsOneProcessDoes) {
    const TemporaryFolder folder;
    const std::string alone = folder / "alone.csv";
    ASSERT_EQ(run_orrery(simulation(GetParam(), alone)).exit_code, 0);
    const Bodies<double> expected = read_snapshot(alone).bodies;
    for (const int ranks : {1, 2, 3, 4}) {
        const std::string output = folder / (std::to_string(ranks) + ".csv");
        const Finished run = run_on(ranks, simulation(GetParam(), output));
        ASSERT_EQ(run.exit_code, 0) << run.errors;
        const Bodies<double> found = read_snapshot(output).bodies;
        ASSERT_EQ(found.size(), expected.size());
        EXPECT_LT(largest_distance(found, expected), 1e-3) << "on " << ranks;
    }
}

TEST_P(MpirunOnGpus, KeepsEveryBodyOnAGpuAndSaysWhatMpiIsGiven) {
    const Words words{"simulate", "galaxy_collision", "--bodies", "20k",    "--algorithm",
                      GetParam(), "--steps",          "20",       "--json", "-"};
    const auto report_of = [&](const std::string& memory) {
        Words these = words;
        these.insert(these.end(), {"--mpi-memory", memory});
        const Finished run = run_on(3, these);
        EXPECT_EQ(run.exit_code, 0) << run.errors;
        return nlohmann::json::parse(run.output);
    };
    const nlohmann::json report = report_of("host");
    const nlohmann::json& ranks = report.at("ranks");
    EXPECT_EQ(ranks.at("mpi_memory"), "host");
    EXPECT_LT(ranks.at("imbalance"), 1.5) << "of times, which ranks that share a GPU disturb";
    double bodies = 0;
    for (const auto& rank : ranks.at("each")) {
        bodies += rank.at("bodies").get<double>();
        EXPECT_GT(rank.at("work"), 0);
    }
    EXPECT_EQ(bodies, 20 * 1024);
    const nlohmann::json chosen = report_of("auto");
    const auto memory = chosen.at("ranks").at("mpi_memory").get<std::string>();
    const Finished forced = run_on(2, {"simulate", "plummer", "--bodies", "1k", "--algorithm",
                                       GetParam(), "--steps", "1", "--mpi-memory", "device"});
    EXPECT_EQ(forced.exit_code, memory == "device" ? 0 : 2) << forced.errors;
    EXPECT_EQ(forced.errors.find("MPI does not take") == std::string::npos, memory == "device")
        << forced.errors;
}

INSTANTIATE_TEST_SUITE_P(Of, MpirunOnGpus, testing::Values("gpu.tree", "gpu.fmm"),
                         [](const auto& one) { return std::string(one.param).substr(4); });

} // namespace
} // namespace orrery
