// Derivatives in all their variants, against the formula in double and against the calculus.

#include "sim/lessons/stencil/stencil_variant.hpp"

#include "sim/base/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace orrery {
namespace {

// The derivative at a point by the formula, in double.
double derivative_at(const StencilProblem& problem, Axis axis, std::size_t point) {
    const std::size_t n = problem.cells;
    const std::size_t stride = axis == Axis::x ? 1 : axis == Axis::y ? n : n * n;
    const std::size_t along = point / stride % n;
    const std::size_t start = point - along * stride;
    double sum = 0;
    for (std::size_t k = 1; k <= stencil_reach; ++k) {
        const double behind = problem.field[start + (along + k) % n * stride];
        const double before = problem.field[start + (along + n - k) % n * stride];
        sum += stencil_coefficients[k - 1] * static_cast<double>(n) * (behind - before);
    }
    return sum;
}

// The largest difference over the largest derivative, of every so many points.
double largest_error(const StencilProblem& problem, Axis axis, const std::vector<float>& found,
                     std::size_t step) {
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < problem.size(); i += step) {
        const double truth = derivative_at(problem, axis, i);
        const double here = std::abs(truth - static_cast<double>(found[i]));
        difference = here <= difference ? difference : here; // also what is no number
        size = std::max(size, std::abs(truth));
    }
    return difference / size;
}

class StencilVariants : public testing::TestWithParam<std::string> {};

TEST_P(StencilVariants, GiveWhatTheFormulaGivesAlongEveryAxisOfCubesOfAnySize) {
    const StencilVariant& variant = find_stencil_variant(GetParam());
    if (const std::string reason = variant.unavailable(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    // The least, odd ones, those that end within a tile, a vector or a piece of a line, and ones
    // that fill them.
    for (const std::size_t cells : {8, 9, 33, 64, 67, 100}) {
        const StencilProblem problem = make_stencil_problem(cells);
        const auto run = variant.make(problem);
        for (const Axis axis : all_axes) {
            // The copy leaves something else where the derivative is to be.
            EXPECT_GT(run->copy(1), 0);
            EXPECT_GT(run->run(axis, 1), 0);
            const std::vector<float> found = run->derivative();
            ASSERT_EQ(found.size(), problem.size());
            EXPECT_LT(largest_error(problem, axis, found, 1), 1e-6)
                << cells << " cells, axis " << static_cast<int>(axis);
        }
    }
}

TEST_P(StencilVariants, GiveTheSameHoweverOftenTheyRunAndCopyTheField) {
    const StencilVariant& variant = find_stencil_variant(GetParam());
    if (const std::string reason = variant.unavailable(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    const StencilProblem problem = make_stencil_problem(40);
    const auto run = variant.make(problem);
    run->run(Axis::z, 1);
    const std::vector<float> once = run->derivative();
    run->run(Axis::x, 2);
    run->run(Axis::z, 3);
    EXPECT_EQ(run->derivative(), once);
    run->copy(2);
    EXPECT_EQ(run->derivative(), problem.field) << "the copy is one";
}

// More than one piece and more than one block of a line; 61 has no factor in common with the sizes,
// so that points of every row are looked at.
TEST_P(StencilVariants, GoAlongLinesThatAreLongerThanABlock) {
    const StencilVariant& variant = find_stencil_variant(GetParam());
    if (const std::string reason = variant.unavailable(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    for (const std::size_t cells : {260, 261}) {
        const StencilProblem problem = make_stencil_problem(cells);
        const auto run = variant.make(problem);
        for (const Axis axis : all_axes) {
            run->run(axis, 1);
            EXPECT_LT(largest_error(problem, axis, run->derivative(), 61), 1e-6)
                << cells << " cells, axis " << static_cast<int>(axis);
        }
    }
}

std::vector<std::string> stencil_ids() {
    std::vector<std::string> ids;
    for (const StencilVariant& variant : stencil_variants()) {
        ids.emplace_back(variant.id);
    }
    return ids;
}

INSTANTIATE_TEST_SUITE_P(Every, StencilVariants, testing::ValuesIn(stencil_ids()),
                         [](const auto& id) {
                             std::string name = id.param;
                             std::replace(name.begin(), name.end(), '.', '_');
                             return name;
                         });

// Halving the distance divides the error by 2^8.
TEST(Stencil, IsOfEighthOrder) {
    const auto error = [](double h) {
        double sum = 0;
        for (std::size_t k = 1; k <= stencil_reach; ++k) {
            const double at = static_cast<double>(k) * h;
            sum += stencil_coefficients[k - 1] / h * (std::sin(1 + at) - std::sin(1 - at));
        }
        return std::abs(sum - std::cos(1.0));
    };
    EXPECT_NEAR(std::log2(error(0.8) / error(0.4)), 8, 0.2);
}

// A wave's derivative, by the calculus; the noise of a problem's field is left out.
TEST(Stencil, DifferentiatesAWave) {
    StencilProblem problem = make_stencil_problem(32);
    const double turn = 2 * std::numbers::pi / 32;
    for (std::size_t i = 0; i < problem.size(); ++i) {
        problem.field[i] = static_cast<float>(std::sin(turn * static_cast<double>(i / 32 % 32)));
    }
    const auto run = find_stencil_variant("cpu.plain").make(problem);
    run->run(Axis::y, 1);
    const std::vector<float> found = run->derivative();
    for (std::size_t i = 0; i < problem.size(); ++i) {
        const double truth =
            2 * std::numbers::pi * std::cos(turn * static_cast<double>(i / 32 % 32));
        ASSERT_NEAR(found[i], truth, 2e-5) << i;
    }
}

TEST(Stencil, RefusesCubesThatAreTooSmallOrLarge) {
    EXPECT_THROW(make_stencil_problem(7), Error);
    EXPECT_THROW(make_stencil_problem(1025), Error);
    EXPECT_THROW(find_stencil_variant("cpu.plane"), Error);
}

} // namespace
} // namespace orrery
