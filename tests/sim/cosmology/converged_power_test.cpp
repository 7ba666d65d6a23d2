// A run's own steps give the power spectrum that finer ones do.

#include "tests/sim/cosmology/converged_power.hpp"

namespace orrery {
namespace {

void expect_converged(std::size_t along) {
    if (const std::string reason = find_solver("cpu.mesh").unavailable(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    EXPECT_LT(power_apart("cpu.mesh", along), 0.01);
}

TEST(ConvergedPower, IsThatOfFourTimesAsManySteps) {
    expect_converged(32);
}

TEST(ConvergedPowerOfMany, IsThatOfFourTimesAsManySteps) {
    expect_converged(64);
}

} // namespace
} // namespace orrery
