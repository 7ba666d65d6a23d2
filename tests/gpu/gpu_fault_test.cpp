// A GPU that fails: the simulation keeps its last good state, says what to do, and goes on
// elsewhere.

#include "sim/base/error.hpp"
#include "sim/simulation/checkpoint.hpp"
#include "tests/gpu/cuda_fault.hpp"
#include "tests/gpu/gpu_test.hpp"

#include <optional>
#include <thread>

namespace orrery {
namespace {

using namespace std::chrono_literals;

// The error that cuda_check makes of a call that succeeded.
std::optional<Error> error_of_call(const char* doing) {
    try {
        cuda_check(cudaSuccess, doing);
    } catch (const Error& error) {
        return error;
    }
    return std::nullopt;
}

bool advises(const Error& error, const std::string& remedy) {
    return error.hint().find(remedy) != std::string::npos;
}

TEST(CudaFault, StrikesOnceAndOnlyTheCallThatIsMeant) {
    const CudaFault fault("taking memory", cudaErrorMemoryAllocation, CudaFault::Lasting::one_call,
                          1);
    EXPECT_FALSE(error_of_call("computing"));
    EXPECT_FALSE(error_of_call("taking memory")) << "the first was to pass";
    EXPECT_FALSE(fault.has_struck());
    const std::optional<Error> error = error_of_call("taking memory");
    ASSERT_TRUE(error);
    EXPECT_TRUE(fault.has_struck());
    EXPECT_EQ(error->kind(), ErrorKind::failed);
    EXPECT_NE(error->problem().find("memory does not suffice"), std::string::npos);
    EXPECT_TRUE(advises(*error, "fewer bodies")) << error->hint();
    EXPECT_FALSE(error_of_call("taking memory"));
}

TEST(CudaFault, LastsAsLongAsItExistsIfAllCallsAreMeant) {
    {
        const CudaFault lost("computing", cudaErrorLaunchFailure, CudaFault::Lasting::all_calls);
        EXPECT_FALSE(error_of_call("taking memory")) << "not yet";
        for (const char* doing : {"computing", "taking memory", "computing"}) {
            const std::optional<Error> error = error_of_call(doing);
            ASSERT_TRUE(error) << doing;
            EXPECT_EQ(error->where(), doing);
            EXPECT_TRUE(advises(*error, "CPU algorithm")) << error->hint();
        }
    }
    EXPECT_FALSE(error_of_call("computing"));
}

TEST(CheckpointKeeper, IsDueAtFirstAndThenOnceASecond) {
    CheckpointKeeper checkpoint;
    const Clock::time_point start = Clock::now();
    EXPECT_TRUE(checkpoint.due(start));
    EXPECT_FALSE(checkpoint.newest());
    Checkpoint moment;
    moment.image = make_host_image(Bodies<double>(3));
    moment.time = 0.5;
    moment.steps = 7;
    checkpoint.keep(moment, start, 3ms);
    EXPECT_FALSE(checkpoint.due(start + 999ms));
    EXPECT_TRUE(checkpoint.due(start + 1s));
    ASSERT_TRUE(checkpoint.newest());
    EXPECT_EQ(checkpoint.newest()->image->local_count(), 3U);
    EXPECT_EQ(checkpoint.newest()->time, 0.5);
    EXPECT_EQ(checkpoint.newest()->steps, 7U);
    checkpoint.drop();
    EXPECT_FALSE(checkpoint.newest());
}

TEST(CheckpointKeeper, IsDueMoreRarelyWhereItTakesLong) {
    CheckpointKeeper checkpoint;
    const Clock::time_point start = Clock::now();
    checkpoint.keep({}, start, 100ms);
    EXPECT_FALSE(checkpoint.due(start + 4s));
    EXPECT_TRUE(checkpoint.due(start + 5s));
}

class GpuFault : public GpuTest {
protected:
    void TearDown() override {
        if (!IsSkipped()) {
            EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "left for others to find";
        }
    }
};

TEST_F(GpuFault, OfMemoryLeavesTheBodiesWhereTheyWere) {
    Simulation simulation;
    simulation.load(plummer(1000), settings_of("cpu.simd_threads"));
    ASSERT_EQ(simulation.step(), Outcome::complete);
    const System before = simulation.snapshot();
    for (int passing = 0;; ++passing) {
        const CudaFault fault("allocating GPU memory", cudaErrorMemoryAllocation,
                              CudaFault::Lasting::one_call, passing);
        try {
            simulation.apply(settings_of("gpu.shared"));
        } catch (const Error& error) {
            EXPECT_TRUE(advises(error, "CPU algorithm")) << error.hint();
        }
        EXPECT_TRUE(same(simulation.snapshot(), before)) << passing;
        if (!fault.has_struck()) {
            EXPECT_GT(passing, 6) << "mass, positions and velocities at least";
            break;
        }
        EXPECT_EQ(simulation.settings().algorithm, "cpu.simd_threads");
        EXPECT_FALSE(simulation.state_device());
        EXPECT_TRUE(simulation.conserved()) << "what was known of the state is known";
    }
    EXPECT_TRUE(simulation.state_device());
    EXPECT_EQ(simulation.step(), Outcome::complete);
}

TEST_F(GpuFault, LeavesTheBodiesWhereTheyWereInWhicheverCallItIs) {
    // Fails in the first call, then in the second and so on, until one gets through. Returns how
    // many calls there are.
    const auto fail_in_each_call_of = [](Simulation& simulation, const auto& action) {
        const System start = simulation.snapshot();
        for (int passing = 0;; ++passing) {
            const CudaFault fault("", cudaErrorLaunchFailure, CudaFault::Lasting::one_call_here,
                                  passing);
            try {
                EXPECT_EQ(action(), Outcome::complete);
            } catch (const Error& error) {
                EXPECT_TRUE(advises(error, "CPU algorithm")) << error.hint();
            }
            if (!fault.has_struck()) {
                return passing;
            }
            EXPECT_TRUE(same(simulation.snapshot(), start)) << passing;
            EXPECT_EQ(simulation.steps(), 0U);
        }
    };
    for (const char* integrator : {"leapfrog", "rk4", "hermite4"}) {
        SCOPED_TRACE(integrator);
        Settings settings = settings_of("gpu.shared");
        settings.integrator = integrator;
        Simulation simulation;
        simulation.load(plummer(500), settings);
        const System start = simulation.snapshot();
        EXPECT_GT(fail_in_each_call_of(simulation, [&] { return simulation.evaluate(); }), 5);
        EXPECT_GT(fail_in_each_call_of(simulation, [&] { return simulation.step(); }), 10);

        Simulation undisturbed;
        undisturbed.load(start, settings);
        ASSERT_EQ(undisturbed.step(), Outcome::complete);
        EXPECT_LT(largest_relative_displacement(undisturbed.snapshot(), simulation.snapshot()),
                  1e-13);
    }
}

TEST_F(GpuFault, IsNoReasonNotToGoOnWithTheProcessor) {
    for (const auto& [algorithm, sharing] : {std::pair{"gpu.shared", Sharing::none},
                                             {"gpu.symmetric", Sharing::none},
                                             {"gpu.symmetric", Sharing::threads}}) {
        Simulation simulation, undisturbed;
        simulation.load(plummer(1000), settings_of(algorithm, Precision::fp64, sharing));
        undisturbed.load(plummer(1000), settings_of("cpu.simd_threads"));
        for (int step = 0; step < 2; ++step) {
            ASSERT_EQ(simulation.step(), Outcome::complete);
            ASSERT_EQ(undisturbed.step(), Outcome::complete);
        }
        const System before = simulation.snapshot();
        {
            const CudaFault fault("integrate", cudaErrorLaunchFailure, CudaFault::Lasting::one_call,
                                  1);
            EXPECT_THROW(static_cast<void>(simulation.step()), Error) << algorithm;
        }
        simulation.apply(settings_of("cpu.simd_threads"));
        EXPECT_TRUE(same(simulation.snapshot(), before)) << algorithm;
        EXPECT_EQ(simulation.loss(), "") << "nothing was lost";
        ASSERT_EQ(simulation.step(), Outcome::complete);
        ASSERT_EQ(undisturbed.step(), Outcome::complete);
        EXPECT_LT(largest_relative_displacement(undisturbed.snapshot(), simulation.snapshot()),
                  1e-11)
            << algorithm;
    }
}

// A simulation on a GPU that takes steps, and what it looked like after each.
class GpuLost : public GpuFault {
protected:
    void SetUp() override {
        GpuFault::SetUp();
        if (!IsSkipped()) {
            simulation_.load(plummer(1000), settings_of("gpu.shared"));
            moments_.push_back(simulation_.snapshot());
        }
    }
    void step() {
        ASSERT_EQ(simulation_.step(), Outcome::complete);
        moments_.push_back(simulation_.snapshot());
    }
    void expect_to_go_on_from_one_of(std::uint64_t earliest, std::uint64_t latest) {
        EXPECT_FALSE(simulation_.state_device());
        const std::uint64_t steps = simulation_.steps();
        ASSERT_GE(steps, earliest);
        ASSERT_LE(steps, latest);
        EXPECT_TRUE(same(simulation_.snapshot(), moments_.at(steps)));
        EXPECT_EQ(simulation_.step(), Outcome::complete);
        EXPECT_EQ(simulation_.steps(), steps + 1);
        EXPECT_LT(largest_displacement(simulation_.snapshot(), moments_.at(steps)), 0.1);
    }

