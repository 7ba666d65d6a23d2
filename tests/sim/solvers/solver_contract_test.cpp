// What every algorithm of the list must do, run once for each of them: the promise of its
// SolverInfo.

#include "tests/sim/solvers/solver_testing.hpp"

#include "sim/error.hpp"
#include "sim/snapshot.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

namespace orrery {
namespace {

class SolverContract : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        if (!entry().unavailable.empty()) {
            GTEST_SKIP() << entry().unavailable;
        }
    }

    const SolverEntry& entry() const { return find_solver(GetParam()); }
    const SolverInfo& info() const { return entry().info; }

    template <class Real>
    double promise() const {
        return sizeof(Real) == sizeof(float) ? info().promised_error_fp32
                                             : info().promised_error_fp64;
    }

    template <class Real>
    Accelerations<Real> run(const Bodies<Real>& bodies, const ForceParameters& parameters,
                            Wanted wanted = {}) const {
        return computed(*entry().make(), bodies, parameters, wanted);
    }

    // The 99th percentile of the relative error stays within the promise, for each softening.
    template <class Real>
    void expect_promise_kept(std::size_t count) const {
        for (const double softening : {0.0, 0.01}) {
            const Bodies<Real> bodies = cloud<Real>(count, 7);
            const auto truth = direct_sum(converted<double>(bodies), softening);
            const auto result = run(bodies, {.softening = softening, .options = {}});
            EXPECT_LE(p99_error(result, truth), promise<Real>())
                << count << " bodies, softening " << softening;
        }
    }
};

TEST_P(SolverContract, KeepsItsPromiseForAnyNumberOfBodiesInFloat) {
    for (const std::size_t count : {2U, 3U, 31U, 32U, 33U, 64U, 65U, 1000U, 4097U}) {
        expect_promise_kept<float>(count);
    }
}

TEST_P(SolverContract, KeepsItsPromiseForAnyNumberOfBodiesInDouble) {
    if (!info().has_double) {
        GTEST_SKIP() << "computes in float only";
    }
    for (const std::size_t count : {2U, 3U, 31U, 32U, 33U, 1000U, 4097U}) {
        expect_promise_kept<double>(count);
    }
}

TEST_P(SolverContract, DoesNothingToNoBodiesAndLeavesOneAlone) {
    EXPECT_EQ(run(Bodies<float>(0), {}).acceleration.size(), 0U);
    for (const double softening : {0.0, 0.1}) {
        const Bodies<float> one = cloud<float>(1, 1);
        const auto result = run(one, {.softening = softening, .options = {}}, {.potential = true});
        EXPECT_EQ(result.acceleration.x[0], 0);
        EXPECT_EQ(result.acceleration.y[0], 0);
        EXPECT_EQ(result.acceleration.z[0], 0);
        EXPECT_EQ(result.potential[0], 0);
    }
}

TEST_P(SolverContract, PullsTwoBodiesEquallyAndOppositely) {
    Bodies<double> pair = cloud<double>(2, 3);
    pair.mass[0] = 3;
    pair.mass[1] = 5;
    const auto result = run(pair, {.softening = 0.1, .options = {}});
    const double scale = 3 * std::abs(result.acceleration.x[0]);
    EXPECT_NEAR(3 * result.acceleration.x[0], -5 * result.acceleration.x[1], 1e-12 * scale);
    EXPECT_NEAR(3 * result.acceleration.y[0], -5 * result.acceleration.y[1], 1e-12 * scale);
    EXPECT_NEAR(3 * result.acceleration.z[0], -5 * result.acceleration.z[1], 1e-12 * scale);
    EXPECT_NE(result.acceleration.x[0], 0);
}

TEST_P(SolverContract, ScalesWithTheGravitationalConstant) {
    const Bodies<double> bodies = cloud<double>(100, 5);
    const auto one = run(bodies, {.gravity = 1, .softening = 0.05, .options = {}});
    const auto small = run(bodies, {.gravity = 6.674e-11, .softening = 0.05, .options = {}});
    for (std::size_t i = 0; i < 100; ++i) {
        EXPECT_NEAR(small.acceleration.x[i] / 6.674e-11, one.acceleration.x[i],
                    1e-12 * std::abs(one.acceleration.x[i]));
    }
}

TEST_P(SolverContract, LetsBodiesAtOnePointExertNoForceOnEachOther) {
    for (const double softening : {0.0, 0.1}) {
        Bodies<float> bodies = cloud<float>(50, 11);
        for (std::size_t i = 0; i < 40; ++i) {
            bodies.position.x[i] = bodies.position.y[i] = bodies.position.z[i] = 0.25F;
        }
        const auto truth = direct_sum(converted<double>(bodies), softening);
        const auto result = run(bodies, {.softening = softening, .options = {}});
        EXPECT_LE(p99_error(result, truth), promise<float>());
    }
    Bodies<float> all_in_one(33);
    for (auto& mass : all_in_one.mass) {
        mass = 1;
    }
    const auto result = run(all_in_one, {});
    for (std::size_t i = 0; i < 33; ++i) {
        EXPECT_EQ(result.acceleration.x[i], 0);
    }
}

