// Preparing apart from evaluating: what is prepared once serves any number of evaluations, whatever
// becomes of them. Once for each solver in host memory; tests/gpu/gpu_prepare_test.cpp asks GPUs.

#include "tests/sim/solvers/solver_contract.hpp"

#include <algorithm>

namespace orrery {
namespace {

class SolverPrepare : public SolverContract {
protected:
    void SetUp() override {
        SolverContract::SetUp();
        if (!IsSkipped() && info().space != Space::host) {
            GTEST_SKIP() << "asked on the GPU";
        }
    }

    // Calls test(bodies, evaluated) in the solver's precision: evaluated(list, token) tells the
    // outcome and what was found for the bodies listed, all of them if none is.
    template <class Test>
    void prepared(std::size_t count, const Test& test) {
        precision() == Precision::fp32 ? prepared_in<float>(count, test)
                                       : prepared_in<double>(count, test);
    }

private:
    template <class Real, class Test>
    void prepared_in(std::size_t count, const Test& test) {
        const auto bodies = converted<Real>(cluster(count));
        const ForceParameters parameters = softened(0.05);
        Workers workers(2);
        StepTimings timings;
        Execution execution{{}, workers, timings};
        ASSERT_EQ(solver().prepare(ForceSources<Real>{view(bodies), parameters}, execution),
                  Outcome::complete);
        test([&](const std::vector<std::uint32_t>& list, std::stop_token stop) {
            Accelerations<Real> result(list.empty() ? count : list.size(), info().has_potential);
            Execution asked{std::move(stop), workers, timings};
            const ForceTargets<Real> targets =
                list.empty()
                    ? ForceRequest<Real>::among(view(bodies), result.view(), parameters)
                    : ForceRequest<Real>::on_listed(view(bodies), list, result.view(), parameters);
            const Outcome outcome = solver().evaluate(targets, asked);
            std::vector<double> found(result.acceleration.x.begin(), result.acceleration.x.end());
            found.insert(found.end(), result.potential.begin(), result.potential.end());
            return std::pair(outcome, found);
        });
    }
};

TEST_P(SolverPrepare, ServesTwoEvaluations) {
    prepared(1000, [](const auto& evaluated) {
        const auto [outcome, first] = evaluated({}, {});
        EXPECT_EQ(outcome, Outcome::complete);
        EXPECT_EQ(evaluated({}, {}).second, first);
    });
}

TEST_P(SolverPrepare, ServesAScatteredListAsTheWhole) {
    prepared(1000, [this](const auto& evaluated) {
        const std::vector<double> whole = evaluated({}, {}).second;
        std::vector<std::uint32_t> list;
        for (std::uint32_t i = 3; i < 1000; i += 11) {
            list.push_back(999 - i);
        }
        const std::vector<double> some = evaluated(list, {}).second;
        const auto largest = [&](std::size_t from) {
            return *std::max_element(whole.begin() + from, whole.begin() + from + 1000,
                                     [](double a, double b) { return std::abs(a) < std::abs(b); });
        };
        // A tree's groups are the same for both; direct sums may add in another order.
        const double rounding = !info().is_direct                ? 0
                                : precision() == Precision::fp32 ? 3e-6
                                                                 : 3e-14;
        for (std::size_t k = 0; k < list.size(); ++k) {
            EXPECT_NEAR(some[k], whole[list[k]], rounding * std::abs(largest(0))) << k;
            if (info().has_potential) {
                EXPECT_NEAR(some[list.size() + k], whole[1000 + list[k]],
                            rounding * std::abs(largest(1000)))
                    << k;
            }
        }
        EXPECT_EQ(evaluated({}, {}).second, whole);
    });
}

TEST_P(SolverPrepare, OutlivesACancelledEvaluation) {
    prepared(1000, [](const auto& evaluated) {
        std::stop_source stop;
        stop.request_stop();
        EXPECT_EQ(evaluated({}, stop.get_token()).first, Outcome::cancelled);
        const std::vector<double> after = evaluated({}, {}).second;
        EXPECT_EQ(evaluated({5, 3, 1}, stop.get_token()).first, Outcome::cancelled);
        EXPECT_EQ(evaluated({}, {}).second, after);
    });
}

INSTANTIATE_TEST_SUITE_P(Every, SolverPrepare, testing::ValuesIn(solver_variants()), variant_name);

} // namespace
} // namespace orrery
