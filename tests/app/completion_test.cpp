// The shells' completions and the manual, which are written from the commands' own declarations.

#include "tests/app/orrery_program.hpp"

#include "render/colour_maps.hpp"
#include "sim/integrator.hpp"
#include "sim/scene.hpp"
#include "sim/solver.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

namespace orrery {
namespace {

bool installed(const std::string& program) {
    return std::system(("command -v " + program + " > /dev/null 2>&1").c_str()) == 0;
}

// Bash's offers with the cursor at the end of `line`.
class Bash {
public:
    Bash() { write_bytes(folder_ / "script", run_orrery({"completion", "bash"}).output); }

    std::vector<std::string> offers(const std::string& line) const {
        const std::string program = "cd '" + folder_.path().string() + "' && . ./script\n" +
                                    "COMP_WORDS=(" ORRERY_EXECUTABLE ")\n"
                                    "COMP_LINE='" +
                                    line + "' COMP_POINT=" + std::to_string(line.size()) +
                                    "\n_orrery\n"
                                    "printf '%s\\n' \"${COMPREPLY[@]}\" > offers\n";
        write_bytes(folder_ / "run", program);
        const std::string command =
            "bash '" + (folder_ / "run") + "' 2> '" + (folder_ / "errors") + "'";
        EXPECT_EQ(std::system(command.c_str()), 0);
        EXPECT_EQ(read_text(folder_ / "errors"), "") << line;
        std::istringstream text(read_text(folder_ / "offers"));
        std::vector<std::string> words;
        for (std::string word; std::getline(text, word);) {
            if (!word.empty()) {
                words.push_back(word);
            }
        }
        return words;
    }
    const TemporaryFolder& folder() const { return folder_; }

private:
    TemporaryFolder folder_;
};

std::vector<std::string> algorithms_beginning_with(const std::string& beginning) {
    std::vector<std::string> ids;
    for (const SolverEntry& entry : solvers()) {
        if (std::string(entry.info.id).starts_with(beginning)) {
            ids.emplace_back(entry.info.id);
        }
    }
    return ids;
}

using Words = std::vector<std::string>;

bool has(const Words& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

TEST(BashCompletion, KnowsCommandsOptionsAndTheirValues) {
    if (!installed("bash")) {
        GTEST_SKIP() << "there is no bash";
    }
    const Bash bash;
    EXPECT_EQ(bash.offers("orrery simul"), Words{"simulate"});
    EXPECT_EQ(bash.offers("orrery simulate plummer --alg"), Words{"--algorithm"});
    EXPECT_EQ(bash.offers("orrery simulate plummer --algorithm cpu."),
              algorithms_beginning_with("cpu."));
    EXPECT_EQ(bash.offers("orrery simulate plummer --algorithm ").size(), solvers().size());
    EXPECT_EQ(bash.offers("orrery simulate --integrator ").size(), integrators().size());
    EXPECT_EQ(bash.offers("orrery render --colour-map ").size(), colour_maps().size());
    EXPECT_EQ(bash.offers("orrery forces --precision "), (Words{"fp32", "fp64"}));
    EXPECT_EQ(bash.offers("orrery list sc"), Words{"scenes"});
    EXPECT_TRUE(has(bash.offers("orrery help ben"), "bench-m2l"));
    EXPECT_TRUE(has(bash.offers("orrery --fullscr"), "--fullscreen"));
    EXPECT_TRUE(bash.offers("orrery simulate --dt ").empty()) << "that only the user knows";
    EXPECT_TRUE(bash.offers("orrery bench --fullscr").empty()) << "an option of the window";
}

TEST(BashCompletion, GoesOnBehindEqualSignsAndCommas) {
    if (!installed("bash")) {
        GTEST_SKIP() << "there is no bash";
    }
    const Bash bash;
    // Bash itself takes = for the beginning of a word.
    EXPECT_EQ(bash.offers("orrery simulate --precision=fp3"), Words{"fp32"});
    EXPECT_EQ(bash.offers("orrery bench --algorithms cpu.simd,cpu.ao").front(), "cpu.simd,cpu.aos");
    EXPECT_EQ(bash.offers("orrery bench m2l --variants cpu.scaled,al"), Words{"cpu.scaled,all"});
    EXPECT_EQ(bash.offers("orrery bench m2l --orders 8,1"), (Words{"8,12", "8,16"}));
    EXPECT_TRUE(has(bash.offers("orrery simulate --option the"), "theta="));
}

TEST(BashCompletion, OffersFilesWhereTheyAreWanted) {
    if (!installed("bash")) {
        GTEST_SKIP() << "there is no bash";
    }
    const Bash bash;
    write_bytes(bash.folder() / "plum cake.csv", "");
    EXPECT_EQ(bash.offers("orrery simulate plu"), (Words{"plummer", "plum cake.csv"}));
    EXPECT_EQ(bash.offers("orrery forces -o plu"), Words{"plum cake.csv"});
    for (const Scene& scene : scenes()) {
        EXPECT_TRUE(has(bash.offers("orrery "), scene.id)) << scene.id;
    }
}

TEST(Completions, ArePlausibleToTheirShells) {
    const TemporaryFolder folder;
    for (const char* shell : {"bash", "zsh", "fish"}) {
        const Finished run = run_orrery({"completion", shell});
        ASSERT_EQ(run.exit_code, 0) << run.errors;
        EXPECT_NE(run.output.find("completion --line"), std::string::npos) << shell;
        if (!installed(shell)) {
            continue;
        }
        write_bytes(folder / shell, run.output);
        const std::string file = folder / shell;
        const std::string command =
            std::string(shell) + " -n '" + file + "' > '" + (folder / "errors") + "' 2>&1";
        EXPECT_EQ(std::system(command.c_str()), 0) << read_text(folder / "errors");
        EXPECT_EQ(read_text(folder / "errors"), "") << shell;
    }
}

TEST(Completions, SayWhatCommandsAndOptionsMean) {
    const auto answer = [](const char* line) {
        return run_orrery({"completion", "--line", line}).output;
    };
    EXPECT_EQ(answer("orrery simul").rfind("simulate\trun without", 0), 0U);
    EXPECT_EQ(answer("orrery render --steps-per"),
              "--steps-per-frame\ttime steps from one picture to the next (default: 1)\n");
    EXPECT_EQ(answer("orrery simulate --output=out"), ":files\n");
    EXPECT_EQ(answer("orrery bench gauss --precision="), "--precision=fp32\n--precision=fp64\n");
}

TEST(Completions, AreThereForNamedShellsOnly) {
    const Finished run = run_orrery({"completion", "cmd"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.errors.find("bash, zsh, fish"), std::string::npos) << run.errors;
}

TEST(Manual, SpeaksOfEveryCommandAndOption) {
    const Finished run = run_orrery({"help", "--man"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    for (const char* part : {".TH ORRERY 1", ".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION",
                             ".SH COMMANDS", ".SS simulate", ".SS render", "\\-\\-snapshot\\-every",
                             "\\-\\-verbose", ".SH EXIT STATUS"}) {
        EXPECT_NE(run.output.find(part), std::string::npos) << part;
    }
    for (const char letter : run.output) {
        ASSERT_LT(static_cast<unsigned char>(letter), 0x80U) << "any printer's character set";
    }
}

TEST(Manual, IsSetWithoutAWarning) {
    if (!installed("groff")) {
        GTEST_SKIP() << "there is no groff";
    }
    const TemporaryFolder folder;
    write_bytes(folder / "orrery.1", run_orrery({"help", "--man"}).output);
    const std::string command = "groff -man -ww -Tutf8 '" + (folder / "orrery.1") + "' > '" +
                                (folder / "page") + "' 2> '" + (folder / "warnings") + "'";
    EXPECT_EQ(std::system(command.c_str()), 0);
    EXPECT_EQ(read_text(folder / "warnings"), "");
    EXPECT_GT(read_text(folder / "page").size(), 10000U);
}

} // namespace
} // namespace orrery
