// How every registered solver must behave beside computing the right forces: once for each of them
// and each of its precisions.

#include "tests/sim/solvers/solver_contract.hpp"

#include "sim/device_state.hpp"
#include "sim/diagnostics/diagnostics.hpp"
#include "sim/error.hpp"

#include <oneapi/tbb/global_control.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

namespace orrery {
namespace {

using SolverConduct = SolverContract;

TEST_P(SolverConduct, StopsInTheMiddleWhenAskedToAndWorksAgainAfterwards) {
    // Minutes of work for one thread; ten seconds for the fastest there, one for the fastest GPU.
    // A tree has to open nearly all of its cells to take as long.
    const Bodies<double> many = cluster(info().space == Space::host ? 300'000 : 2'000'000);
    ForceParameters slow;
    if (!is_direct()) {
        for (const SolverOption& option : info().options) {
            slow.options[option.id] = option.minimum;
        }
    }
    std::stop_source stop;
    const std::jthread stopper([&stop] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        stop.request_stop();
    });
    EXPECT_EQ(run_until(stop.get_token(), many, slow).outcome, Outcome::cancelled);
    expect_promise_kept(cluster(100));
}

TEST_P(SolverConduct, DoesNotStartWhenAlreadyAskedToStop) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(run_until(stop.get_token(), cluster(100)).outcome, Outcome::cancelled);
}

TEST_P(SolverConduct, ReportsANumberThatIsNone) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const std::size_t count : {1U, 2U, 33U}) {
        for (const double none : {nan, infinity}) {
            Bodies<double> misplaced = cluster(count);
            misplaced.position.y[count / 2] = none;
            EXPECT_THROW(run(misplaced), Error);
            Bodies<double> misweighed = cluster(count);
            misweighed.mass[count / 2] = none;
            EXPECT_THROW(run(misweighed), Error);
        }
    }
}

TEST_P(SolverConduct, DoesNotHideAPositionThatIsNoNumber) {
    // Past solve(), which looks at the input too.
    const auto hidden = [&]<class Real>(Real nan, double softening) {
        Bodies<Real> bodies = converted<Real>(cluster(33));
        bodies.position.z[20] = nan;
        Accelerations<Real> result(bodies.size());
        Workers workers(1);
        StepTimings timings;
        SolverContext context{{}, workers, timings};
        const auto outcome =
            info().space == Space::host
                ? solver().accelerations(view(bodies), result.view(), softened(softening), context)
                : solve_on_device(solver(), view(bodies), result.view(), softened(softening),
                                  context);
        EXPECT_EQ(outcome, Outcome::complete);
        return std::isfinite(result.acceleration.x[20]) || std::isfinite(result.acceleration.x[3]);
    };
    for (const double softening : {0.0, 0.1}) {
        if (precision() == Precision::fp32) {
            EXPECT_FALSE(hidden(std::numeric_limits<float>::quiet_NaN(), softening));
        } else {
            EXPECT_FALSE(hidden(std::numeric_limits<double>::quiet_NaN(), softening));
        }
    }
}

TEST_P(SolverConduct, GivesTheSameWhateverTheNumberOfThreads) {
    if (info().space != Space::host) {
        GTEST_SKIP() << "does not compute on the processor's threads";
    }
    // Not only as many as there are cores.
    const oneapi::tbb::global_control allowed(oneapi::tbb::global_control::max_allowed_parallelism,
                                              8);
    const Bodies<double> bodies = cluster(4097);
    const ForceParameters parameters = softened(0.01);
    const auto by_one = run(bodies, parameters, everything(), 1).forces;
    for (const int threads : {2, 3, 8}) {
        const auto by_several = run(bodies, parameters, everything(), threads).forces;
        std::size_t different = 0;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const Vector3 difference = by_several.acceleration[i] - by_one.acceleration[i];
            different += length(difference) != 0 ? 1U : 0U;
        }
        EXPECT_EQ(different, 0U) << threads << " threads";
        EXPECT_EQ(by_several.potential, by_one.potential) << threads << " threads";
    }
}

TEST_P(SolverConduct, FollowsTheBodiesFromSizeToSizeAndBack) {
    const ForceParameters parameters = softened(0.02);
    for (const std::size_t count : {100U, 33U, 1000U, 0U, 33U}) {
        expect_promise_kept(cluster(count), parameters);
        if (info().has_double) {
            run_solver(solver(), Precision::fp64, cluster(count), parameters);
        }
        run_solver(solver(), Precision::fp32, cluster(count), parameters);
    }
}

TEST_P(SolverConduct, LeavesThePaddingOfResultsZero) {
    const auto padding_touched = [&]<class Real>(Real) {
        const Bodies<Real> bodies = converted<Real>(cluster(33));
        Accelerations<Real> result(bodies.size(), info().has_potential, info().has_jerk);
        Workers workers(1);
        StepTimings timings;
        SolverContext context{{}, workers, timings};
        EXPECT_EQ(solve(solver(), view(bodies), result.view(), {}, context), Outcome::complete);
        bool touched = false;
        for (const HostArray<Real>* array :
             {&result.acceleration.x, &result.acceleration.y, &result.acceleration.z,
              &result.potential, &result.jerk.x, &result.jerk.y, &result.jerk.z}) {
            for (std::size_t i = array->size(); i < array->padded_size(); ++i) {
                touched = touched || (*array)[i] != 0;
            }
        }
        return touched;
    };
    EXPECT_FALSE(precision() == Precision::fp32 ? padding_touched(0.0F) : padding_touched(0.0));
}

TEST_P(SolverConduct, ReportsWhereItsTimeWentAndWhatItDid) {
    const SolverRun result = run(cluster(500));
    if (is_direct()) {
        EXPECT_EQ(result.timings.interactions, 500.0 * 499.0);
        EXPECT_EQ(run(cluster(0)).timings.interactions, 0);
    }
    ASSERT_FALSE(result.timings.phases.empty());
    for (const StepTimings::Phase& phase : result.timings.phases) {
        EXPECT_GE(phase.milliseconds, 0) << phase.name;
    }
}

TEST_P(SolverConduct, HoldsFewBytesABodyInFloat) {
    if (precision() != Precision::fp32 || info().space != Space::host) {
        GTEST_SKIP() << "the budget is the host's, in float";
    }
    const std::size_t count = 4096;
    const std::size_t most = is_direct() ? 16 : 160; // sorted bodies and what is made of them
    run(cluster(count));
    EXPECT_LE(solver().scratch_bytes(), most * count);
}

TEST_P(SolverConduct, KeepsItsPromiseWhateverIsChosen) {
    for (const SolverOption& option : info().options) {
        for (std::size_t choice = 0; choice < option.choices.size(); ++choice) {
            SCOPED_TRACE(std::string(option.id) + "=" + option.choices[choice]);
            for (const double softening : {0.0, 0.02}) {
                ForceParameters parameters = softened(softening);
                parameters.options[option.id] = static_cast<double>(choice);
                for (const std::size_t count : {3U, 33U, 1000U}) {
                    expect_promise_kept(cluster(count), parameters);
                    expect_promise_kept(cluster(count), parameters, everything());
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Every, SolverConduct, testing::ValuesIn(solver_variants()), variant_name);

} // namespace
} // namespace orrery
