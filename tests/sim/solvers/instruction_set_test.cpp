// The slider that forces narrower vectors than the processor has.

#include "tests/sim/solvers/solver_run.hpp"

#include "sim/diagnostics/diagnostics.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery {
namespace {

class InstructionSets : public testing::TestWithParam<const char*> {
protected:
    SolverOption option() const {
        const SolverInfo& info = find_solver(GetParam()).info;
        const auto found = std::find_if(info.options.begin(), info.options.end(),
                                        [](const SolverOption& o) { return o.id == isa_; });
        return found == info.options.end() ? SolverOption{} : *found;
    }

    Forces forces(const std::string& choice) const {
        const auto solver = find_solver(GetParam()).make();
        ForceParameters parameters;
        parameters.options = {solver->info(), {{"isa", choice}}};
        return run_solver(*solver, Precision::fp32, cluster(500), parameters).forces;
    }

    static bool same(const Forces& a, const Forces& b) {
        for (std::size_t i = 0; i < a.acceleration.size(); ++i) {
            if (length(a.acceleration[i] - b.acceleration[i]) != 0) {
                return false;
            }
        }
        return true;
    }

private:
    static constexpr std::string_view isa_ = "isa";
};

TEST_P(InstructionSets, AreOfferedFromTheBestDown) {
    const SolverOption isa = option();
    ASSERT_GE(isa.choices.size(), 2U);
    EXPECT_EQ(isa.choices.front(), "best");
    EXPECT_EQ(isa.default_value, 0);
    EXPECT_EQ(isa.maximum, static_cast<double>(isa.choices.size() - 1));
    EXPECT_TRUE(same(forces("best"), forces(isa.choices.at(1))))
        << "the best is the first of the list";
}

// Vectors of another width add up in another order: another rounding gives them away.
TEST_P(InstructionSets, AreTheOnesAskedFor) {
    const std::vector<std::string> choices = option().choices;
    for (std::size_t choice = 2; choice < choices.size(); ++choice) {
        EXPECT_FALSE(same(forces(choices[choice - 1]), forces(choices[choice]))) << choices[choice];
    }
}

INSTANTIATE_TEST_SUITE_P(Of, InstructionSets,
                         testing::Values("cpu.simd", "cpu.simd_threads", "cpu.symmetric"),
                         [](const testing::TestParamInfo<const char*>& solver) {
                             std::string name = solver.param;
                             std::replace(name.begin(), name.end(), '.', '_');
                             return name;
                         });

} // namespace
} // namespace orrery
