#include "sim/base/error.hpp"
#include "sim/machine_memory/machine_memory.hpp"
#include "tests/app/orrery_program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace orrery {
namespace {

Launch launch_with_cache(const TemporaryFolder& folder) {
    Launch launch;
    launch.set_environment["XDG_CACHE_HOME"] = folder.path();
    return launch;
}

// --keep: tests run beside each other, so the machine is never idle.
Finished run_quick_probe(const TemporaryFolder& folder) {
    return run_orrery({"probe", "--quick", "--keep", "--json", "-"}, launch_with_cache(folder));
}

// One row of `orrery bench`, with whatever peaks are remembered in `folder`.
Finished run_bench(const TemporaryFolder& folder) {
    return run_orrery({"bench", "--algorithms", "cpu.soa", "--bodies", "1k", "--repeat", "1",
                       "--samples", "0", "--json", folder / "bench.json"},
                      launch_with_cache(folder));
}

nlohmann::json bench_row(const TemporaryFolder& folder) {
    return nlohmann::json::parse(read_text(folder / "bench.json")).at("rows").at(0);
}

MachinePeaks example() {
    MachinePeaks peaks;
    peaks.quick = true;
    peaks.seconds = 1.5;
    peaks.cpu.name = "A processor";
    peaks.cpu.rates = {{"AVX2", 1.25e11, 6e10, 2e10}};
    peaks.cpu.bandwidth = {{Access::rows, 4, 2, 1, 2.5e10}, {Access::copy, 16, 1, 1, 1e10}};
    ProcessorPeaks gpu = peaks.cpu;
    gpu.name = "A GPU";
    gpu.index = 3;
    gpu.bandwidth = {{Access::shifted, 8, 256, 1056, 3e12}};
    peaks.gpus = {gpu};
    peaks.links = {{3, HostMemory::pageable, Direction::from_gpu, 4096, 12.5}};
    peaks.peers = {{3, 4, true, 1 << 20, 9.75}};
    return peaks;
}

TEST(PeaksJson, ComesBackAsItWent) {
    const std::string text = peaks_json(example(), "here");
    const MachinePeaks back = read_peaks_json(text, "here", "file");
    EXPECT_EQ(peaks_json(back, "here"), text);
    ASSERT_EQ(back.gpus.size(), 1U);
    EXPECT_EQ(back.gpus[0].index, 3);
    EXPECT_EQ(back.gpus[0].bandwidth.at(0).access, Access::shifted);
    EXPECT_EQ(back.links.at(0).memory, HostMemory::pageable);
    EXPECT_EQ(back.links.at(0).direction, Direction::from_gpu);
    EXPECT_DOUBLE_EQ(back.peers.at(0).bytes_per_second(), (1 << 20) / 9.75e-6);
}

TEST(PeaksJson, IsRefusedWhenItIsOfAnotherMachine) {
    EXPECT_THROW(read_peaks_json(peaks_json(example(), "there"), "here", "file"), Error);
}

TEST(PeaksJson, IsRefusedWhenItCannotBe) {
    const auto good = nlohmann::json::parse(peaks_json(example(), "here"));
    const auto refused = [&](const char* place, const nlohmann::json& value) {
        nlohmann::json bad = good;
        bad[nlohmann::json::json_pointer(place)] = value;
        EXPECT_THROW(read_peaks_json(bad.dump(), "here", "file"), Error) << place << ' ' << value;
    };
    refused("/cpu/rates/0/fp32_flops", -1);
    refused("/cpu/rates/0/fp64_flops", nullptr);
    refused("/cpu/bandwidth/0/bytes_per_second", 0);
    refused("/cpu/bandwidth/0/access", "diagonal");
    refused("/cpu/bandwidth", nlohmann::json::array());
    refused("/links/0/memory", 7);
    refused("/peers/0/microseconds", "soon");
    refused("/gpus", "none");
    for (const std::string text : {"", "{", "[]", "null", "{\"identity\": 3}"}) {
        EXPECT_THROW(read_peaks_json(text, "here", "file"), Error) << text;
    }
}

TEST(ProbeCommand, WritesEveryFigureAsJsonAndRemembersIt) {
    const TemporaryFolder folder;
    const Finished run = run_quick_probe(folder);
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const auto document = nlohmann::json::parse(run.output);
    for (const char* key : {"identity", "quick", "seconds", "cpu", "gpus", "links", "peers"}) {
        EXPECT_TRUE(document.contains(key)) << key;
    }
    EXPECT_TRUE(document.at("quick").get<bool>());
    const auto& cpu = document.at("cpu");
    for (const char* key : {"bytes_per_second", "fp32_flops", "fp64_flops", "rsqrt_per_second"}) {
        EXPECT_GT(cpu.at(key).get<double>(), 0) << key;
    }
    EXPECT_FALSE(cpu.at("bandwidth").empty());
    EXPECT_EQ(nlohmann::json::parse(read_text(folder / "orrery/probe.json")), document);
}

TEST(ProbeCommand, PrintsTablesForPeople) {
    const TemporaryFolder folder;
    const Finished run =
        run_orrery({"probe", "--quick", "--devices", "none"}, launch_with_cache(folder));
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    for (const char* word : {"FP32", "RSQRT", "rows", "columns", "copy", "FLOP/s"}) {
        EXPECT_NE(run.output.find(word), std::string::npos) << word << " in\n" << run.output;
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "orrery/probe.json"))
        << "a part of the machine is not the machine";
}