    Simulation simulation_;
    std::vector<System> moments_; // by the number of steps taken
};

TEST_F(GpuLost, TakesNoMoreThanTheTimeSinceTheLastCopy) {
    step();
    step();
    {
        const CudaFault lost("", cudaErrorDevicesUnavailable, CudaFault::Lasting::all_calls);
        EXPECT_THROW(static_cast<void>(simulation_.step()), Error);
        const double time = simulation_.time();
        // There is no other GPU to go to, and nothing changes by trying.
        EXPECT_THROW(simulation_.apply(settings_of("gpu.shared", Precision::fp32)), Error);
        EXPECT_EQ(simulation_.time(), time);
        EXPECT_EQ(simulation_.steps(), 2U);
        simulation_.apply(settings_of("cpu.simd_threads"));
    }
    EXPECT_NE(simulation_.loss().find("the GPU is lost"), std::string::npos) << simulation_.loss();
    EXPECT_NE(simulation_.loss().find(" step"), std::string::npos) << simulation_.loss();
    expect_to_go_on_from_one_of(0, 2);
    simulation_.apply(settings_of("cpu.simd"));
    EXPECT_EQ(simulation_.loss(), "") << "told once";
}

TEST_F(GpuLost, TakesLittleAsTheCopyIsRenewed) {
    step();
    step();
    std::this_thread::sleep_for(1100ms);
    step();                              // begins with a copy, unless a slow one was begun before
    std::this_thread::sleep_for(1000ms); // until it is here: the fault is to meet the move alone
    {
        const CudaFault fault("copying bodies from the GPU", cudaErrorDevicesUnavailable);
        simulation_.apply(settings_of("cpu.simd_threads"));
        EXPECT_TRUE(fault.has_struck());
    }
    EXPECT_NE(simulation_.loss(), "");
    expect_to_go_on_from_one_of(1, 3); // the load's copy is of none
}

} // namespace
} // namespace orrery
