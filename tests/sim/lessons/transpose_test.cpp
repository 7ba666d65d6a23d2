// Transposes in all their variants, against the definition.

#include "sim/lessons/transpose/transpose_variant.hpp"

#include "sim/base/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery {
namespace {

// Entries that are not where the definition has them.
std::size_t misplaced(const TransposeProblem& problem, const std::vector<float>& found) {
    const auto [planes, rows, columns] = problem.shape;
    std::size_t count = 0;
    for (std::size_t plane = 0; plane < planes; ++plane) {
        for (std::size_t row = 0; row < rows; ++row) {
            for (std::size_t column = 0; column < columns; ++column) {
                const std::size_t start = plane * rows * columns;
                count += found[start + column * rows + row] !=
                         problem.matrices[start + row * columns + column];
            }
        }
    }
    return count;
}

class TransposeVariants : public testing::TestWithParam<std::string> {};

TEST_P(TransposeVariants, PutEveryEntryIntoItsPlaceInMatricesOfAnyShape) {
    const TransposeVariant& variant = find_transpose_variant(GetParam());
    if (const std::string reason = variant.unavailable(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    const TransposeShape shapes[] = {
        {1, 1, 1},     {1, 1, 1000},  {1, 1000, 1},  {1, 33, 33},  {1, 64, 64},  {1, 100, 100},
        {1, 33, 100},  {1, 100, 33},  {1, 4, 300},   {1, 300, 4},  {1, 68, 132}, {1, 512, 256},
        {3, 33, 65},   {5, 64, 32},   {7, 100, 36},  {64, 64, 64}, {100, 7, 5},  {33, 33, 33},
        {1, 65535, 3}, {1, 3, 65535}, {1, 65532, 4}, {65535, 2, 2}};
    for (const TransposeShape& shape : shapes) {
        const TransposeProblem problem = make_transpose_problem(shape);
        const auto run = variant.make(problem);
        for (const int passes : {1, 2}) {
            EXPECT_GT(run->run(passes), 0);
            const std::vector<float> found = run->result();
            ASSERT_EQ(found.size(), shape.size());
            if (variant.transposes) {
                EXPECT_EQ(misplaced(problem, found), 0U)
                    << shape.planes << " of " << shape.rows << " x " << shape.columns;
            } else {
                EXPECT_EQ(found, problem.matrices);
            }
        }
        EXPECT_GT(run->copy(1), 0);
        EXPECT_EQ(run->result(), problem.matrices) << "the copy is one";
    }
}

std::vector<std::string> transpose_ids() {
    std::vector<std::string> ids;
    for (const TransposeVariant& variant : transpose_variants()) {
        ids.emplace_back(variant.id);
    }
    return ids;
}

INSTANTIATE_TEST_SUITE_P(Every, TransposeVariants, testing::ValuesIn(transpose_ids()),
                         [](const auto& id) {
                             std::string name = id.param;
                             std::replace(name.begin(), name.end(), '.', '_');
                             return name;
                         });

TEST(Transpose, RefusesMatricesWithoutEntriesAndTooLargeOnes) {
    EXPECT_THROW(make_transpose_problem({1, 0, 5}), Error);
    EXPECT_THROW(make_transpose_problem({0, 5, 5}), Error);
    EXPECT_THROW(make_transpose_problem({1, 65536, 1}), Error);
    EXPECT_THROW(make_transpose_problem({2, 32768, 32768}), Error);
    EXPECT_THROW(find_transpose_variant("cpu.blockd"), Error);
}

} // namespace
} // namespace orrery
