// The simulation's thread with its bodies on a GPU, as the window sees it.

#include "sim/simulation/simulation_thread.hpp"
#include "tests/gpu/cuda_fault.hpp"
#include "tests/gpu/gpu_test.hpp"
#include "tests/patience.hpp"

#include <functional>
#include <thread>

namespace orrery {
namespace {

using namespace std::chrono_literals;

bool wait_until(const SimulationThread& simulation,
                const std::function<bool(const SimulationStatus&)>& condition) {
    return wait_for([&] { return condition(simulation.status()); });
}

Settings running(const std::string& algorithm, std::size_t bodies) {
    Settings settings = settings_of(algorithm, Precision::fp32);
    settings.source = "plummer";
    settings.bodies = bodies;
    settings.steps_per_second = 0;
    return settings;
}

class GpuThread : public GpuTest {};

TEST_F(GpuThread, StepsAndTellsWhereTheBodiesAre) {
    SimulationThread simulation;
    simulation.set(running("gpu.shared", 5000));
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.steps >= 20 && s.latest; }));
    const SimulationStatus status = simulation.status();
    EXPECT_EQ(status.state_device, 0);
    EXPECT_GT(status.memory_bytes, 5000U * 80);
    EXPECT_LT(std::abs(status.latest->energy() / status.initial->energy() - 1), 1e-2);
    EXPECT_FALSE(status.error) << status.error->what();
    EXPECT_EQ(status.notice_serial, 0U);
    EXPECT_FALSE(simulation.take_reports().empty());
}

TEST_F(GpuThread, ChangesAlgorithmInTheMiddleOfALongStep) {
    SimulationThread simulation;
    Settings settings = running("gpu.naive", 1'000'000);
    simulation.set(settings);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.stepping; }));
    for (const char* algorithm :
         {"gpu.shared", "gpu.symmetric", "cpu.simd_threads", "gpu.register"}) {
        settings.algorithm = algorithm;
        simulation.set(settings);
        ASSERT_TRUE(wait_until(simulation,
                               [&](const auto& s) { return s.settings.algorithm == algorithm; }));
        const SimulationStatus status = simulation.status();
        EXPECT_FALSE(status.error) << status.error->what();
        EXPECT_GT(status.last_switch_milliseconds, 0);
        RecordProperty(std::string("milliseconds_to_") + algorithm,
                       std::to_string(status.last_switch_milliseconds));
        ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.stepping; }));
        std::this_thread::sleep_for(20ms); // into the step
    }
}

TEST_F(GpuThread, ResetsToTheInitialConditions) {
    SimulationThread simulation;
    Settings settings = running("gpu.shared", 1000);
    settings.running = false;
    simulation.set(settings);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.loaded; }));
    const System start = simulation.snapshot();
    simulation.step_once(false);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.steps == 1; }));
    EXPECT_FALSE(same(simulation.snapshot(), start));
    simulation.step_once(true);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.steps == 2; }));
    EXPECT_NEAR(simulation.status().time, 0, 1e-12);
    const std::uint64_t serial = simulation.status().load_serial;
    simulation.reset();
    ASSERT_TRUE(wait_until(simulation, [&](const auto& s) { return s.load_serial > serial; }));
    EXPECT_TRUE(same(simulation.snapshot(), start));
}

TEST_F(GpuThread, PausesOnAnErrorWithTheLastGoodState) {
    SimulationThread simulation;
    Settings settings = running("gpu.shared", 1000);
    simulation.set(settings);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.steps >= 3; }));
    {
        const CudaFault fault("integrate", cudaErrorLaunchFailure);
        ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.error.has_value(); }));
    }
    const SimulationStatus status = simulation.status();
    EXPECT_FALSE(status.settings.running);
    EXPECT_NE(status.error->hint().find("CPU algorithm"), std::string::npos);
    const System kept = simulation.snapshot();
    EXPECT_EQ(kept.time, status.time);
    EXPECT_EQ(kept.bodies.size(), 1000U);
    const std::uint64_t version = simulation.version();
    std::this_thread::sleep_for(20ms);
    EXPECT_EQ(simulation.version(), version) << "it goes on by itself";

    settings.algorithm = "cpu.simd_threads"; // as the hint says
    simulation.set(settings);
    ASSERT_TRUE(wait_until(simulation, [&](const auto& s) { return s.steps > status.steps; }));
    EXPECT_FALSE(simulation.status().error);
    EXPECT_EQ(simulation.status().notice_serial, 0U) << "nothing was lost";
    EXPECT_GT(simulation.status().time, status.time);
}

TEST_F(GpuThread, TellsWhatWasLostWithItsGpuAndGoesOn) {
    SimulationThread simulation;
    Settings settings = running("gpu.shared", 1000);
    simulation.set(settings);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.steps >= 3; }));
    const CudaFault lost("", cudaErrorDevicesUnavailable, CudaFault::Lasting::all_calls);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.error.has_value(); }));

    settings.algorithm = "cpu.simd_threads";
    simulation.set(settings);
    ASSERT_TRUE(wait_until(simulation, [](const auto& s) { return s.notice_serial == 1; }));
    EXPECT_NE(simulation.status().notice.find("the GPU is lost"), std::string::npos);
    EXPECT_FALSE(simulation.status().error);
    EXPECT_FALSE(simulation.status().state_device);
    const std::uint64_t steps = simulation.status().steps;
    EXPECT_TRUE(wait_until(simulation, [&](const auto& s) { return s.steps > steps; }));
    EXPECT_EQ(simulation.status().notice_serial, 1U);
}

} // namespace
} // namespace orrery
