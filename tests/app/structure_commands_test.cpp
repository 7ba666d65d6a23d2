// orrery haloes and orrery power: what they write, and what they refuse.

#include "tests/app/orrery_program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace orrery {
namespace {

std::vector<std::string> table_lines(const std::string& text) {
    std::istringstream all(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(all, line);) {
        if (!line.starts_with('#')) {
            lines.push_back(line);
        }
    }
    return lines;
}

TEST(HaloesCommand, WritesAHaloInARow) {
    const TemporaryFolder folder;
    const Finished run = run_orrery({"haloes", "plummer", "--bodies", "2000", "--length", "0.15",
                                     "-o", folder / "haloes.csv", "--json", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const auto report = nlohmann::json::parse(run.output);
    const std::vector<std::string> lines = table_lines(read_text(folder / "haloes.csv"));
    EXPECT_EQ(lines.at(0), "halo,bodies,mass,x,y,z,vx,vy,vz,radius,dispersion");
    const auto& haloes = report.at("haloes");
    ASSERT_GE(haloes.size(), 1U);
    EXPECT_EQ(lines.size(), haloes.size() + 1);
    EXPECT_EQ(report.at("linking_length"), 0.15);
    EXPECT_TRUE(report.at("linking").is_null());
    EXPECT_TRUE(report.at("box").is_null());
    std::size_t members = 0, in_bins = 0;
    for (const auto& halo : haloes) {
        members += halo.at("bodies").get<std::size_t>();
        EXPECT_GE(halo.at("bodies"), 20);
    }
    for (const auto& bin : report.at("mass_function")) {
        in_bins += bin.at("haloes").get<std::size_t>();
    }
    EXPECT_EQ(report.at("members"), members);
    EXPECT_EQ(in_bins, haloes.size());
    EXPECT_EQ(report.at("provenance").at("source").at("bodies"), 2000);
}

TEST(HaloesCommand, ShowsTheHeaviestOnes) {
    const Finished run =
        run_orrery({"haloes", "plummer", "--bodies", "2000", "--box", "10", "--linking", "0.3"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.output.find("in a periodic box of 10 × 10 × 10"), std::string::npos)
        << run.output;
    EXPECT_NE(run.output.find("DISPERSION"), std::string::npos) << run.output;
}

TEST(PowerCommand, WritesABinInARow) {
    const TemporaryFolder folder;
    const Finished run = run_orrery({"power", "plummer", "--bodies", "500", "--box", "4,4,8",
                                     "--mesh", "32", "-o", folder / "power.csv", "--json", "-"});
    if (run.errors.find("FFTW") != std::string::npos) {
        GTEST_SKIP() << run.errors;
    }
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const auto report = nlohmann::json::parse(run.output);
    EXPECT_EQ(report.at("cells"), (std::vector<int>{16, 16, 32}));
    EXPECT_EQ(report.at("box"), (std::vector<double>{4, 4, 8}));
    EXPECT_NEAR(report.at("shot_noise").get<double>(), 128 / 500.0, 1e-9);
    EXPECT_TRUE(report.at("linear_theory").is_null());
    const std::vector<std::string> lines = table_lines(read_text(folder / "power.csv"));
    EXPECT_EQ(lines.at(0), "wave_number,low,high,modes,power,error,on_mesh,linear");
    EXPECT_EQ(lines.size(), report.at("bins").size() + 1);
    EXPECT_TRUE(lines.at(1).ends_with(',')); // no theory of bodies that do not expand
}

TEST(PowerCommand, HasLinearTheoryBesideWhatExpands) {
    const Finished run = run_orrery({"power", "cosmic_web", "--bodies", "4k", "--json", "-"});
    if (run.errors.find("FFTW") != std::string::npos) {
        GTEST_SKIP() << run.errors;
    }
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const auto report = nlohmann::json::parse(run.output);
    EXPECT_NEAR(report.at("linear_theory").at("h").get<double>(), 0.6766, 1e-6);
    const auto& bin = report.at("bins").at(2);
    EXPECT_NEAR(bin.at("power").get<double>(), bin.at("linear").get<double>(),
                5 * bin.at("error").get<double>());
}

TEST(StructureCommands, SayWhatIsWrong) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes = {
        {{"haloes", "plummer", "-o", "haloes.txt"}, "use .csv"},
        {{"haloes", "plummer", "-o", "-", "--json", "-"}, "standard output cannot be both"},
        {{"haloes", "plummer", "-o", "a.csv", "--json", "./a.csv"}, "one file cannot be both"},
        {{"haloes", "plummer", "--linking", "0.3", "--length", "0.1"}, "cannot be combined"},
        {{"haloes", "plummer", "--linking", "0"}, "--linking"},
        {{"haloes", "plummer", "--least", "0"}, "--least"},
        {{"haloes", "plummer", "--bins", "0"}, "--bins"},
        {{"haloes", "plummer", "--length", "1e-30"}, "too short"},
        {{"haloes", "plummer", "--box", "1,2"}, "a box has not 2 edges"},
        {{"haloes", "plummer", "--box", "1,-2,3"}, "--box"},
        {{"haloes", "plumer"}, "did you mean 'plummer'"},
        {{"power", "plummer"}, "open space"},
        {{"power", "plummer", "--box", "1", "--mesh", "12"}, "multiple of 8"},
        {{"power", "plummer", "--box", "1", "--mesh", "9000"}, "--mesh"},
        {{"power", "plummer", "--box", "1", "--scheme", "cci"}, "there are ngp, cic, tsc, pcs"},
        {{"power", "plummer", "--box", "1", "--sigma8", "no"}, "--sigma8"},
    };
    for (const auto& [arguments, words] : mistakes) {
        const Finished run = run_orrery(arguments);
        EXPECT_EQ(run.exit_code, 2) << words;
        EXPECT_EQ(run.output, "");
        EXPECT_NE(run.errors.find(words), std::string::npos) << run.errors;
    }
}

} // namespace
} // namespace orrery
