#include "sim/scenes/random.hpp"
#include "tests/sim/scenes/scene_testing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace orrery {
namespace {

using Words = std::array<std::uint32_t, 4>;

// The known answers that come with Random123, the authors' own implementation.
TEST(Philox, GivesThePublishedAnswers) {
    EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
              (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    EXPECT_EQ(philox({~0U, ~0U, ~0U, ~0U}, {~0U, ~0U}),
              (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
              (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

constexpr std::size_t samples = 20000;

// One value from each of many bodies' streams, which must be as good as many from one.
template <class Draw>
std::vector<double> sorted_values(const Draw& draw) {
    std::vector<double> values;
    for (std::size_t body = 0; body < samples; ++body) {
        Random random(7, body);
        values.push_back(draw(random));
    }
    std::sort(values.begin(), values.end());
    return values;
}

TEST(Random, SpreadsUniformNumbersEvenlyInsideTheUnitInterval) {
    const auto values = sorted_values([](Random& random) { return random.uniform(); });
    EXPECT_GT(values.front(), 0);
    EXPECT_LT(values.back(), 1);
    EXPECT_LT(testing::largest_gap(values, [](double x) { return x; }),
              testing::gap_of_chance(samples));
}

TEST(Random, DrawsTheNormalDistributionFirstAndSecond) {
    const auto normal = [](double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); };
    const auto first = sorted_values([](Random& random) { return random.gaussian(); });
    const auto second = sorted_values([](Random& random) {
        random.gaussian();
        return random.gaussian();
    });
    EXPECT_LT(testing::largest_gap(first, normal), testing::gap_of_chance(samples));
    EXPECT_LT(testing::largest_gap(second, normal), testing::gap_of_chance(samples));
}

TEST(Random, PointsEquallyInAllDirections) {
    const auto linear = [](double x) { return (x + 1) / 2; };
    const auto x = sorted_values([](Random& random) { return random.direction().x; });
    const auto y = sorted_values([](Random& random) { return random.direction().y; });
    const auto z = sorted_values([](Random& random) { return random.direction().z; });
    for (const auto& values : {x, y, z}) {
        EXPECT_LT(testing::largest_gap(values, linear), testing::gap_of_chance(samples));
    }
    Random random(7, 1);
    for (int i = 0; i < 100; ++i) {
        EXPECT_NEAR(length(random.direction()), 1, 1e-15);
    }
}

TEST(Random, DiffersBetweenSeedsAndBodies) {
    const double number = Random(1, 1).uniform();
    EXPECT_EQ(Random(1, 1).uniform(), number);
    EXPECT_NE(Random(2, 1).uniform(), number);
    EXPECT_NE(Random(1, 2).uniform(), number);
    EXPECT_NE(Random(1ULL << 32 | 1, 1).uniform(), number);
    EXPECT_NE(Random(1, 1ULL << 32 | 1).uniform(), number);
}

} // namespace
} // namespace orrery
