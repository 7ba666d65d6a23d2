// An algorithm that can do less than all of ours: what SolverInfo says it cannot do is not asked of
// it. It stands in the list of this program, so the contracts hold for it as well.

#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/simulation/simulation.hpp"
#include "sim/solver.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace orrery {
namespace {

const SolverInfo limited_info{
    .id = "test.limited",
    .title = "Single precision alone",
    .family = "Test",
    .idea = "Two loops that know neither double precision nor potentials.",
    .source = "this test",
    .has_double = false,
    .has_potential = false,
};

class LimitedSolver final : public Solver {
public:
    const SolverInfo& info() const override { return limited_info; }

    Outcome prepare(const ForceSources<float>& sources, Execution& execution) override {
        require_box(limited_info, sources.parameters);
        return complete_->prepare(sources, execution);
    }
    Outcome prepare(const ForceSources<double>&, Execution&) override {
        throw std::logic_error("asked for a precision that it does not have");
    }
    Outcome evaluate(const ForceTargets<float>& targets, Execution& execution) override {
        if (targets.result.potential != nullptr || targets.result.jerk_x != nullptr) {
            throw std::logic_error("asked for what it does not have");
        }
        return complete_->evaluate(targets, execution);
    }
    Outcome evaluate(const ForceTargets<double>&, Execution&) override {
        throw std::logic_error("asked for a precision that it does not have");
    }

private:
    std::unique_ptr<Solver> complete_ = find_solver("cpu.simd").make();
};

Settings limited(Precision precision) {
    Settings settings;
    settings.algorithm = limited_info.id;
    settings.precision = precision;
    return settings;
}

TEST(LimitedSolver, IsInTheList) {
    EXPECT_EQ(&find_solver("test.limited").info, &limited_info);
}

TEST(LimitedSolver, IsNotGivenDoublePrecision) {
    EXPECT_NO_THROW(checked(limited(Precision::fp32), {}));
    EXPECT_THROW(checked(limited(Precision::fp64), {}), Error);
}

TEST(LimitedSolver, IsNotGivenAnIntegratorThatNeedsJerk) {
    Settings settings = limited(Precision::fp32);
    settings.integrator = "hermite4";
    EXPECT_THROW(checked(settings, {}), Error);
}

TEST(LimitedSolver, StepsWithoutPotentialsWhereEnergyIsToBeMeasured) {
    Settings settings = limited(Precision::fp32);
    settings.measure_energy = true;
    Simulation simulation;
    simulation.load(make_scene(find_scene("plummer"), 100, 1), settings);
    ASSERT_EQ(simulation.step(), Outcome::complete);
    ASSERT_TRUE(simulation.conserved().has_value());
    EXPECT_FALSE(simulation.conserved()->has_potential);
    EXPECT_GT(simulation.conserved()->kinetic_energy, 0);
}

void register_limited_solver() {
    register_solver({limited_info, []() -> std::unique_ptr<Solver> {
                         return std::make_unique<LimitedSolver>();
                     }});
}

} // namespace
} // namespace orrery

// This program's own: the algorithm is added before the list is first read, which GoogleTest does
// to name the contract's tests.
int main(int count, char** arguments) {
    orrery::register_limited_solver();
    testing::InitGoogleTest(&count, arguments);
    return RUN_ALL_TESTS();
}
