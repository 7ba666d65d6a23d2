// The power spectrum of a whole history of the universe on a GPU.

#include "tests/gpu/gpu_test.hpp"
#include "tests/sim/cosmology/converged_power.hpp"

namespace orrery {
namespace {

// With the scene's own steps, of which what resolves the softening takes more.
class GpuConvergedPower : public GpuTest {
protected:
    void expect_converged(const char* algorithm) {
        if (const std::string reason = find_solver(algorithm).unavailable(); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
        const double apart = power_apart(algorithm, 128);
        RecordProperty("apart", std::to_string(apart));
        EXPECT_LT(apart, 0.01);
    }
};
class GpuConvergedPowerOfDetail : public GpuConvergedPower {};

TEST_F(GpuConvergedPower, IsThatOfFourTimesAsManySteps) {
    expect_converged("gpu.mesh");
}

TEST_F(GpuConvergedPowerOfDetail, IsThatOfFourTimesAsManySteps) {
    expect_converged("gpu.treemesh");
}

} // namespace
} // namespace orrery