TEST_P(SolverContract, PullsMasslessBodiesWithoutBeingPulledByThem) {
    Bodies<float> bodies = cloud<float>(200, 13);
    for (std::size_t i = 1; i < 200; ++i) {
        bodies.mass[i] = 0;
    }
    const auto truth = direct_sum(converted<double>(bodies), 0);
    const auto result = run(bodies, {});
    EXPECT_EQ(result.acceleration.x[0], 0);
    EXPECT_LE(p99_error(result, truth, 1), promise<float>());
}

TEST_P(SolverContract, BearsAHugeRatioOfMasses) {
    Bodies<float> bodies = cloud<float>(100, 17);
    bodies.mass[0] = 1e12F;
    bodies.mass[1] = 1e-12F;
    const auto truth = direct_sum(converted<double>(bodies), 0.01);
    const auto result = run(bodies, {.softening = 0.01, .options = {}});
    EXPECT_LE(p99_error(result, truth, 1), 4 * promise<float>());
}

TEST_P(SolverContract, ComputesInUnitsOfMetresAndKilograms) {
    if (!info().has_double) {
        GTEST_SKIP() << "computes in float only";
    }
    // A galaxy in metres and kilograms: squared distances of 1e41 leave the range of float.
    Bodies<double> bodies = cloud<double>(64, 19);
    for (std::size_t i = 0; i < 64; ++i) {
        bodies.position.x[i] *= 3.1e20;
        bodies.position.y[i] *= 3.1e20;
        bodies.position.z[i] *= 3.1e20;
        bodies.mass[i] *= 2e41;
    }
    const auto truth = direct_sum(bodies, 1e18);
    const auto result = run(bodies, {.softening = 1e18, .options = {}});
    EXPECT_LE(p99_error(result, truth), promise<double>());
}

TEST_P(SolverContract, GivesThePotentialWhenAsked) {
    if (!info().has_potential) {
        GTEST_SKIP() << "has no potential";
    }
    for (const double softening : {0.0, 0.01, 1e-6}) {
        for (const std::size_t count : {2U, 65U, 1000U}) {
            const Bodies<double> bodies = cloud<double>(count, 23);
            const auto truth = direct_sum(bodies, softening);
            const auto result =
                run(bodies, {.softening = softening, .options = {}}, {.potential = true});
            for (std::size_t i = 0; i < count; ++i) {
                EXPECT_NEAR(result.potential[i], truth.potential[i],
                            1e-10 * std::abs(truth.potential[i]));
            }
            EXPECT_LE(p99_error(result, truth), promise<double>());
        }
    }
}

TEST_P(SolverContract, GivesTheJerkWhenAsked) {
    if (!info().has_jerk) {
        GTEST_SKIP() << "has no jerk";
    }
    for (const double softening : {0.0, 0.05}) {
        const Bodies<double> bodies = cloud<double>(129, 29);
        const auto truth = direct_sum(bodies, softening);
        const auto result = run(bodies, {.softening = softening, .options = {}}, {.jerk = true});
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const double scale = length(truth.jerk[i]);
            EXPECT_NEAR(result.jerk.x[i], truth.jerk[i].x, 1e-10 * scale);
            EXPECT_NEAR(result.jerk.y[i], truth.jerk[i].y, 1e-10 * scale);
            EXPECT_NEAR(result.jerk.z[i], truth.jerk[i].z, 1e-10 * scale);
        }
    }
}

TEST_P(SolverContract, ConservesMomentumAsFarAsItClaims) {
    const Bodies<float> bodies = cloud<float>(3000, 31);
    const auto result = run(bodies, {.softening = 0.01, .options = {}});
    double sum = 0;
    double scale = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const double force =
            static_cast<double>(bodies.mass[i]) * static_cast<double>(result.acceleration.x[i]);
        sum += force;
        scale += std::abs(force);
    }
    EXPECT_LT(std::abs(sum) / scale, info().conserves_momentum ? 1e-7 : 1e-5);
}

TEST_P(SolverContract, LeavesThePaddingOfItsResultsZero) {
    const Bodies<float> bodies = cloud<float>(33, 37);
    const auto result = run(bodies, {.softening = 0.01, .options = {}}, {.potential = true});
    for (std::size_t i = 33; i < result.acceleration.x.padded_size(); ++i) {
        EXPECT_EQ(result.acceleration.x.data()[i], 0);
        EXPECT_EQ(result.potential.data()[i], 0);
    }
}

TEST_P(SolverContract, GivesTheSameBitsHoweverManyThreads) {
    const Bodies<float> bodies = cloud<float>(2000, 41);
    const auto solver = entry().make();
    StepTimings timings;
    Accelerations<float> first(bodies.size());
    for (const int threads : {1, 2, 3, 7}) {
        Workers workers(threads);
        SolverContext context{{}, workers, timings};
        Accelerations<float> result(bodies.size());
        ASSERT_EQ(solve(*solver, view(bodies), result.view(), {.softening = 0.01, .options = {}},
                        context),
                  Outcome::complete);
        if (threads == 1) {
            first = std::move(result);
            continue;
        }
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            ASSERT_EQ(result.acceleration.x[i], first.acceleration.x[i]) << threads << " threads";
        }
    }
}

