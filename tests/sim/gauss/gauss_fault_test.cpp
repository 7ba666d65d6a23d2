// A GPU that has no memory left, or is lost, while densities are summed there.

#include "sim/base/error.hpp"
#include "sim/gauss/bodies_on_gpu.hpp"
#include "sim/machine/devices.hpp"
#include "sim/simulation/live_density.hpp"
#include "sim/simulation/simulation_thread.hpp"
#include "tests/gpu/cuda_fault.hpp"
#include "tests/sim/gauss/gauss_systems.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <utility>

namespace orrery {
namespace {

class GpuGaussFault : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string reason = gpu_unavailable(); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
    }
};

// The GPU methods' steps, in order.
constexpr std::array deeds{"choosing the GPU",          "allocating GPU memory",
                           "copying bodies to the GPU", "sorting bodies",
                           "spreading bodies",          "convolving the grid",
                           "interpolating densities",   "copying densities from the GPU"};

TEST_F(GpuGaussFault, TheAutomaticMethodGoesOnWithTheProcessor) {
    const Bodies<float> bodies = converted<float>(even_cube(60'000));
    const PointsView<float> points = points_of(bodies.position);
    constexpr double sigma = 0.05;
    const std::vector<double> exact = densities<float>(find_gauss_method("cpu.gauss.plane_wave"),
                                                       bodies, nullptr, sigma, 1e-5, 2);
    for (const char* deed : deeds) {
        for (const auto lasting : {CudaFault::Lasting::one_call, CudaFault::Lasting::all_calls}) {
            Workers workers(1);
            GaussMemory kept;
            std::vector<float> sums(bodies.size());
            const auto sum = [&] {
                StepTimings timings;
                GaussWork work{workers, {}, timings, &kept};
                gauss_transform(find_gauss_method("gauss"),
                                GaussSum<float>{points, bodies.mass, points, sums, sigma, 1e-3},
                                work);
                return relative_difference({sums.begin(), sums.end()}, exact);
            };
            EXPECT_LE(sum(), 1e-3);
            const CudaFault fault(deed, cudaErrorMemoryAllocation, lasting);
            EXPECT_LE(sum(), 1e-3) << deed;
            EXPECT_LE(sum(), 1e-3) << deed;
        }
    }
}

TEST_F(GpuGaussFault, AMethodOfTheGpuSaysWhatFailedAndWorksAgainLater) {
    const Bodies<float> bodies = converted<float>(even_cube(3000));
    const PointsView<float> points = points_of(bodies.position);
    for (const char* id : {"gpu.gauss.direct", "gpu.gauss.cells", "gpu.gauss.plane_wave"}) {
        Workers workers(1);
        GaussMemory kept;
        std::vector<float> sums(bodies.size());
        const auto sum = [&] {
            StepTimings timings;
            GaussWork work{workers, {}, timings, &kept};
            gauss_transform(find_gauss_method(id),
                            GaussSum<float>{points, bodies.mass, points, sums, 0.1, 1e-3}, work);
            return sums;
        };
        const std::vector<float> right = sum();
        for (int passing = 0; passing < 25; ++passing) {
            const CudaFault fault("", cudaErrorMemoryAllocation, CudaFault::Lasting::one_call,
                                  passing);
            try {
                sum();
                EXPECT_FALSE(fault.has_struck()) << id << ", " << passing;
            } catch (const Error& error) {
                EXPECT_EQ(error.kind(), ErrorKind::failed) << error.what();
            }
        }
        EXPECT_EQ(sum(), right) << id;
    }
}

// Bodies of a simulation that rests, by whoever has them.
TEST_F(GpuGaussFault, LiveDensitiesGoOnThroughTheHost) {
    SimulationThread simulation;
    Settings settings;
    settings.algorithm = "gpu.shared";
    settings.source = "plummer";
    settings.bodies = 20'000;
    settings.running = false;
    simulation.set(settings);
    ASSERT_TRUE(simulation.wait_until_idle({}));
    const SimulationStatus status = simulation.status();
    const LiveDensity::Source source{simulation, status.load_serial, status.bodies_serial,
                                     status.state_device};
    constexpr double sigma = 0.2;
    for (const char* deed :
         {"allocating GPU memory", "reading the bodies", "copying bodies to the density sum",
          "copying densities from the GPU"}) {
        LiveDensity live(2, Workers::Priority::normal);
        ASSERT_TRUE(live.take_bodies(source));
        const auto right = live.at_bodies(sigma, 1e-4, {});
        ASSERT_TRUE(right);
        const CudaFault fault(deed, cudaErrorMemoryAllocation);
        ASSERT_TRUE(live.take_bodies(source)) << deed;
        const auto got = live.at_bodies(sigma, 1e-4, {});
        ASSERT_TRUE(got) << deed;
        EXPECT_TRUE(fault.has_struck()) << deed;
        EXPECT_FALSE(live.on_gpu()) << deed;
        EXPECT_LE(relative_difference({got->begin(), got->end()}, {right->begin(), right->end()}),
                  2e-4)
            << deed;
    }
}

} // namespace
} // namespace orrery
