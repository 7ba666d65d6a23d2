// The power spectrum of a whole history of the universe on a GPU.

#include "tests/gpu/gpu_test.hpp"
#include "tests/sim/cosmology/converged_power.hpp"

namespace orrery {
namespace {

class GpuConvergedPower : public OnGpu<testing::TestWithParam<const char*>> {};

TEST_P(GpuConvergedPower, IsThatOfFourTimesAsManySteps) {
    if (const std::string reason = find_solver(GetParam()).unavailable(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    const double apart = power_apart(GetParam(), 128);
    RecordProperty("apart", std::to_string(apart));
    EXPECT_LT(apart, 0.01);
}

INSTANTIATE_TEST_SUITE_P(Meshes, GpuConvergedPower, testing::Values("gpu.mesh", "gpu.treemesh"),
                         [](const auto& instance) {
                             return std::string(instance.param).substr(4);
                         });

} // namespace
} // namespace orrery