TEST_P(SolverContract, StopsWhenAskedAndIsRightTheNextTime) {
    const Bodies<float> bodies = cloud<float>(65'536, 43);
    const auto solver = entry().make();
    Workers workers;
    StepTimings timings;
    Accelerations<float> result(bodies.size());
    std::stop_source source;
    SolverContext context{source.get_token(), workers, timings};
    std::jthread stopper([&source] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        source.request_stop();
    });
    const Outcome outcome = solve(*solver, view(bodies), result.view(), {}, context);
    stopper.join();
    if (outcome == Outcome::complete) {
        // Faster than the request: then one that comes before the start.
        ASSERT_EQ(solve(*solver, view(bodies), result.view(), {}, context), Outcome::cancelled);
    }
    const Bodies<float> few = cloud<float>(500, 47);
    const auto truth = direct_sum(converted<double>(few), 0);
    EXPECT_LE(p99_error(computed(*solver, few, {}), truth), promise<float>());
}

TEST_P(SolverContract, ReportsABodyThatIsNowhere) {
    for (const float nowhere :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        Bodies<float> bodies = cloud<float>(40, 53);
        bodies.position.y[17] = nowhere;
        EXPECT_THROW(run(bodies, {.softening = 0.01, .options = {}}), Error);
    }
}

TEST_P(SolverContract, CountsItsInteractions) {
    const Bodies<float> bodies = cloud<float>(100, 59);
    const auto solver = entry().make();
    Workers workers;
    StepTimings timings;
    SolverContext context{{}, workers, timings};
    Accelerations<float> result(bodies.size());
    solve(*solver, view(bodies), result.view(), {.softening = 0.01, .options = {}}, context);
    EXPECT_EQ(timings.interactions, 100.0 * 99.0);
    EXPECT_FALSE(timings.phases.empty());
}

TEST_P(SolverContract, GivesOneAnswerForEveryChoiceOfItsOptions) {
    const Bodies<float> bodies = cloud<float>(1031, 61);
    const auto truth = direct_sum(converted<double>(bodies), 0.01);
    for (const SolverOption& option : info().options) {
        for (double value = option.minimum; value <= option.maximum; ++value) {
            ForceParameters parameters{.softening = 0.01, .options = {}};
            parameters.options[option.id] = value;
            EXPECT_LE(p99_error(run(bodies, parameters), truth), promise<float>())
                << option.id << " = " << value;
        }
    }
}

// The true forces on 1,000 bodies of a Plummer sphere of 16,384, as published beside it.
TEST_P(SolverContract, AgreesWithTheReferenceForcesOfAPlummerSphere) {
    ORRERY_REQUIRE_TEST_DATA(folder);
    const auto bodies = converted<float>(read_snapshot(*folder / "plummer_16384.tipsy").bodies);
    for (const bool softened : {false, true}) {
        const auto reference =
            read_reference(*folder / (softened ? "plummer_16384_forces_eps001.csv"
                                               : "plummer_16384_forces_eps0.csv"));
        ASSERT_EQ(reference.size(), 1000U);
        const auto result = run(bodies, {.softening = softened ? 0.01 : 0, .options = {}});
        std::vector<double> errors;
        for (const ReferenceForce& row : reference) {
            errors.push_back(relative_error(result, row.body, row.acceleration));
        }
        EXPECT_LE(percentile_99(errors), promise<float>())
            << (softened ? "softened" : "not softened");
    }
}

std::vector<std::string> every_solver() {
    std::vector<std::string> ids;
    for (const SolverEntry& entry : solvers()) {
        ids.emplace_back(entry.info.id);
    }
    return ids;
}

std::string test_name(const testing::TestParamInfo<std::string>& parameter) {
    std::string name = parameter.param;
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Every, SolverContract, testing::ValuesIn(every_solver()), test_name);

TEST(Solvers, AreDescribedCompletelyAndOnce) {
    std::vector<std::string> ids = every_solver();
    for (const SolverEntry& entry : solvers()) {
        EXPECT_NE(std::string(entry.info.title), "");
        EXPECT_NE(std::string(entry.info.idea), "");
        EXPECT_NE(std::string(entry.info.source), "");
        EXPECT_EQ(&find_solver(entry.info.id), &entry);
    }
    std::sort(ids.begin(), ids.end());
    EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
}

TEST(Solvers, SuggestTheNearestNameForAnUnknownOne) {
    try {
        find_solver("cpu.simd_thread");
        FAIL() << "found an algorithm that is not there";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::bad_input);
        EXPECT_NE(std::string(error.what()).find("cpu.simd_threads"), std::string::npos);
    }
}

} // namespace
} // namespace orrery
