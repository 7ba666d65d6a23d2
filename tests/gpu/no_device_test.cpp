// The program where CUDA offers no GPU: it says why, and everything else works.

#include "tests/app/orrery_program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace orrery {
namespace {

Finished run_without_devices(const std::vector<std::string>& arguments) {
    Launch launch;
    launch.set_environment["CUDA_VISIBLE_DEVICES"] = "";
    return run_orrery(arguments, launch);
}

bool on_host(const std::string& algorithm) {
    return algorithm.rfind("cpu.", 0) == 0;
}

// Why there is none, as 'list devices' has it.
std::string reason() {
    const Finished run = run_without_devices({"list", "devices", "--json"});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    const auto lists = nlohmann::json::parse(run.output);
    for (const auto& row : lists.at("devices")) {
        if (row.at("id") == "cuda") {
            EXPECT_FALSE(row.at("available").get<bool>());
            return row.at("reason").get<std::string>();
        }
    }
    ADD_FAILURE() << "it has one";
    return "";
}

TEST(WithoutDevices, ListsSayWhy) {
    const std::string why = reason();
    const Finished devices = run_without_devices({"list", "devices"});
    EXPECT_EQ(devices.exit_code, 0) << devices.errors;
    EXPECT_NE(devices.output.find(why), std::string::npos) << devices.output;

    const Finished run = run_without_devices({"list", "algorithms", "--json"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    int on_devices = 0;
    const auto lists = nlohmann::json::parse(run.output);
    for (const auto& row : lists.at("algorithms")) {
        const bool host = on_host(row.at("id"));
        EXPECT_EQ(row.at("available").get<bool>(), host) << row;
        on_devices += host ? 0 : 1;
        if (!host) {
            EXPECT_EQ(row.at("reason").get<std::string>(), why);
        }
    }
    EXPECT_GE(on_devices, 11) << "ten kernels and a tree";
}

TEST(WithoutDevices, ABenchmarkOfWhatIsNotThereSaysWhy) {
    const Finished run =
        run_without_devices({"bench", "--algorithms", "gpu.shared", "--bodies", "64"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.errors.find("gpu.shared"), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find(reason()), std::string::npos) << run.errors;
}

TEST(WithoutDevices, ABenchmarkOfAllLeavesThoseOutAndSaysWhy) {
    const Finished run = run_without_devices(
        {"bench", "--algorithms", "all", "--bodies", "64", "--repeat", "1", "--json", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(run.errors.rfind("orrery: leaving out ", 0), 0U) << run.errors;
    EXPECT_EQ(run.errors.find('\n'), run.errors.size() - 1) << "in one line: " << run.errors;
    EXPECT_NE(run.errors.find(": " + reason()), std::string::npos) << run.errors;
    const auto rows = nlohmann::json::parse(run.output).at("rows");
    EXPECT_FALSE(rows.empty());
    for (const auto& row : rows) {
        EXPECT_TRUE(on_host(row.at("algorithm"))) << row;
    }
}

TEST(WithoutDevices, TheProcessorComputes) {
    const Finished run = run_without_devices({"simulate", "plummer", "--bodies", "100", "--steps",
                                              "2", "--algorithm", "cpu.simd_threads"});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    const Finished asked = run_without_devices(
        {"simulate", "plummer", "--bodies", "100", "--steps", "2", "--algorithm", "gpu.shared"});
    EXPECT_EQ(asked.exit_code, 2);
    EXPECT_NE(asked.errors.find(reason()), std::string::npos) << asked.errors;
}

} // namespace
} // namespace orrery
