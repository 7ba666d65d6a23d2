// A simulation on a GPU does what the same simulation on the processor does, step by step, and
// measures the same of it.

#include "sim/base/error.hpp"
#include "sim/integrator.hpp"
#include "tests/gpu/gpu_test.hpp"
#include "tests/sim/every_integrator.hpp"

namespace orrery {
namespace {

constexpr const char* host_algorithm = "cpu.simd_threads";

class GpuAgreement : public OnGpu<testing::TestWithParam<Integrator>> {
protected:
    // Steps both and calls check(displacement, steps) after each.
    template <class Check>
    static void step_beside_host(Precision precision, const Check& check) {
        for (const char* algorithm : {"gpu.shared", "gpu.register"}) {
            SCOPED_TRACE(algorithm);
            const Integrator& integrator = GetParam();
            if (integrator.needs_jerk && !find_solver(algorithm).info.has_jerk) {
                continue;
            }
            const System system = plummer(1000);
            Settings settings = settings_of(host_algorithm, precision);
            settings.integrator = integrator.id;
            Simulation on_host;
            on_host.load(system, settings);
            settings.algorithm = algorithm;
            Simulation on_gpu;
            on_gpu.load(system, settings);
            ASSERT_EQ(on_gpu.state_device(), 0);
            for (int step = 1; step <= 10; ++step) {
                ASSERT_EQ(on_host.step(), Outcome::complete);
                ASSERT_EQ(on_gpu.step(), Outcome::complete);
                ASSERT_EQ(on_gpu.time(), on_host.time());
                const double displacement =
                    largest_relative_displacement(on_host.snapshot(), on_gpu.snapshot());
                ASSERT_TRUE(check(displacement, step)) << displacement << " after step " << step;
            }
            EXPECT_GT(largest_displacement(on_gpu.snapshot(), system), 0.01) << "nothing moved";
        }
    }
};

TEST_P(GpuAgreement, IsToElevenDigitsInDouble) {
    step_beside_host(Precision::fp64,
                     [](double displacement, int) { return displacement < 1e-11; });
}

TEST_P(GpuAgreement, FadesByAMillionthAStepInFloat) {
    step_beside_host(Precision::fp32,
                     [](double displacement, int step) { return displacement < 1e-6 * step; });
}

INSTANTIATE_TEST_SUITE_P(Integrators, GpuAgreement, testing::ValuesIn(static_integrators()),
                         integrator_name);

class GpuMeasurement : public OnGpu<testing::TestWithParam<Precision>> {
protected:
    static Simulation& evaluated(Simulation& simulation, const std::string& algorithm) {
        Settings settings = settings_of(algorithm, GetParam());
        settings.adaptive_step = true;
        settings.softening = 0.05;
        settings.time_step = 1e3; // so that the largest acceleration decides
        simulation.load(plummer(5000), settings);
        EXPECT_EQ(simulation.evaluate(), Outcome::complete);
        return simulation;
    }
};

void expect_near(const Vector3& a, const Vector3& b, double tolerance) {
    EXPECT_LT(length(a - b), tolerance);
}

TEST_P(GpuMeasurement, FindsTheEnergyAndMomentaThatTheProcessorFinds) {
    Simulation on_host, on_gpu;
    const Conserved there = evaluated(on_gpu, "gpu.shared").conserved().value();
    const Conserved here = evaluated(on_host, host_algorithm).conserved().value();
    // The bodies are the same to the last bit; only potentials have the state's precision.
    const double rounding = 1e-12;
    const double potential_rounding = GetParam() == Precision::fp32 ? 1e-6 : rounding;
    ASSERT_TRUE(there.has_potential);
    EXPECT_NEAR(there.kinetic_energy, here.kinetic_energy, rounding * here.kinetic_energy);
    EXPECT_LT(here.potential_energy, 0);
    EXPECT_NEAR(there.potential_energy, here.potential_energy,
                -potential_rounding * here.potential_energy);
    EXPECT_GT(here.momentum_scale, 0);
    EXPECT_NEAR(there.momentum_scale, here.momentum_scale, rounding * here.momentum_scale);
    expect_near(there.momentum, here.momentum, rounding * here.momentum_scale);
    expect_near(there.angular_momentum, here.angular_momentum, 10 * rounding);
    expect_near(there.centre_of_mass, here.centre_of_mass, rounding);
}

TEST_P(GpuMeasurement, FindsTheLargestAccelerationThatTheProcessorFinds) {
    Simulation on_host, on_gpu;
    const double there = evaluated(on_gpu, "gpu.shared").time_step();
    const double here = evaluated(on_host, host_algorithm).time_step();
    EXPECT_LT(here, 1);
    EXPECT_NEAR(there, here, (GetParam() == Precision::fp32 ? 1e-5 : 1e-12) * here);
}

TEST_P(GpuMeasurement, FindsForceErrorsWithinWhatTheAlgorithmPromises) {
    for (const std::string& algorithm : gpu_algorithms()) {
        if (GetParam() == Precision::fp64 && !find_solver(algorithm).info.has_double) {
            continue;
        }
        Simulation simulation;
        const ForceError error = evaluated(simulation, algorithm).force_error(500, 1).value();
        const SolverInfo& info = simulation.solver_info();
        EXPECT_EQ(error.samples, 500U) << algorithm;
        EXPECT_GT(error.maximum, 0) << algorithm;
        if (error.promised_from > 0) {
            continue; // the promise begins at a larger softening
        }
        EXPECT_LT(error.p99, GetParam() == Precision::fp32 ? info.promised_error_fp32
                                                           : info.promised_error_fp64)
            << algorithm;
    }
}

INSTANTIATE_TEST_SUITE_P(Precisions, GpuMeasurement,
                         testing::Values(Precision::fp32, Precision::fp64),
                         [](const auto& instance) {
                             return instance.param == Precision::fp32 ? "fp32" : "fp64";
                         });

class GpuSimulation : public GpuTest {};

TEST_F(GpuSimulation, RunsWithNoBodiesWithOneAndWithTwo) {
    for (const std::string& algorithm : gpu_algorithms()) {
        for (const std::size_t count : {0, 1, 2}) {
            SCOPED_TRACE(algorithm + ", " + std::to_string(count));
            System system;
            system.bodies = Bodies<double>(count);
            for (std::size_t i = 0; i < count; ++i) { // too far apart to be seen to pull
                system.bodies.mass[i] = 1e-6;
                system.bodies.position.y[i] = 1e3 * static_cast<double>(i);
                system.bodies.velocity.x[i] = 2;
            }
            Settings settings = settings_of(algorithm, Precision::fp32);
            settings.time_step = 0.5;
            Simulation simulation;
            simulation.load(system, settings);
            ASSERT_EQ(simulation.step(), Outcome::complete);
            const System now = simulation.snapshot();
            ASSERT_EQ(now.bodies.size(), count);
            EXPECT_EQ(now.time, 0.5);
            for (std::size_t i = 0; i < count; ++i) {
                EXPECT_EQ(now.bodies.position.x[i], 1);
            }
            EXPECT_EQ(simulation.force_error(10, 1)->samples, count);
            EXPECT_NEAR(simulation.conserved().value().kinetic_energy,
                        2e-6 * static_cast<double>(count), 1e-12);
            float xyzs[8] = {};
            const auto written = simulation.write_latest({xyzs, 2}, BodyScalar::speed);
            EXPECT_EQ(written.count, count);
            EXPECT_EQ(xyzs[3], count == 0 ? 0.0F : 2.0F);
        }
    }
}

TEST_F(GpuSimulation, GoesBackToItsStartWhenReversed) {
    const System system = plummer(1000);
    Settings settings = settings_of("gpu.shared");
    Simulation simulation;
    simulation.load(system, settings);
    for (int step = 0; step < 10; ++step) {
        ASSERT_EQ(simulation.step(), Outcome::complete);
    }
    EXPECT_GT(largest_displacement(simulation.snapshot(), system), 0.01);
    settings.reversed = true;
    simulation.apply(settings);
    for (int step = 0; step < 10; ++step) {
        ASSERT_EQ(simulation.step(), Outcome::complete);
    }
    EXPECT_NEAR(simulation.time(), 0, 1e-12);
    EXPECT_LT(largest_relative_displacement(simulation.snapshot(), system), 1e-11);
}

TEST_F(GpuSimulation, NamesABodyThatIsNowhere) {
    System system = plummer(100);
    system.bodies.position.y[42] = std::nan("");
    Simulation simulation;
    simulation.load(system, settings_of("gpu.shared"));
    try {
        static_cast<void>(simulation.step());
        FAIL() << "stepped over it";
    } catch (const Error& error) {
        EXPECT_EQ(error.problem(), input_not_finite("").problem());
        EXPECT_FALSE(error.hint().empty());
    }
    EXPECT_EQ(simulation.steps(), 0U);
    EXPECT_EQ(simulation.time(), 0);
    const System now = simulation.snapshot();
    EXPECT_TRUE(std::isnan(now.bodies.position.y[42]));
    EXPECT_TRUE(same(now.bodies.velocity, system.bodies.velocity));
}

TEST_F(GpuSimulation, ChangesNothingWhenAStepFails) {
    // The body's place overflows during the drift, and its acceleration is no number.
    System system = plummer(100);
    system.bodies.velocity.x[7] = 3e38;
    Settings settings = settings_of("gpu.shared", Precision::fp32);
    settings.time_step = 100;
    Simulation simulation;
    simulation.load(system, settings);
    ASSERT_EQ(simulation.evaluate(), Outcome::complete);
    const System before = simulation.snapshot();
    for (int attempt = 0; attempt < 2; ++attempt) {
        EXPECT_THROW(static_cast<void>(simulation.step()), Error);
        EXPECT_TRUE(same(simulation.snapshot(), before));
        EXPECT_EQ(simulation.steps(), 0U);
    }
    settings.time_step = 1e-37; // the trouble is gone with its cause
    simulation.apply(settings);
    EXPECT_EQ(simulation.step(), Outcome::complete);
}

} // namespace
} // namespace orrery
