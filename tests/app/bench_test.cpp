#include "sim/mesh/mesh_options.hpp"
#include "tests/app/orrery_program.hpp"

#include "sim/solver.hpp"

#include <gtest/gtest.h>

#include <string>

#include <sstream>

#include <nlohmann/json.hpp>
#include <set>

namespace orrery {
namespace {

TEST(BenchCommand, MeasuresEveryAlgorithmOnEveryNumberOfBodies) {
    const TemporaryFolder folder;
    const Finished run =
        run_orrery({"bench", "--algorithms", "all", "--bodies", "256,1k", "--repeat", "2", "--json",
                    folder / "bench.json", "--csv", folder / "bench.csv"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const auto document = nlohmann::json::parse(read_text(folder / "bench.json"));
    EXPECT_FALSE(document.at("machine").at("cpu").get<std::string>().empty());

    // The algorithms that this machine can run.
    std::vector<std::string> available;
    for (const SolverEntry& entry : solvers()) {
        if (entry.unavailable().empty()) {
            available.emplace_back(entry.info.id);
        }
    }
    const auto& rows = document.at("rows");
    ASSERT_EQ(rows.size(), 2 * available.size());
    for (const auto& row : rows) {
        const double bodies = row.at("bodies");
        EXPECT_TRUE(bodies == 256 || bodies == 1024) << row;
        EXPECT_EQ(row.at("scene"), "plummer");
        EXPECT_EQ(row.at("precision"), "fp32");
        EXPECT_TRUE(row.at("device").is_string());
        EXPECT_EQ(row.at("repeats"), 2);
        const double milliseconds = row.at("ms_per_step");
        const double rate = row.at("interactions_per_second");
        EXPECT_GT(milliseconds, 0) << row;
        // Direct sums count each ordered pair once, with or without a body's pull on itself; other
        // methods need fewer terms.
        const SolverInfo& info = find_solver(row.at("algorithm").get<std::string>()).info;
        EXPECT_GE(row.at("interactions_per_step").get<double>(),
                  info.is_direct ? bodies * (bodies - 1) : bodies)
            << row;
        EXPECT_LE(row.at("interactions_per_step").get<double>(), bodies * bodies) << row;
        EXPECT_NEAR(rate, row.at("interactions_per_step").get<double>() / milliseconds * 1e3,
                    1e-9 * rate);
        EXPECT_NEAR(row.at("gflops").get<double>(), 20 * rate / 1e9, 1e-9 * rate);
        EXPECT_LE(row.at("median_error").get<double>(), row.at("p99_error").get<double>());
        if (info.promise != mesh_promise) { // which begins at a softening of some cells
            EXPECT_LT(row.at("p99_error").get<double>(), info.promised_error_fp32) << row;
        }
        double phases = 0;
        for (const auto& [name, phase] : row.at("phases").items()) {
            phases += phase.get<double>();
        }
        EXPECT_GT(phases, 0) << row;
        EXPECT_LE(phases, milliseconds * 1.001) << "phases are parts of the step: " << row;
    }
    // The same rows in the table and in the CSV file.
    for (const std::string& id : available) {
        EXPECT_NE(run.output.find(id), std::string::npos) << run.output;
    }
    const std::string csv = read_text(folder / "bench.csv");
    EXPECT_EQ(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')), 1 + rows.size());
}

TEST(BenchCommand, SaysInALineForEachReasonWhatAllLeavesOut) {
    // Only few algorithms give the jerk that this integrator needs.
    const Finished run =
        run_orrery({"bench", "--algorithms", "all", "--bodies", "64", "--repeat", "1",
                    "--integrator", "hermite4", "--samples", "0", "--json", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const auto rows = nlohmann::json::parse(run.output).at("rows");
    ASSERT_LT(rows.size(), solvers().size());
    std::set<std::string> lines;
    std::istringstream errors(run.errors);
    for (std::string line; std::getline(errors, line);) {
        EXPECT_EQ(line.rfind("orrery: leaving out ", 0), 0U) << line;
        EXPECT_TRUE(lines.insert(line.substr(line.rfind(": ") + 2)).second) << run.errors;
    }
    EXPECT_NE(run.errors.find("computes no jerk, which hermite4 needs"), std::string::npos)
        << run.errors;
}

TEST(BenchCommand, PrintsNothingButJsonToStandardOutput) {
    const Finished run = run_orrery({"bench", "--algorithms", "cpu.soa", "--bodies", "64",
                                     "--repeat", "1", "--precision", "fp64", "--json", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const auto rows = nlohmann::json::parse(run.output).at("rows");
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].at("precision"), "fp64");
    EXPECT_LT(rows[0].at("p99_error").get<double>(), 1e-12);
}

TEST(BenchCommand, GivesUpWhatIsFarOverItsBudget) {
    const Finished run = run_orrery({"bench", "--algorithms", "cpu.aos", "--bodies", "256k",
                                     "--budget", "0.05", "--json", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const auto row = nlohmann::json::parse(run.output).at("rows").at(0);
    EXPECT_EQ(row.at("repeats"), 0);
    EXPECT_TRUE(row.at("ms_per_step").is_null());
}

TEST(BenchCommand, StopsWhenInterrupted) {
    Launch launch;
    launch.interrupt_after = std::chrono::milliseconds(700);
    const Finished run = run_orrery({"bench", "--algorithms", "cpu.aos", "--bodies", "1M"}, launch);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.errors.find("stopped"), std::string::npos) << run.errors;
    EXPECT_NE(run.output.find("ALGORITHM"), std::string::npos) << run.output;
}

TEST(BenchCommand, ExplainsZeroBodies) {
    EXPECT_NE(run_orrery({"bench", "--help"}).output.find("0: as many"), std::string::npos);
}

TEST(BenchM2lCommand, MeasuresTranslationsAtEveryOrder) {
    const Finished run =
        run_orrery({"bench", "m2l", "--levels", "3", "--repeat", "1", "--json", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    std::set<int> orders;
    const auto report = nlohmann::json::parse(run.output);
    for (const auto& row : report.at("rows")) {
        EXPECT_EQ(row.at("translations"), 2160);
        EXPECT_GT(row.at("translations_per_second").get<double>(), 0);
        if (row.at("algorithm") == "cpu.scaled") {
            orders.insert(row.at("order").get<int>());
        }
    }
    EXPECT_EQ(orders, (std::set{8, 12, 16}));
}

TEST(BenchM2lCommand, MeasuresTheVariantsAndOrdersThatAreNamed) {
    const Finished run = run_orrery({"bench", "m2l", "--variants", "cpu.scaled", "--orders", "16,8",
                                     "--levels", "3", "--repeat", "1", "--json", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    std::vector<int> orders;
    const auto report = nlohmann::json::parse(run.output);
    for (const auto& row : report.at("rows")) {
        EXPECT_EQ(row.at("algorithm"), "cpu.scaled");
        orders.push_back(row.at("order").get<int>());
    }
    EXPECT_EQ(orders, (std::vector{16, 8}));
}

TEST(BenchM2lCommand, TellsTranslationAndReductionApartWhereTheyAreTwoSteps) {
    const Finished run = run_orrery(
        {"bench", "m2l", "--orders", "8", "--levels", "3,6", "--repeat", "3", "--json", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const std::set<std::string> in_one{"cpu.scaled", "gpu.fused", "gpu.scaled"};
    const auto report = nlohmann::json::parse(run.output);
    for (const auto& row : report.at("rows")) {
        if (in_one.contains(row.at("algorithm"))) {
            EXPECT_TRUE(row.at("translation_milliseconds").is_null()) << row;
            EXPECT_TRUE(row.at("reduction_milliseconds").is_null()) << row;
        } else {
            EXPECT_GT(row.at("translation_milliseconds").get<double>(), 0) << row;
            EXPECT_GT(row.at("reduction_milliseconds").get<double>(), 0) << row;
        }
    }
}

TEST(BenchM2lCommand, RefusesVariantsAndOrdersThatThereAreNot) {
    const Finished variant = run_orrery({"bench", "m2l", "--variants", "cpu.scaled,cpu.scald"});
    EXPECT_EQ(variant.exit_code, 2);
    EXPECT_NE(variant.errors.find("did you mean 'cpu.scaled'"), std::string::npos)
        << variant.errors;
    const Finished order = run_orrery({"bench", "m2l", "--orders", "8,9"});
    EXPECT_EQ(order.exit_code, 2);
    EXPECT_NE(order.errors.find("'9' is none of the orders 8, 12, 16"), std::string::npos)
        << order.errors;
}

TEST(BenchM2lCommand, RefusesATreeThatIsTooDeep) {
    const Finished run = run_orrery({"bench", "m2l", "--levels", "9"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.errors.find("3 to 8"), std::string::npos) << run.errors;
}

TEST(BenchStencilCommand, MeasuresEveryVariantAlongTheAxesThatAreNamed) {
    const Finished run =
        run_orrery({"bench", "stencil", "--variants", "cpu.plain,cpu.threads", "--axes", "x,z",
                    "--cells", "16,33", "--repeat", "1", "--json", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    std::multiset<std::string> seen;
    const auto report = nlohmann::json::parse(run.output);
    for (const auto& row : report.at("rows")) {
        seen.insert(row.at("axis").get<std::string>());
        const double cells = row.at("cells").get<double>();
        const double bytes = row.at("gigabytes_per_second").get<double>() * 1e9 *
                             row.at("milliseconds").get<double>() * 1e-3;
        EXPECT_NEAR(bytes, 8 * cells * cells * cells, 1e-6 * bytes);
        EXPECT_GT(row.at("percent_of_copy").get<double>(), 0);
    }
    EXPECT_EQ(seen, (std::multiset<std::string>{"x", "x", "x", "x", "z", "z", "z", "z"}));
}

TEST(BenchTransposeCommand, WritesARowALineForMatricesOfAnyShape) {
    const Finished run = run_orrery({"bench", "transpose", "--variants", "cpu.blocked", "--sizes",
                                     "33,20x100,3x4x5", "--repeat", "1", "--csv", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    for (const char* row :
         {"algorithm,title,size,planes,rows,columns,repeats,milliseconds,gigabytes_per_second,"
          "percent_of_copy\n",
          "\"33x33\",1,33,33,1,", "\"20x100\",1,20,100,1,", "\"3x4x5\",3,4,5,1,"}) {
        EXPECT_NE(run.output.find(row), std::string::npos) << row << run.output;
    }
}

TEST(BenchStencilCommand, RefusesWhatThereIsNot) {
    const Finished variant = run_orrery({"bench", "stencil", "--variants", "cpu.thread"});
    EXPECT_EQ(variant.exit_code, 2);
    EXPECT_NE(variant.errors.find("did you mean 'cpu.threads'"), std::string::npos)
        << variant.errors;
    EXPECT_EQ(run_orrery({"bench", "stencil", "--axes", "w"}).exit_code, 2);
    EXPECT_EQ(run_orrery({"bench", "stencil", "--cells", "7"}).exit_code, 2);
}

TEST(BenchTransposeCommand, RefusesMatricesThatThereAreNot) {
    for (const char* sizes : {"0x5", "5x", "1x2x3x4", "65536", "2x32768x32768"}) {
        EXPECT_EQ(run_orrery({"bench", "transpose", "--sizes", sizes}).exit_code, 2) << sizes;
    }
}

} // namespace
} // namespace orrery
