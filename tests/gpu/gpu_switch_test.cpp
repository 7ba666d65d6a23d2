// Bodies that move between the processor and a GPU, and steps that are cut off there.

#include "tests/gpu/gpu_test.hpp"

#include <chrono>
#include <thread>

namespace orrery {
namespace {

using namespace std::chrono_literals;

class GpuSwitch : public GpuTest {};

TEST_F(GpuSwitch, LeavesEveryBodyWhereItIsToTheLastBit) {
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        Simulation simulation;
        simulation.load(plummer(1000), settings_of("cpu.simd_threads", precision));
        for (const auto& [algorithm, sharing] : {std::pair{"gpu.shared", Sharing::none},
                                                 {"cpu.symmetric", Sharing::none},
                                                 {"gpu.register", Sharing::none},
                                                 {"gpu.symmetric", Sharing::none},
                                                 {"gpu.symmetric", Sharing::peer},
                                                 {"cpu.simd_threads", Sharing::peer}}) {
            ASSERT_EQ(simulation.step(), Outcome::complete);
            const System before = simulation.snapshot();
            simulation.apply(settings_of(algorithm, precision, sharing));
            EXPECT_EQ(simulation.state_device().has_value(),
                      find_solver(algorithm).info.space != Space::host);
            EXPECT_TRUE(same(simulation.snapshot(), before)) << algorithm;
            EXPECT_EQ(simulation.loss(), "");
        }
    }
}

TEST_F(GpuSwitch, GoesOnAsASimulationThatNeverMoved) {
    Simulation moving, staying;
    moving.load(plummer(1000), settings_of("cpu.simd_threads"));
    staying.load(plummer(1000), settings_of("cpu.simd_threads"));
    for (const char* algorithm :
         {"gpu.shared", "cpu.simd_threads", "gpu.register", "cpu.symmetric", "gpu.symmetric"}) {
        moving.apply(settings_of(algorithm));
        for (int step = 0; step < 2; ++step) {
            ASSERT_EQ(moving.step(), Outcome::complete);
            ASSERT_EQ(staying.step(), Outcome::complete);
        }
        EXPECT_LT(largest_relative_displacement(staying.snapshot(), moving.snapshot()), 1e-11)
            << algorithm;
    }
}

TEST_F(GpuSwitch, RoundsEachBodyOnceWhenPrecisionFallsAndNeverWhenItRises) {
    Simulation simulation;
    simulation.load(plummer(1000), settings_of("gpu.shared", Precision::fp64));
    ASSERT_EQ(simulation.step(), Outcome::complete);
    const System fine = simulation.snapshot();
    simulation.apply(settings_of("gpu.shared", Precision::fp32));
    const System rounded = simulation.snapshot();
    for (std::size_t i = 0; i < fine.bodies.size(); ++i) {
        ASSERT_EQ(static_cast<float>(rounded.bodies.position.x[i]),
                  static_cast<float>(fine.bodies.position.x[i]));
        ASSERT_EQ(rounded.bodies.velocity.z[i],
                  static_cast<double>(static_cast<float>(fine.bodies.velocity.z[i])));
    }
    ASSERT_EQ(simulation.step(), Outcome::complete);
    const System coarse = simulation.snapshot();
    simulation.apply(settings_of("gpu.shared", Precision::fp64));
    EXPECT_TRUE(same(simulation.snapshot(), coarse));
    EXPECT_EQ(simulation.step(), Outcome::complete);
}

class GpuCancelledStep : public OnGpu<testing::TestWithParam<const char*>> {};

TEST_P(GpuCancelledStep, ChangesNothingInFullFlight) {
    Settings settings = settings_of("gpu.naive");
    settings.integrator = GetParam();
    Simulation simulation;
    simulation.load(plummer(150'000), settings);
    ASSERT_EQ(simulation.evaluate(), Outcome::complete);
    const System before = simulation.snapshot();
    const double energy = simulation.conserved().value().energy();
    const std::uint64_t version = simulation.version();

    // Later and later, until a step gets through: so it is cut off in each of its evaluations.
    std::stop_source stopped_before;
    stopped_before.request_stop();
    EXPECT_EQ(simulation.step(stopped_before.get_token()), Outcome::cancelled);
    for (auto delay = 1ms;; delay *= 2) {
        std::stop_source stop;
        std::jthread interrupter([&] {
            std::this_thread::sleep_for(delay);
            stop.request_stop();
        });
        if (simulation.step(stop.get_token()) == Outcome::complete) {
            break;
        }
        ASSERT_TRUE(same(simulation.snapshot(), before)) << delay.count();
        ASSERT_EQ(simulation.conserved().value().energy(), energy);
        ASSERT_EQ(simulation.version(), version);
    }
    EXPECT_FALSE(same(simulation.snapshot(), before));

    // Half-done work shows nowhere: the step is the one of a simulation never disturbed.
    Simulation undisturbed;
    undisturbed.load(before, settings);
    ASSERT_EQ(undisturbed.step(), Outcome::complete);
    EXPECT_LT(largest_relative_displacement(undisturbed.snapshot(), simulation.snapshot()), 1e-13);
}

INSTANTIATE_TEST_SUITE_P(Integrators, GpuCancelledStep, testing::Values("leapfrog", "rk4"),
                         [](const auto& instance) { return std::string(instance.param); });

} // namespace
} // namespace orrery
