#include "tests/app/orrery_program.hpp"

#include "sim/scene.hpp"
#include "sim/snapshot.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <numbers>
#include <sstream>

namespace orrery {
namespace {

struct Rows {
    std::string header;
    std::vector<std::vector<double>> cells;
};

Rows read_rows(const std::string& text) {
    std::istringstream lines(text);
    Rows rows;
    while (std::getline(lines, rows.header) && rows.header.starts_with('#')) {
    }
    for (std::string line; std::getline(lines, line);) {
        std::istringstream cells(line);
        std::vector<double>& row = rows.cells.emplace_back();
        for (std::string cell; std::getline(cells, cell, ',');) {
            row.push_back(std::stod(cell));
        }
    }
    return rows;
}

double density_at(const Bodies<double>& bodies, double x, double y, double z, double sigma) {
    double sum = 0;
    for (std::size_t j = 0; j < bodies.size(); ++j) {
        const double dx = bodies.position.x[j] - x;
        const double dy = bodies.position.y[j] - y;
        const double dz = bodies.position.z[j] - z;
        sum += bodies.mass[j] * std::exp(-(dx * dx + dy * dy + dz * dz) / (2 * sigma * sigma));
    }
    return sum / std::pow(2 * std::numbers::pi, 1.5) / std::pow(sigma, 3);
}

TEST(DensityCommand, WritesTheDensityAtEveryBody) {
    const Finished run = run_orrery({"density", "plummer", "--bodies", "300", "--sigma", "0.3",
                                     "--precision", "fp64", "-o", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const Rows rows = read_rows(run.output);
    EXPECT_EQ(rows.header, "id,density");
    const System system = make_scene(find_scene("plummer"), 300, 1);
    ASSERT_EQ(rows.cells.size(), 300U);
    for (const std::size_t i : {0U, 7U, 299U}) {
        const auto& p = system.bodies.position;
        EXPECT_EQ(rows.cells[i].at(0), static_cast<double>(i));
        const double exact = density_at(system.bodies, p.x[i], p.y[i], p.z[i], 0.3);
        EXPECT_NEAR(rows.cells[i].at(1), exact, 1e-3 * exact);
    }
}

TEST(DensityCommand, ReportsWhatItComputedAsJson) {
    const TemporaryFolder folder;
    const Finished run =
        run_orrery({"density", "plummer", "--bodies", "300", "--sigma", "0.5", "--grid", "5x4x3",
                    "-o", folder / "density.csv", "--json", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const auto report = nlohmann::json::parse(run.output);
    EXPECT_EQ(report.at("method"), "automatic");
    EXPECT_EQ(report.at("bodies"), 300);
    EXPECT_EQ(report.at("sigma"), 0.5);
    EXPECT_EQ(report.at("densities"), 60);
    EXPECT_EQ(report.at("grid").at("count"), (std::vector<int>{5, 4, 3}));
    EXPECT_GT(report.at("greatest"), report.at("least"));
    EXPECT_EQ(report.at("density"), folder / "density.csv");
    EXPECT_EQ(report.at("provenance").at("source").at("bodies"), 300);
    EXPECT_EQ(run_orrery({"density", "plummer", "-o", "-", "--json", "-"}).exit_code, 2);
}

TEST(DensityCommand, WritesAGridOverTheBox) {
    const Finished run = run_orrery(
        {"density", "plummer", "--bodies", "300", "--sigma", "0.5", "--grid", "5×4x3", "-o", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const Rows rows = read_rows(run.output);
    EXPECT_EQ(rows.header, "x,y,z,density");
    ASSERT_EQ(rows.cells.size(), 60U);
    EXPECT_LT(rows.cells[0].at(0), rows.cells[1].at(0)); // x is fastest
    EXPECT_EQ(rows.cells[0].at(1), rows.cells[4].at(1));
    const System system = make_scene(find_scene("plummer"), 300, 1);
    for (const std::vector<double>& row : rows.cells) {
        EXPECT_NEAR(row.at(3), density_at(system.bodies, row.at(0), row.at(1), row.at(2), 0.5),
                    1e-4);
    }
}

TEST(DensityCommand, LosesNoMassInAPeriodicBox) {
    const TemporaryFolder folder;
    // After some steps bodies have left through its faces.
    ASSERT_EQ(run_orrery({"simulate", "cosmic_web", "--bodies", "512", "--steps", "40",
                          "--algorithm", "cpu.mesh", "-o", folder / "late.orrery"})
                  .exit_code,
              0);
    const Finished run = run_orrery({"density", folder / "late.orrery", "--sigma", "20", "--grid",
                                     "16x16x16", "--precision", "fp64", "-o", folder / "grid.csv",
                                     "--json", folder / "grid.json"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const System system = read_snapshot(folder / "late.orrery");
    double mass = 0, volume = 1, sum = 0;
    for (const double each : system.bodies.mass) {
        mass += each;
    }
    for (const double edge : system.box.lengths) {
        volume *= edge;
    }
    const Rows rows = read_rows(read_text(folder / "grid.csv"));
    for (const std::vector<double>& row : rows.cells) {
        sum += row.at(3);
    }
    EXPECT_NEAR(sum / static_cast<double>(rows.cells.size()), mass / volume, 1e-3 * mass / volume);
    const auto report = nlohmann::json::parse(read_text(folder / "grid.json"));
    EXPECT_EQ(report.at("box"), nlohmann::json(system.box.lengths));
    EXPECT_EQ(run_orrery({"density", "cosmic_web", "--bodies", "512", "--sigma", "60", "-o", "-"})
                  .exit_code,
              2)
        << "each body would meet two images of another";
    EXPECT_EQ(run_orrery({"density", "cosmic_web", "--bodies", "64", "-o", "-"}).exit_code, 0)
        << "a width that was not typed fits";
}

TEST(DensityCommand, ChoosesAWidthAndSaysSo) {
    const TemporaryFolder folder;
    const Finished run = run_orrery(
        {"density", "plummer", "--bodies", "1000", "--grid", "8x8", "-o", folder / "slice.csv"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.errors.find("sigma 0."), std::string::npos) << run.errors;
    EXPECT_NE(run.output.find("64 points"), std::string::npos) << run.output;
    const Rows rows = read_rows(read_text(folder / "slice.csv"));
    EXPECT_EQ(rows.cells.size(), 64U);
    EXPECT_EQ(rows.cells[0].at(2), rows.cells[63].at(2)); // one plane
}

TEST(DensityCommand, WritesHdf5WhereThisBuildCan) {
    const TemporaryFolder folder;
    const Finished run = run_orrery({"density", "plummer", "--bodies", "50", "--sigma", "0.2",
                                     "--grid", "4x4x4", "-o", folder / "grid.h5"});
    if (run.exit_code == 2) {
        EXPECT_NE(run.errors.find("no HDF5"), std::string::npos) << run.errors;
        GTEST_SKIP() << run.errors;
    }
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(read_text(folder / "grid.h5").substr(0, 8), "\x89HDF\r\n\x1a\n");
}

TEST(DensityCommand, SaysWhatIsWrong) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes = {
        {{"-o", "a.txt"}, "the file name's extension"},
        {{"-o", "-", "--sigma", "0"}, "--sigma"},
        {{"-o", "-", "--sigma", "1e-120", "--precision", "fp64"}, "a width of 1e-120"},
        {{"-o", "-", "--error", "2"}, "an error of 2"},
        {{"-o", "-", "--error", "1e-9"}, "fp64"},
        {{"-o", "-", "--method", "cels"}, "did you mean 'cells'"},
        {{"-o", "-", "--grid", "5"}, "is not a grid"},
        {{"-o", "-", "--grid", "0x4"}, "--grid"},
        {{"-o", "-", "--grid", "9999999x9999999"}, "a grid cannot have"},
        {{"-o", "-", "--method", "plane_wave", "--sigma", "1e-7"}, "cpu.gauss.cells"},
    };
    for (const auto& [arguments, words] : mistakes) {
        std::vector<std::string> all{"density", "plummer", "--bodies", "20"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        const Finished run = run_orrery(all);
        EXPECT_EQ(run.exit_code, 2) << words;
        EXPECT_NE(run.errors.find(words), std::string::npos) << run.errors;
    }
}

TEST(BenchGaussCommand, ComparesTheMethods) {
    const Finished run = run_orrery(
        {"bench", "gauss", "--bodies", "500", "--errors", "1e-2", "--repeat", "1", "--json", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const auto report = nlohmann::json::parse(run.output);
    ASSERT_GE(report.at("results").size(), 5U);
    bool has_quickest = false;
    for (const auto& row : report.at("results")) {
        if (row.at("repeats") > 0) {
            EXPECT_GT(row.at("milliseconds"), 0);
            EXPECT_LT(row.at("measured_error"), 1e-2);
            has_quickest = has_quickest || row.at("times_quickest") == 1.0;
        }
    }
    EXPECT_TRUE(has_quickest);
    EXPECT_EQ(run_orrery({"bench-gauss", "--bodies", "100", "--methods", "direct"}).exit_code, 0);
}

} // namespace
} // namespace orrery
