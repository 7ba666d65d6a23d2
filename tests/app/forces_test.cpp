#include "tests/app/orrery_program.hpp"

#include "sim/diagnostics/diagnostics.hpp"
#include "sim/snapshot.hpp"
#include "sim/solver.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <iomanip>
#include <sstream>

namespace orrery {
namespace {

struct ForcesRow {
    long id = 0;
    Vector3 acceleration;
    double potential = 0;
};

std::vector<ForcesRow> read_forces(const std::string& file) {
    std::istringstream lines(read_text(file));
    std::string line;
    while (std::getline(lines, line) && line.starts_with('#')) {
    }
    EXPECT_EQ(line, "id,ax,ay,az,potential");
    std::vector<ForcesRow> rows;
    while (std::getline(lines, line)) {
        ForcesRow row;
        char comma = 0;
        std::istringstream(line) >> row.id >> comma >> row.acceleration.x >> comma >>
            row.acceleration.y >> comma >> row.acceleration.z >> comma >> row.potential;
        rows.push_back(row);
    }
    return rows;
}

// The direct sum, written down once more: this is what everything else is compared with.
ForcesRow direct_sum(const Bodies<double>& bodies, std::size_t target, double softening) {
    ForcesRow sum;
    for (std::size_t j = 0; j < bodies.size(); ++j) {
        if (j == target) {
            continue;
        }
        const double x = bodies.position.x[j] - bodies.position.x[target];
        const double y = bodies.position.y[j] - bodies.position.y[target];
        const double z = bodies.position.z[j] - bodies.position.z[target];
        const double r = std::sqrt(x * x + y * y + z * z + softening * softening);
        const double pull = bodies.mass[j] / (r * r * r);
        sum.acceleration.x += pull * x;
        sum.acceleration.y += pull * y;
        sum.acceleration.z += pull * z;
        sum.potential -= bodies.mass[j] / r;
    }
    return sum;
}

double relative_error(const Vector3& computed, const Vector3& truth) {
    return length(computed - truth) / length(truth);
}

TEST(ForcesCommand, SaysTheUnitsAboveTheHeaderOfACsv) {
    const TemporaryFolder folder;
    const std::string file = folder / "forces.csv";
    const Finished run =
        run_orrery({"forces", "solar_system", "--algorithm", "cpu.soa", "-o", file});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const std::string text = read_text(file);
    const std::string above = text.substr(0, text.find("id,ax"));
    EXPECT_TRUE(above.starts_with("# orrery: time = ")) << above;
    EXPECT_NE(above.find("# orrery: gravity = 0.00029591220"), std::string::npos) << above;
    EXPECT_NE(above.find("# orrery: units = AU, day, Msun\n"), std::string::npos) << above;
    const Finished verify =
        run_orrery({"verify", "solar_system", "--algorithm", "cpu.soa", "--reference", file});
    EXPECT_EQ(verify.exit_code, 0) << verify.errors;
    EXPECT_NE(verify.output.find(" · orrery "), std::string::npos) << "a report says its version";
}

TEST(ForcesCommand, WritesEveryBodyInFileOrder) {
    const TemporaryFolder folder;
    const std::string bodies_file = folder / "bodies.tipsy";
    ASSERT_EQ(run_orrery({"convert", "plummer", bodies_file, "--bodies", "300"}).exit_code, 0);
    const Finished run = run_orrery({"forces", bodies_file, "--algorithm", "cpu.soa", "--precision",
                                     "fp64", "--softening", "0.02", "-o", folder / "forces.csv"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;

    const Bodies<double> bodies = read_snapshot(bodies_file).bodies;
    const std::vector<ForcesRow> rows = read_forces(folder / "forces.csv");
    ASSERT_EQ(rows.size(), bodies.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ForcesRow truth = direct_sum(bodies, i, 0.02);
        EXPECT_LT(relative_error(rows[i].acceleration, truth.acceleration), 1e-12) << "body " << i;
        EXPECT_NEAR(rows[i].potential, truth.potential, 1e-12 * std::abs(truth.potential));
    }
}

TEST(ForcesCommand, KeepsTheIdsOfTheFile) {
    ORRERY_REQUIRE_TEST_DATA(data);
    const TemporaryFolder folder;
    const Finished run = run_orrery({"forces", (*data / "galaxy_20K.bin").string(), "--bodies", "3",
                                     "-o", folder / "forces.csv"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const std::vector<ForcesRow> rows = read_forces(folder / "forces.csv");
    const auto ids = read_snapshot(*data / "galaxy_20K.bin").catalogue.file_ids;
    ASSERT_EQ(rows.size(), 3U);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i].id, ids[i]);
    }
}

TEST(ForcesCommand, WritesWhatVerifyCanReadBack) {
    const TemporaryFolder folder;
    const std::string reference = folder / "reference.csv";
    const std::vector<std::string> system{"hernquist", "--bodies", "500", "--softening", "0.05"};
    std::vector<std::string> forces{"forces", "--algorithm", "cpu.aos", "--precision",
                                    "fp64",   "-o",          reference};
    forces.insert(forces.end(), system.begin(), system.end());
    ASSERT_EQ(run_orrery(forces).exit_code, 0);
    std::vector<std::string> verify{"verify", "--algorithm", "cpu.soa", "--precision",
                                    "fp64",   "--reference", reference};
    verify.insert(verify.end(), system.begin(), system.end());
    const Finished run = run_orrery(verify);
    EXPECT_EQ(run.exit_code, 0) << run.output << run.errors;
}

TEST(ForcesCommand, WritesHdf5OrSaysThatItCannot) {
    const TemporaryFolder folder;
    const Finished run =
        run_orrery({"forces", "plummer", "--bodies", "100", "-o", folder / "forces.h5"});
    const auto formats = nlohmann::json::parse(run_orrery({"list", "formats", "--json"}).output);
    bool can_write = false;
    for (const auto& format : formats.at("formats")) {
        can_write = can_write || (format.at("id") == "forces_hdf5" && format.at("available"));
    }
    if (!can_write) {
        EXPECT_EQ(run.exit_code, 2);
        EXPECT_NE(run.errors.find("HDF5"), std::string::npos) << run.errors;
        return;
    }
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(read_text(folder / "forces.h5").substr(0, 8), "\x89HDF\r\n\x1a\n");
}

TEST(VerifyCommand, KeepsEveryAlgorithmToItsPromise) {
    for (const SolverEntry& entry : solvers()) {
        if (!entry.unavailable().empty()) {
            continue;
        }
        const Finished run = run_orrery({"verify", "plummer", "--bodies", "2k", "--algorithm",
                                         entry.info.id, "--samples", "200"});
        EXPECT_EQ(run.exit_code, 0) << entry.info.id << ": " << run.output << run.errors;
    }
}

TEST(VerifyCommand, AgreesWithForcesThatOthersComputed) {
    const TemporaryFolder folder;
    const Finished run =
        run_orrery({"verify", shipped_snapshot().string(), "--softening", "0.01", "--precision",
                    "fp64", "--reference", shipped_forces().string(), "--algorithm",
                    "cpu.simd_threads", "--json", folder / "verify.json"});
    ASSERT_EQ(run.exit_code, 0) << run.output << run.errors;
    const auto report = nlohmann::json::parse(read_text(folder / "verify.json"));
    EXPECT_EQ(report.at("samples"), 200);
    EXPECT_LT(report.at("max_error").get<double>(), 1e-12);
    EXPECT_TRUE(report.at("passed").get<bool>());
}

TEST(VerifyCommand, FailsWhenThePromiseIsBroken) {
    // Forces with another softening are wrong forces.
    const Finished run =
        run_orrery({"verify", shipped_snapshot().string(), "--softening", "0.1", "--reference",
                    shipped_forces().string(), "--algorithm", "cpu.simd_threads"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.output.find("broken"), std::string::npos) << run.output;
}

TEST(VerifyCommand, JudgesByTheErrorAskedFor) {
    const auto verify = [](const std::string& option) {
        return run_orrery(
            {"verify", "plummer", "--bodies", "4k", "--algorithm", "cpu.tree", "--option", option});
    };
    const Finished coarse = verify("error=1e-2");
    EXPECT_EQ(coarse.exit_code, 0) << coarse.output;
    EXPECT_NE(coarse.output.find("cpu.tree (error=0.01) in fp32"), std::string::npos)
        << coarse.output;
    EXPECT_NE(coarse.output.find("promised: p99 below 0.02: kept"), std::string::npos)
        << coarse.output;
    const Finished fine = verify("error=2.5e-4");
    EXPECT_EQ(fine.exit_code, 0) << fine.output;
    EXPECT_NE(fine.output.find("promised: p99 below 0.0005: kept"), std::string::npos)
        << fine.output;
}

TEST(VerifyCommand, MeasuresPotentialsAgainstAPromiseOfTheirOwn) {
    const Finished run = run_orrery(
        {"verify", "plummer", "--bodies", "4k", "--algorithm", "cpu.tree", "--json", "-"});
    const auto report = nlohmann::json::parse(run.output);
    const auto& potential = report.at("potential");
    EXPECT_GT(potential.at("median_error").get<double>(), 1e-6);
    EXPECT_LT(potential.at("median_error").get<double>(), potential.at("p99_error").get<double>());
    EXPECT_LE(potential.at("p99_error").get<double>(), potential.at("max_error").get<double>());
    EXPECT_LE(potential.at("p99_error").get<double>(),
              potential.at("promised_error").get<double>());
    EXPECT_DOUBLE_EQ(potential.at("promised_error").get<double>(),
                     promised_potential_error(find_solver("cpu.tree").info, Precision::fp32));
    const Finished text = run_orrery({"verify", "plummer", "--bodies", "1k"});
    EXPECT_NE(text.output.find("relative potential error: median "), std::string::npos)
        << text.output;
}

// Clusters of size 1e-3 at distance 5, in doubles: floats there are 5e-7 apart.
std::string tight_clusters(const TemporaryFolder& folder) {
    const std::string file = folder / "tight.csv";
    std::ofstream rows(file);
    rows << "x,y,z,vx,vy,vz,mass\n" << std::setprecision(17);
    for (int i = 0; i < 300; ++i) {
        const double angle = 2.4 * i, size = 1e-3 * std::sqrt((i + 1) / 300.0);
        rows << (i % 2 == 0 ? 5 : -5) + size * std::cos(angle) << ',' << size * std::sin(angle)
             << ',' << 1e-3 * std::sin(1.7 * i) << ",0,0,0," << 1 / 300.0 << '\n';
    }
    return file;
}

TEST(Rounding, IsToldApartFromTheMethod) {
    const TemporaryFolder folder;
    const std::string file = tight_clusters(folder);
    const Finished run = run_orrery({"verify", file, "--softening", "0", "--json", "-"});
    EXPECT_EQ(run.exit_code, 0) << "the method keeps its promise";
    const auto report = nlohmann::json::parse(run.output);
    EXPECT_LT(report.at("p99_error").get<double>(), 2e-6);
    EXPECT_GT(report.at("rounding").at("p99_error").get<double>(), 1e-4);
    EXPECT_NE(run.errors.find("rounding the bodies to fp32 changes one force in a hundred by "),
              std::string::npos)
        << run.errors;
    EXPECT_NE(run.errors.find("--precision fp64"), std::string::npos) << run.errors;
    const Finished text = run_orrery({"verify", file, "--softening", "0"});
    EXPECT_NE(text.output.find("rounding the bodies to fp32 changes forces: median "),
              std::string::npos)
        << text.output;

    const Finished exact =
        run_orrery({"verify", file, "--softening", "0", "--precision", "fp64", "--json", "-"});
    EXPECT_EQ(exact.errors, "");
    EXPECT_EQ(nlohmann::json::parse(exact.output).at("rounding").at("max_error"), 0);
}

TEST(Rounding, IsSaidWhereItMatters) {
    const TemporaryFolder folder;
    const std::string file = tight_clusters(folder);
    const std::string forces = folder / "forces.csv";
    const auto errors_of = [](std::vector<std::string> words) {
        const Finished run = run_orrery(words);
        EXPECT_EQ(run.exit_code, 0) << run.errors;
        return run.errors;
    };
    const std::string sentence = "rounding the bodies to fp32 changes one force in a hundred by ";
    const std::vector<std::string> run{"simulate", file,          "--softening", "0",    "--steps",
                                       "1",        "--algorithm", "cpu.simd",    "--dt", "1e-9"};
    EXPECT_NE(errors_of(run).find(sentence), std::string::npos);
    const std::vector<std::string> sum{"forces", file, "--softening", "0", "-o", forces};
    EXPECT_NE(errors_of(sum).find(sentence), std::string::npos);
    for (const std::vector<std::string>& enough : {std::vector<std::string>{"--precision", "fp64"},
                                                   std::vector<std::string>{"--softening", "10"}}) {
        std::vector<std::string> words{"forces", file, "-o", forces};
        words.insert(words.end(), enough.begin(), enough.end());
        EXPECT_EQ(errors_of(words).find(sentence), std::string::npos) << enough[0];
    }
}

TEST(VerifyCommand, SaysThatAReferenceIsOfSomethingElse) {
    const std::vector<std::string> words{"verify",      shipped_snapshot().string(),
                                         "--softening", "0.01",
                                         "--reference", shipped_forces().string()};
    const Finished same = run_orrery(words);
    EXPECT_EQ(same.errors, "");
    EXPECT_NE(same.output.find("200 of 4,096 bodies sampled"), std::string::npos) << same.output;
    std::vector<std::string> heavier = words;
    heavier.insert(heavier.end(), {"--gravity", "2"});
    const Finished foreign = run_orrery(heavier);
    EXPECT_EQ(foreign.exit_code, 1);
    EXPECT_NE(foreign.errors.find("is of another system, G or softening"), std::string::npos)
        << foreign.errors;
}

} // namespace
} // namespace orrery
