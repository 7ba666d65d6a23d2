#include "render/colour_maps.hpp"
#include "tests/app/orrery_program.hpp"

#include "app/numbers.hpp"
#include "sim/integrator.hpp"
#include "sim/machine/devices.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/properties.hpp"
#include "sim/snapshot.hpp"
#include "sim/solver.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <sstream>

namespace orrery {
namespace {

std::vector<std::string> ids_in(const nlohmann::json& rows) {
    std::vector<std::string> ids;
    for (const auto& row : rows) {
        ids.push_back(row.at("id"));
        // Everything says whether it can be used, and why not.
        EXPECT_EQ(row.at("available").get<bool>(), row.at("reason").is_null()) << row;
    }
    return ids;
}

TEST(ListCommand, NamesEverythingThereIsInJson) {
    const Finished run = run_orrery({"list", "--json"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const auto lists = nlohmann::json::parse(run.output);

    std::vector<std::string> algorithms, integrator_ids, scene_ids;
    for (const SolverEntry& entry : solvers()) {
        algorithms.emplace_back(entry.info.id);
    }
    for (const Integrator& integrator : integrators()) {
        integrator_ids.emplace_back(integrator.id);
    }
    for (const Scene& scene : scenes()) {
        scene_ids.emplace_back(scene.id);
    }
    EXPECT_EQ(ids_in(lists.at("algorithms")), algorithms);
    EXPECT_EQ(ids_in(lists.at("integrators")), integrator_ids);
    EXPECT_EQ(ids_in(lists.at("scenes")), scene_ids);
    std::vector<std::string> devices{"cpu"};
    for (const GpuDevice& gpu : gpu_devices()) {
        devices.push_back("cuda " + std::to_string(gpu.index));
    }
    if (devices.size() == 1) {
        devices.emplace_back("cuda"); // and why there is none
    }
    EXPECT_EQ(ids_in(lists.at("devices")), devices);
    const auto format_ids = ids_in(lists.at("formats"));
    for (const SnapshotFormat& format : snapshot_formats()) {
        EXPECT_NE(std::find(format_ids.begin(), format_ids.end(), format.id), format_ids.end());
    }
}

TEST(ListCommand, DescribesTheOptionsOfAnAlgorithm) {
    const Finished run = run_orrery({"list", "algorithms", "--json"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const auto lists = nlohmann::json::parse(run.output);
    EXPECT_EQ(lists.size(), 1U) << "only what was asked for";
    for (const auto& row : lists.at("algorithms")) {
        EXPECT_GT(row.at("promised_error").at("fp32").get<double>(), 0) << row;
        EXPECT_GT(row.at("promised_potential_error").at("fp64").get<double>(), 0) << row;
        for (const auto& option : row.at("options")) {
            if (const auto& choices = option.at("choices"); !choices.empty()) {
                EXPECT_NE(std::find(choices.begin(), choices.end(), option.at("default")),
                          choices.end());
                continue;
            }
            EXPECT_LE(option.at("minimum").get<double>(), option.at("default").get<double>());
            EXPECT_LE(option.at("default").get<double>(), option.at("maximum").get<double>());
            EXPECT_TRUE(option.at("whole").is_boolean()) << option;
            const auto& promised = option.at("promised_error");
            EXPECT_GT(promised.at("minimum").at("fp64").get<double>(), 0) << option;
            if (option.at("id") == "error") {
                EXPECT_LT(promised.at("minimum").at("fp64").get<double>(),
                          0.1 * promised.at("maximum").at("fp64").get<double>())
                    << row.at("id") << " promises less where less is wanted";
            }
        }
    }
}

TEST(ListCommand, PrintsOneLineForEachScene) {
    const Finished run = run_orrery({"list", "scenes"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    for (const Scene& scene : scenes()) {
        EXPECT_NE(run.output.find(std::string("\n") + scene.id + " "), std::string::npos)
            << scene.id << " is not in\n"
            << run.output;
    }
}

TEST(ListCommand, FitsATerminalOf80Columns) {
    std::istringstream lines(run_orrery({"list"}).output);
    for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(text_width(line), 80U) << line;
    }
}

TEST(ListCommand, GivesEachReasonOnce) {
    std::set<std::string> reasons;
    for (const SolverEntry& entry : solvers()) {
        if (!entry.unavailable().empty()) {
            reasons.insert(entry.unavailable());
        }
    }
    const std::string text = run_orrery({"list", "algorithms"}).output;
    std::size_t said = 0;
    constexpr std::string_view words = "Not available here";
    for (std::size_t at = 0; (at = text.find(words, at)) != std::string::npos; ++at) {
        ++said;
    }
    EXPECT_EQ(said, reasons.size()) << text;
    for (const SolverEntry& entry : solvers()) {
        EXPECT_NE(text.find(entry.info.id), std::string::npos) << entry.info.id;
    }
}

TEST(ListCommand, KnowsColourMapsCommandsAndVideos) {
    const auto lists = nlohmann::json::parse(run_orrery({"list", "--json"}).output);
    const auto maps = ids_in(lists.at("colour_maps"));
    EXPECT_NE(std::find(maps.begin(), maps.end(), "inferno"), maps.end());
    const auto names = ids_in(lists.at("commands"));
    EXPECT_NE(std::find(names.begin(), names.end(), "simulate"), names.end());
    const auto formats = ids_in(lists.at("formats"));
    EXPECT_NE(std::find(formats.begin(), formats.end(), "mp4"), formats.end());
}

TEST(ListCommand, KnowsEverySettingWithItsRangeAndDefault) {
    const auto settings =
        nlohmann::json::parse(run_orrery({"list", "settings", "--json"}).output).at("settings");
    const auto ids = ids_in(settings);
    ASSERT_GT(ids.size(), properties().size()) << "and those of the look";
    const auto softening = settings.at(
        static_cast<std::size_t>(std::find(ids.begin(), ids.end(), "softening") - ids.begin()));
    EXPECT_EQ(softening.at("kind"), "number");
    EXPECT_EQ(softening.at("minimum"), 0);
    EXPECT_EQ(softening.at("default"), "suggested");
    EXPECT_EQ(softening.at("set_by").at("command_line"), "--softening");
    const std::string page = run_orrery({"list", "settings"}).output;
    for (const Property& property : properties()) {
        EXPECT_NE(page.find(property.title), std::string::npos) << property.title;
    }
}

constexpr std::array commands{"list",     "bench",  "probe",   "verify",     "forces",
                              "simulate", "render", "convert", "completion", "help"};

TEST(Help, IsThereForEveryCommand) {
    for (const char* command : commands) {
        const Finished run = run_orrery({command, "--help"});
        EXPECT_EQ(run.exit_code, 0) << command << ": " << run.errors;
        EXPECT_EQ(run.output, run_orrery({"help", command}).output);
        for (const char* part : {"Usage\n", "Examples\n", "Numbers\n", "Exit status\n"}) {
            EXPECT_NE(run.output.find(part), std::string::npos) << command << " lacks " << part;
        }
        EXPECT_NE(run_orrery({"--help"}).output.find(std::string("\n  ") + command),
                  std::string::npos)
            << command << " is not on the main page";
    }
}

TEST(Help, FitsATerminalOf80Columns) {
    for (const char* command : commands) {
        std::istringstream lines(run_orrery({command, "--help"}).output);
        for (std::string line; std::getline(lines, line);) {
            EXPECT_LE(text_width(line), 80U) << line;
        }
    }
}

TEST(Version, IsPrinted) {
    const Finished run = run_orrery({"--version"});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(run.output.rfind("orrery " ORRERY_VERSION, 0), 0U) << run.output;
}

} // namespace
} // namespace orrery
