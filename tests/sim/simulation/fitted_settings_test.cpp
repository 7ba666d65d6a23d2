#include "sim/simulation/checked_settings.hpp"

#include "sim/integrator.hpp"
#include "sim/solver.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

std::string only_change(const FittedSettings& fit) {
    EXPECT_EQ(fit.changes.size(), 1U);
    return fit.changes.empty() ? "" : fit.changes.front();
}

TEST(FittedSettings, LeavesAloneWhatRunsHere) {
    Settings saved;
    saved.algorithm = "cpu.tree";
    saved.solver_options["cpu.tree"]["theta"] = 0.9;
    saved.integrator = "pefrl";
    const FittedSettings fit = fitted(saved);
    EXPECT_EQ(fit.settings, saved);
    EXPECT_TRUE(fit.changes.empty());
}

TEST(FittedSettings, TakeATreeForAnUnknownTreeWithTheOptionsThatBothHave) {
    Settings saved;
    saved.algorithm = "quantum.tree";
    saved.solver_options["quantum.tree"] = {{"error", 1e-4}, {"qubits", 7}};
    const FittedSettings fit = fitted(saved);
    EXPECT_TRUE(find_solver(fit.settings.algorithm).unavailable().empty());
    EXPECT_NE(fit.settings.algorithm.find("tree"), std::string::npos);
    EXPECT_EQ(fit.settings.solver_options.at(fit.settings.algorithm),
              (OptionValues{{"error", 1e-4}}));
    EXPECT_NE(only_change(fit).find("'quantum.tree'"), std::string::npos);
}

TEST(FittedSettings, TakeAFastMultipoleMethodForOneOfAnotherMachine) {
    Settings settings;
    settings.algorithm = "gpu.fmm_of_tomorrow";
    const FittedSettings fit = fitted(settings);
    EXPECT_NE(fit.settings.algorithm.find("fmm"), std::string::npos) << fit.settings.algorithm;
    EXPECT_EQ(fit.changes.size(), 1U);
}

TEST(FittedSettings, TakeADirectSumWithJerkWhereTheIntegratorNeedsIt) {
    Settings saved;
    saved.algorithm = "quantum.sum";
    saved.integrator = "hermite4";
    const FittedSettings fit = fitted(saved);
    EXPECT_TRUE(find_solver(fit.settings.algorithm).info.has_jerk) << fit.settings.algorithm;
    EXPECT_NE(only_change(fit).find(fit.settings.algorithm), std::string::npos);
}

TEST(FittedSettings, TakeTheStandardIntegratorForAnUnknownOne) {
    Settings saved;
    saved.integrator = "quantum8";
    const FittedSettings fit = fitted(saved);
    EXPECT_EQ(fit.settings.integrator, "leapfrog");
    EXPECT_NE(only_change(fit).find("'quantum8'"), std::string::npos);
}

TEST(FittedSettings, LeaveOutOptionsThatTheAlgorithmDoesNotTake) {
    Settings saved;
    saved.algorithm = "cpu.tree";
    saved.solver_options["cpu.tree"] = {{"leaf", 2.5}, {"order", 1}, {"qubits", 7}};
    const FittedSettings fit = fitted(saved);
    EXPECT_EQ(fit.settings.solver_options.at("cpu.tree"), (OptionValues{{"order", 1}}));
    EXPECT_EQ(fit.changes.size(), 2U);
}

TEST(FittedSettings, TakeTheDefaultForAChoiceOfAnotherMachine) {
    Settings saved;
    saved.algorithm = "cpu.simd";
    for (const OptionValue& foreign : {OptionValue("quantum"), OptionValue(1000)}) {
        saved.solver_options["cpu.simd"] = {{"isa", foreign}};
        const FittedSettings fit = fitted(saved);
        EXPECT_TRUE(fit.settings.solver_options.at("cpu.simd").empty());
        const std::string change = only_change(fit);
        EXPECT_NE(change.find(foreign.text()), std::string::npos) << change;
        EXPECT_NE(change.find("its default, best, is taken"), std::string::npos) << change;
    }
}

} // namespace
} // namespace orrery
