// Translations in all their variants, against the definition in double.

#include "sim/lessons/m2l/m2l_variant.hpp"

#include "sim/base/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace orrery {
namespace {

// l_0 ... of one cell by the definition, in double.
std::vector<std::complex<double>> local_expansion(const TranslationProblem& problem,
                                                  std::size_t cell) {
    const auto order = static_cast<std::size_t>(problem.order);
    std::vector<std::complex<double>> local(order);
    const std::size_t first = cell * TranslationProblem::sources_of_cell;
    for (std::size_t i = first; i < first + TranslationProblem::sources_of_cell; ++i) {
        const std::complex<double> w = 1.0 / std::complex<double>(problem.distance[i]);
        const std::complex<float>* const m = &problem.multipoles[problem.sources[i] * order];
        std::complex<double> outer = w; // (-1)^n d^-(n+1)
        for (std::size_t n = 0; n < order; ++n) {
            std::complex<double> inner = outer;
            double binomial = 1; // C(n+k, k)
            for (std::size_t k = 0; k < order; ++k) {
                local[n] += binomial * inner * std::complex<double>(m[k]);
                inner *= w;
                binomial *= static_cast<double>(n + k + 1) / static_cast<double>(k + 1);
            }
            outer *= -w;
        }
    }
    return local;
}

// The largest difference over the largest coefficient of the same degree anywhere: coefficients of
// one degree are of one size.
double largest_difference(const TranslationProblem& problem,
                          const std::vector<std::complex<float>>& locals) {
    const auto order = static_cast<std::size_t>(problem.order);
    std::vector<double> difference(order), size(order);
    for (std::size_t cell = 0; cell < problem.cells; ++cell) {
        const auto truth = local_expansion(problem, cell);
        for (std::size_t n = 0; n < order; ++n) {
            const std::complex<double> found(locals[cell * order + n]);
            difference[n] = std::max(difference[n], std::abs(found - truth[n]));
            size[n] = std::max(size[n], std::abs(truth[n]));
        }
    }
    double largest = 0;
    for (std::size_t n = 0; n < order; ++n) {
        largest = std::max(largest, difference[n] / size[n]);
    }
    return largest;
}

TEST(TranslationProblem, HasTwentySevenSourcesForEveryCellOfALevel) {
    EXPECT_EQ(make_translation_problem(8, 3).translations(), 2160U);
    EXPECT_EQ(make_translation_problem(8, 5).translations(), 36'720U);
}

TEST(TranslationProblem, LeavesOutCellsThatTouch) {
    const TranslationProblem problem = make_translation_problem(8, 4);
    for (const std::complex<float>& d : problem.distance) {
        EXPECT_GE(std::max(std::abs(d.real()), std::abs(d.imag())), 2);
        EXPECT_LE(std::max(std::abs(d.real()), std::abs(d.imag())), 3);
    }
}

// A target cell's local expansion, against the multipoles themselves.
TEST(TranslationProblem, TurnsMultipolesIntoWhatIsFeltInTheTargetCell) {
    constexpr int order = 16;
    const TranslationProblem problem = make_translation_problem(order, 3);
    constexpr std::size_t cell = 33;
    const std::complex<double> z(0.2, -0.3); // from the target's centre
    std::complex<double> by_local = 0;
    std::complex<double> power = 1;
    for (const std::complex<double>& l : local_expansion(problem, cell)) {
        by_local += l * power;
        power *= z;
    }
    std::complex<double> by_multipoles = 0;
    for (std::size_t i = 27 * cell; i < 27 * (cell + 1); ++i) {
        const std::complex<double> w = 1.0 / (z + std::complex<double>(problem.distance[i]));
        std::complex<double> falling = w;
        for (int k = 0; k < order; ++k) {
            const std::size_t at = problem.sources[i] * order + static_cast<std::size_t>(k);
            by_multipoles += falling * std::complex<double>(problem.multipoles[at]);
            falling *= w;
        }
    }
    EXPECT_LT(std::abs(by_local - by_multipoles), 1e-6 * std::abs(by_multipoles));
}

class M2lVariants : public testing::TestWithParam<std::string> {};

TEST_P(M2lVariants, GiveWhatTheDefinitionGives) {
    const M2lVariant& variant = find_m2l_variant(GetParam());
    if (const std::string reason = variant.unavailable(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    for (const int order : m2l_orders()) {
        const TranslationProblem problem = make_translation_problem(order, 4);
        const auto run = variant.make(problem);
        for (const int passes : {1, 3}) {
            EXPECT_GT(run->run(passes), 0);
            EXPECT_LT(largest_difference(problem, run->locals()), 2e-5)
                << "order " << order << ", " << passes << " passes";
        }
    }
}

// Two steps leave the sums that one after the other gives; where sums are made with the
// translations there is one.
TEST_P(M2lVariants, HaveTwoStepsOnlyWhereSumsAreMadeAfterwards) {
    const M2lVariant& variant = find_m2l_variant(GetParam());
    if (const std::string reason = variant.unavailable(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    const std::set<std::string> in_one{"cpu.scaled", "gpu.fused", "gpu.scaled"};
    const TranslationProblem problem = make_translation_problem(12, 4);
    const auto run = variant.make(problem);
    if (in_one.contains(GetParam())) {
        EXPECT_FALSE(run->run_steps(1).has_value());
        return;
    }
    const std::optional<M2lSteps> steps = run->run_steps(2);
    ASSERT_TRUE(steps.has_value());
    EXPECT_GT(steps->translation, 0);
    EXPECT_GT(steps->reduction, 0);
    EXPECT_LT(largest_difference(problem, run->locals()), 2e-5);
}

std::vector<std::string> variant_ids() {
    std::vector<std::string> ids;
    for (const M2lVariant& variant : m2l_variants()) {
        ids.emplace_back(variant.id);
    }
    return ids;
}

INSTANTIATE_TEST_SUITE_P(Every, M2lVariants, testing::ValuesIn(variant_ids()), [](const auto& id) {
    std::string name = id.param;
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
});

TEST(M2lVariant, IsFoundByItsName) {
    EXPECT_STREQ(find_m2l_variant("cpu.scaled").id, "cpu.scaled");
    EXPECT_THROW(find_m2l_variant("cpu.scald"), Error);
}

} // namespace
} // namespace orrery