TEST(ProbeCommand, RefusesDevicesThatAreNotThere) {
    for (const char* devices : {"1000", "0,all", "-1", "x"}) {
        const Finished run = run_orrery({"probe", "--quick", "--devices", devices});
        EXPECT_EQ(run.exit_code, 2) << devices << '\n' << run.errors;
        EXPECT_NE(run.errors.find("devices"), std::string::npos) << run.errors;
    }
}

TEST(BenchCommand, TellsThePercentageOfTheRememberedPeak) {
    const TemporaryFolder folder;
    ASSERT_EQ(run_quick_probe(folder).exit_code, 0);
    const auto peaks = nlohmann::json::parse(read_text(folder / "orrery/probe.json"));
    const Finished run = run_bench(folder);
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const auto row = bench_row(folder);
    const double expected =
        100e9 * row.at("gflops").get<double>() / peaks.at("cpu").at("fp32_flops").get<double>();
    EXPECT_NEAR(row.at("percent_of_peak").get<double>(), expected, 1e-6 * expected);
    EXPECT_NE(run.output.find("% OF PEAK"), std::string::npos) << run.output;
}

TEST(BenchCommand, HasNoPercentagesBeforeTheProbe) {
    const TemporaryFolder folder;
    const Finished run = run_bench(folder);
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_TRUE(bench_row(folder).at("percent_of_peak").is_null());
    EXPECT_EQ(run.output.find("% OF PEAK"), std::string::npos) << run.output;
}

TEST(BenchCommand, SaysInOneLineThatItDoesNotUseASpoiltFile) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "orrery");
    write_bytes(folder / "orrery/probe.json", R"({"identity": "mars)");
    const Finished run = run_bench(folder);
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_TRUE(bench_row(folder).at("percent_of_peak").is_null());
    EXPECT_NE(run.errors.find("probe.json"), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("orrery probe"), std::string::npos) << "what to do: " << run.errors;
}

// Writes a probe's result with another share of the processor.
void write_peaks(const TemporaryFolder& folder, double processor_share) {
    auto peaks = nlohmann::json::parse(read_text(folder / "orrery/probe.json"));
    peaks["processor_share"] = processor_share;
    peaks["kept_all_the_same"] = false;
    write_bytes(folder / "orrery/probe.json", peaks.dump());
}

TEST(BenchCommand, DoesNotUsePeaksOfABusyMachine) {
    const TemporaryFolder folder;
    ASSERT_EQ(run_quick_probe(folder).exit_code, 0);
    write_peaks(folder, 0.95);
    ASSERT_EQ(run_bench(folder).exit_code, 0);
    EXPECT_TRUE(bench_row(folder).at("percent_of_peak").is_number());
    write_peaks(folder, 0.6);
    const Finished run = run_bench(folder);
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_TRUE(bench_row(folder).at("percent_of_peak").is_null());
    EXPECT_NE(run.errors.find("others took 40 % of the processor's time"), std::string::npos)
        << run.errors;
}

TEST(BenchCommand, SuspectsAPeakThatIsSurpassed) {
    const TemporaryFolder folder;
    ASSERT_EQ(run_quick_probe(folder).exit_code, 0);
    auto peaks = nlohmann::json::parse(read_text(folder / "orrery/probe.json"));
    for (auto& rates : peaks["cpu"]["rates"]) {
        rates["fp32_flops"] = 1e6;
    }
    write_bytes(folder / "orrery/probe.json", peaks.dump());
    const Finished run = run_bench(folder);
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.output.find("the peak is suspect"), std::string::npos) << run.output;
    EXPECT_NE(run.output.find("since cpu.soa exceeds it"), std::string::npos) << run.output;
}

TEST(ProbeCommand, KeepsNoFiguresOfABusyMachineButForKeep) {
    const TemporaryFolder folder;
    const Finished run = run_orrery({"probe", "--quick", "--json", "-"}, launch_with_cache(folder));
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const double share = nlohmann::json::parse(run.output).at("processor_share");
    EXPECT_GT(share, 0);
    EXPECT_LE(share, 1);
    const bool kept = std::filesystem::exists(folder / "orrery/probe.json");
    EXPECT_EQ(kept, share >= 0.9) << share;
    EXPECT_EQ(run.errors.find("the machine was busy") == std::string::npos, kept) << run.errors;
}

TEST(ProbeCommand, ReplacesASpoiltFile) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "orrery");
    write_bytes(folder / "orrery/probe.json", "not json");
    ASSERT_EQ(run_quick_probe(folder).exit_code, 0);
    EXPECT_TRUE(nlohmann::json::accept(read_text(folder / "orrery/probe.json")));
}

} // namespace
} // namespace orrery
