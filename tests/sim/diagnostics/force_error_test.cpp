#include "sim/diagnostics/diagnostics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

TEST(SampleBodies, AreDistinctInOrderAndOneFromEachStretch) {
    const auto sample = sample_bodies(1'000'000, 1000, 7);
    ASSERT_EQ(sample.size(), 1000U);
    for (std::size_t k = 0; k < sample.size(); ++k) {
        EXPECT_GE(sample[k], k * 1000);
        EXPECT_LT(sample[k], (k + 1) * 1000);
    }
    EXPECT_EQ(sample_bodies(1'000'000, 1000, 7), sample);
    EXPECT_NE(sample_bodies(1'000'000, 1000, 8), sample);
}

TEST(SampleBodies, AreAllOfThemWhenThereAreFewer) {
    EXPECT_EQ(sample_bodies(3, 1000, 1), (std::vector<std::size_t>{0, 1, 2}));
    EXPECT_TRUE(sample_bodies(0, 10, 1).empty());
    EXPECT_TRUE(sample_bodies(10, 0, 1).empty());
}

TEST(ForceError, IsTheDistributionOfRelativeErrors) {
    // Errors of 1/1000, 2/1000 … 1 of forces that point in all directions.
    std::vector<Vector3> truth;
    std::vector<Vector3> computed;
    for (int i = 1000; i >= 1; --i) {
        const Vector3 force{std::cos(i) * i, std::sin(i) * i, 0};
        const Vector3 sideways{-force.y, force.x, 0};
        truth.push_back(force);
        computed.push_back(force + i / 1000.0 * sideways);
    }
    const ForceError error = force_error(computed, truth);
    EXPECT_EQ(error.samples, 1000U);
    EXPECT_NEAR(error.median, 0.5, 1e-12);
    EXPECT_NEAR(error.p99, 0.99, 1e-12);
    EXPECT_NEAR(error.maximum, 1, 1e-12);
}

TEST(ForceError, OfABodyThatNothingPullsIsZeroOrInfinite) {
    const std::vector<Vector3> none = {{}};
    const std::vector<Vector3> some = {{1e-30, 0, 0}};
    EXPECT_EQ(force_error(none, none).maximum, 0);
    EXPECT_TRUE(std::isinf(force_error(some, none).maximum));
}

TEST(ForceError, OfNoSamplesIsZero) {
    const ForceError error = force_error({}, {});
    EXPECT_EQ(error.samples, 0U);
    EXPECT_EQ(error.maximum, 0);
}

} // namespace
} // namespace orrery
