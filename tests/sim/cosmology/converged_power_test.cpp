// A run's own steps give the power spectrum that finer ones do.

#include "tests/sim/cosmology/converged_power.hpp"

namespace orrery {
namespace {

TEST(ConvergedPower, IsThatOfFourTimesAsManySteps) {
    if (const std::string reason = find_solver("cpu.mesh").unavailable(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    EXPECT_LT(power_apart("cpu.mesh", 32), 0.01);
}

} // namespace
} // namespace orrery
