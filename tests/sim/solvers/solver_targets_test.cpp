// Sources and targets apart: what every registered solver must answer beside how all bodies pull on
// each other. Once for each solver and each of its precisions.

#include "tests/sim/solvers/solver_contract.hpp"

#include <cmath>
#include <utility>

namespace orrery {
namespace {

class SolverTargets : public SolverContract {
protected:
    WantedForces all() const { return {info().has_potential, info().has_jerk}; }

    void expect_true_on_others(const Bodies<double>& sources, const Bodies<double>& others,
                               const ForceParameters& asked) {
        const ForceParameters parameters = promised(asked, sources, &others);
        SCOPED_TRACE(std::to_string(sources.size()) + " sources, " + std::to_string(others.size()) +
                     " targets");
        const SolverRun result = run_on({.others = &others}, sources, parameters, all());
        ASSERT_EQ(result.outcome, Outcome::complete);
        if (info().is_direct) {
            EXPECT_EQ(result.timings.interactions,
                      static_cast<double>(sources.size()) * static_cast<double>(others.size()));
        }
        const PlainSum truth =
            plain_sum_at(rounded(others, precision()), rounded(sources, precision()), parameters);
        expect_promise_kept(result.forces, all_of(others.size()), truth, parameters, all());
    }
};

// As many, in a cloud of their own beside the cluster's.
Bodies<double> strangers(std::size_t count) {
    Bodies<double> bodies = cluster(count, 7);
    for (double& x : bodies.position.x) {
        x += 0.5;
    }
    return bodies;
}

// Around the sizes of vectors, warps and tiles on both sides.
constexpr std::pair<std::size_t, std::size_t> sides[] = {
    {1, 1},   {1, 33},    {2, 3},     {3, 2},     {31, 33},
    {33, 31}, {32, 1000}, {1000, 32}, {4097, 65}, {65, 4097}};

TEST_P(SolverTargets, AreOtherBodies) {
    for (const auto& [sources, others] : sides) {
        for (const double softening : {0.0, 0.01}) {
            expect_true_on_others(cluster(sources), strangers(others), softened(softening, 1.5));
        }
    }
}

// Nothing but a request may say that a target is one of the sources.
TEST_P(SolverTargets, AreOthersEvenWhereTheyLieOnASource) {
    const Bodies<double> sources = cluster(100);
    for (const double softening : {0.0, 0.3}) {
        expect_true_on_others(sources, sources, softened(softening));
    }
}

TEST_P(SolverTargets, AreARangeOfTheSources) {
    const Bodies<double> bodies = cluster(4097);
    const std::pair<std::size_t, std::size_t> ranges[] = {
        {0, 1}, {4096, 4097}, {1, 4}, {31, 65}, {13, 1013}, {0, 4096}, {4032, 4097}};
    for (const auto& [first, end] : ranges) {
        SCOPED_TRACE(std::to_string(first) + " to " + std::to_string(end));
        for (const double softening : {0.0, 0.1}) {
            const ForceParameters parameters = promised(softened(softening), bodies);
            const SolverRun result =
                run_on({.first = first, .end = end}, bodies, parameters, all());
            ASSERT_EQ(result.outcome, Outcome::complete);
            if (info().is_direct) {
                EXPECT_EQ(result.timings.interactions, static_cast<double>(end - first) * 4096);
            }
            std::vector<std::size_t> places, entries;
            for (std::size_t i = first; i < end; i += i + 14 < end ? 13 : 1) {
                places.push_back(i);
                entries.push_back(i - first);
            }
            const PlainSum truth = plain_sum(rounded(bodies, precision()), places, parameters);
            expect_promise_kept(result.forces, entries, truth, parameters, all());
        }
    }
}

// Every `step`-th body, in no order.
std::vector<std::uint32_t> scattered(std::size_t count, std::uint32_t step) {
    std::vector<std::uint32_t> list;
    for (std::uint32_t i = 0; i < count; i += step) {
        list.push_back(i);
    }
    for (std::size_t k = 0; k + 1 < list.size(); k += 3) {
        std::swap(list[k], list[list.size() - 1 - k]);
    }
    return list;
}

TEST_P(SolverTargets, AreAListOfTheSources) {
    Bodies<double> bodies = cluster(4097);
    bodies.mass[7] *= 1e4; // whose own potential would be all there is
    for (const std::vector<std::uint32_t>& list : {std::vector<std::uint32_t>{0},
                                                   {4096},
                                                   {7, 6, 5},
                                                   scattered(4097, 7),
                                                   scattered(4097, 1)}) {
        SCOPED_TRACE(std::to_string(list.size()) + " listed");
        for (const double softening : {0.0, 1e-3}) {
            const ForceParameters parameters = promised(softened(softening), bodies);
            const SolverRun result = run_on({.list = list}, bodies, parameters, all());
            ASSERT_EQ(result.outcome, Outcome::complete);
            if (info().is_direct) {
                EXPECT_EQ(result.timings.interactions, static_cast<double>(list.size()) * 4096);
            }
            std::vector<std::size_t> places, entries;
            for (std::size_t k = 0; k < list.size(); k += k + 14 < list.size() ? 13 : 1) {
                places.push_back(list[k]);
                entries.push_back(k);
            }
            const PlainSum truth = plain_sum(rounded(bodies, precision()), places, parameters);
            expect_promise_kept(result.forces, entries, truth, parameters, all());
        }
    }
}

TEST_P(SolverTargets, MayBeNoneAndSoMaySources) {
    const Bodies<double> none(0), some = cluster(33);
    const SolverRun nobody = run_on({.others = &none}, some, softened(0.1), all());
    EXPECT_EQ(nobody.outcome, Outcome::complete);
    EXPECT_EQ(nobody.timings.interactions, 0);
    const SolverRun empty_range = run_on({.first = 7, .end = 7}, some, softened(0.1), all());
    EXPECT_EQ(empty_range.outcome, Outcome::complete);
    EXPECT_EQ(empty_range.timings.interactions, 0);
    for (const std::optional<double> before : {std::optional<double>(), std::optional(2.5)}) {
        const SolverRun unpulled =
            run_on({.others = &some, .before = before}, none, softened(0.1), all());
        EXPECT_EQ(unpulled.timings.interactions, 0);
        for (std::size_t i = 0; i < some.size(); ++i) {
            EXPECT_EQ(unpulled.forces.acceleration[i].x, before.value_or(0)) << i;
            EXPECT_EQ(unpulled.forces.acceleration[i].z, before.value_or(0)) << i;
            if (info().has_potential) {
                EXPECT_EQ(unpulled.forces.potential[i], before.value_or(0)) << i;
            }
            if (info().has_jerk) {
                EXPECT_EQ(unpulled.forces.jerk[i].y, before.value_or(0)) << i;
            }
        }
    }
}

TEST_P(SolverTargets, HaveWhatIsAddedToTheirResultsBesideWhatWasThere) {
    constexpr double before = 8; // much the same size, or adding would round the sums away
    const Bodies<double> bodies = cluster(1000);
    const Bodies<double> others = strangers(1000);
    const ForceParameters parameters = softened(0.05);
    for (Pulled pulled : {Pulled{}, Pulled{.first = 100, .end = 333}, Pulled{.others = &others},
                          Pulled{.list = scattered(1000, 3)}}) {
        const Forces set = run_on(pulled, bodies, parameters, all()).forces;
        pulled.before = before;
        const Forces added = run_on(pulled, bodies, parameters, all()).forces;
        // Domains of several GPUs change from one evaluation to the next, and with them what is
        // taken together.
        const bool by_domains = GetParam().sharing != Sharing::none && !info().is_direct;
        const double rounding = by_domains                       ? promised_error()
                                : precision() == Precision::fp32 ? 2e-6
                                                                 : 1e-14;
        for (std::size_t i = 0; i < set.acceleration.size(); ++i) {
            const Vector3 there{before, before, before};
            EXPECT_LE(length(added.acceleration[i] - there - set.acceleration[i]),
                      rounding * (before + length(set.acceleration[i])));
            if (info().has_potential) {
                EXPECT_NEAR(added.potential[i] - before, set.potential[i],
                            rounding * (before - set.potential[i]));
            }
            if (info().has_jerk) {
                EXPECT_LE(length(added.jerk[i] - there - set.jerk[i]),
                          rounding * (before + length(set.jerk[i])));
            }
        }
    }
}

// As the shares of several machines do.
TEST_P(SolverTargets, OfPartsMakeTheWhole) {
    const Bodies<double> bodies = cluster(1000);
    const ForceParameters parameters = promised(softened(0.05), bodies);
    const auto whole = run(bodies, parameters, all());
    const PlainSum truth =
        plain_sum(rounded(bodies, precision()), all_of(bodies.size()), parameters);
    double interactions = 0;
    for (const auto& [first, end] : {std::pair(0, 377), std::pair(377, 1000)}) {
        const auto part = run_on({.first = std::size_t(first), .end = std::size_t(end)}, bodies,
                                 parameters, all());
        interactions += part.timings.interactions;
        for (int i = first; i < end; ++i) {
            const Vector3 expected = whole.forces.acceleration[std::size_t(i)];
            const Vector3 found = part.forces.acceleration[std::size_t(i - first)];
            EXPECT_LE(length(found - expected),
                      2 * promised_error() * truth.scales.acceleration[std::size_t(i)])
                << i;
        }
    }
    if (info().is_direct) {
        EXPECT_EQ(interactions, whole.timings.interactions);
    }
}

TEST_P(SolverTargets, CountForEachWhatPulledOnIt) {
    if (!info().counts_interactions) {
        return; // each target meets all sources
    }
    const Bodies<double> bodies = cluster(1000);
    const Bodies<double> others = strangers(333);
    for (const Pulled& pulled : {Pulled{.first = 100, .end = 333}, Pulled{.others = &others},
                                 Pulled{.list = scattered(1000, 3)}}) {
        const SolverRun result =
            run_on(pulled, bodies, softened(0.01), {.potential = true, .interactions = true});
        double sum = 0;
        for (const float interactions : result.interactions) {
            EXPECT_GE(interactions, 1);
            sum += double{interactions};
        }
        EXPECT_EQ(sum, result.timings.interactions);
    }
}

INSTANTIATE_TEST_SUITE_P(Every, SolverTargets, testing::ValuesIn(solver_variants()), variant_name);

} // namespace
} // namespace orrery
