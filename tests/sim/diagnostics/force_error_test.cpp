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

TEST(ForceError, InABoxIsRelativeToTheRootMeanSquareAtLeast) {
    const std::vector<Vector3> truth{{3, 0, 0}, {0, 1e-9, 0}, {0, 0, 4}, {}};
    const std::vector<Vector3> computed{{3, 0, 0}, {0, 0.1, 0}, {0, 0, 4.4}, {}};
    const ForceError found = force_error(computed, truth, {{1, 1, 1}});
    EXPECT_NEAR(found.maximum, 0.1, 1e-12) << "of the strongest, relative to itself";
    EXPECT_EQ(found.median, 0);
    const std::vector<Vector3> one_off{{3, 0, 0}, {0, 0.1, 0}, {0, 0, 4}, {}};
    EXPECT_NEAR(force_error(one_off, truth, {{1, 1, 1}}).maximum, 0.1 / 2.5, 1e-9);
    EXPECT_GT(force_error(one_off, truth).maximum, 1e7) << "in open space to its own";
}

TEST(PotentialError, IsRelativeToThePotential) {
    const std::vector<double> truth{-2, -4, 0};
    const std::vector<double> computed{-2.002, -4, 0};
    const ForceError error = potential_error(computed, truth);
    EXPECT_EQ(error.median, 0);
    EXPECT_NEAR(error.maximum, 1e-3, 1e-12);
}

// Tight clusters far from the origin, as in a file of doubles.
Bodies<double> tight_clusters(double place, double size) {
    Bodies<double> bodies(400);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const double angle = 2.4 * static_cast<double>(i);
        const double distance = size * std::sqrt(static_cast<double>(i + 1) / 400);
        bodies.position.x[i] = (i % 2 == 0 ? place : -place) + distance * std::cos(angle);
        bodies.position.y[i] = place / 3 + distance * std::sin(angle);
        bodies.position.z[i] = size * std::sin(1.7 * static_cast<double>(i));
        bodies.mass[i] = 1.0 / 400;
    }
    return bodies;
}

TEST(RoundingError, IsThatOfForcesBetweenRoundedBodies) {
    Workers workers(2);
    const Bodies<double> bodies = tight_clusters(5, 1e-3);
    const ForceError found = sampled_rounding_error(view(bodies), 0, workers);
    EXPECT_EQ(found.samples, 200U);
    EXPECT_GT(found.p99, 1e-4);

    const auto targets = sample_bodies(bodies.size(), 200, 1);
    const Bodies<double> rounded = converted<double>(converted<float>(bodies));
    const ReferenceForces exact = reference_forces(view(bodies), targets, 1, 0, workers);
    const ReferenceForces of_rounded = reference_forces(view(rounded), targets, 1, 0, workers);
    const ForceError expected = force_error(of_rounded.acceleration, exact.acceleration);
    EXPECT_EQ(found.median, expected.median);
    EXPECT_EQ(found.p99, expected.p99);
    EXPECT_EQ(found.maximum, expected.maximum);

    EXPECT_EQ(sampled_rounding_error(view(rounded), 0, workers).samples, 0U) << "floats already";
    EXPECT_LT(sampled_rounding_error(view(bodies), 10, workers).p99, 1e-5)
        << "the other cluster pulls most";
    EXPECT_LT(sampled_rounding_error(view(tight_clusters(1, 1)), 0.01, workers).p99, 1e-5);
}

TEST(ForceError, OfNoSamplesIsZero) {
    const ForceError error = force_error({}, {});
    EXPECT_EQ(error.samples, 0U);
    EXPECT_EQ(error.maximum, 0);
}

TEST(ForceError, OfPotentialsInABoxIsRelativeToTheirRootMeanSquareAtLeast) {
    const std::vector<double> truth{0, 1, -7, 0}; // root mean square sqrt(12.5)
    const std::vector<double> computed{0.1, 1, -7, 0};
    EXPECT_TRUE(std::isinf(potential_error(computed, truth).maximum));
    EXPECT_NEAR(potential_error(computed, truth, {{1, 1, 1}}).maximum, 0.1 / std::sqrt(12.5),
                1e-12);
    const std::vector<double> off{0, 1, -7.7, 0};
    EXPECT_NEAR(potential_error(off, truth, {{1, 1, 1}}).maximum, 0.1, 1e-12);
}

} // namespace
} // namespace orrery
