// The power spectrum of a whole history of the universe on a GPU.

#include "tests/gpu/gpu_test.hpp"
#include "tests/sim/cosmology/converged_power.hpp"

namespace orrery {
namespace {

class GpuConvergedPower : public GpuTest {};

TEST_F(GpuConvergedPower, IsThatOfFourTimesAsManySteps) {
    if (const std::string reason = find_solver("gpu.mesh").unavailable(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    const double apart = power_apart("gpu.mesh", 128);
    RecordProperty("apart", std::to_string(apart));
    EXPECT_LT(apart, 0.01);
}

} // namespace
} // namespace orrery
