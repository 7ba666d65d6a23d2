#include "sim/diagnostics/diagnostics.hpp"
#include "sim/scene.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace orrery {
namespace {

TEST(Conserved, AreWhatTheyAreByHandForTwoBodies) {
    Bodies<double> bodies(2);
    bodies.mass[0] = 2;
    bodies.mass[1] = 6;
    bodies.position.x[0] = 1;
    bodies.position.y[1] = 2;
    bodies.velocity.y[0] = 3;
    bodies.velocity.z[1] = -1;
    const double potential[] = {-6, -2};
    Workers workers(1);
    const Conserved c = measure_conserved(view(bodies), potential, workers);
    EXPECT_DOUBLE_EQ(c.kinetic_energy, 9 + 3);
    EXPECT_DOUBLE_EQ(c.potential_energy, -12);
    EXPECT_DOUBLE_EQ(c.energy(), 0);
    EXPECT_DOUBLE_EQ(c.virial_ratio(), 1);
    EXPECT_DOUBLE_EQ(c.momentum.x, 0);
    EXPECT_DOUBLE_EQ(c.momentum.y, 6);
    EXPECT_DOUBLE_EQ(c.momentum.z, -6);
    EXPECT_DOUBLE_EQ(c.momentum_scale, 12);
    EXPECT_DOUBLE_EQ(c.angular_momentum.x, -12); // 6 (2 * -1)
    EXPECT_DOUBLE_EQ(c.angular_momentum.y, 0);
    EXPECT_DOUBLE_EQ(c.angular_momentum.z, 6); // 2 (1 * 3)
    EXPECT_DOUBLE_EQ(c.centre_of_mass.x, 0.25);
    EXPECT_DOUBLE_EQ(c.centre_of_mass.y, 1.5);
    EXPECT_TRUE(c.has_potential);
}

TEST(Conserved, AreZeroForNoBodiesAndForMasslessOnes) {
    Workers workers(1);
    for (const std::size_t count : {0, 5}) {
        const Bodies<float> bodies(count);
        const Conserved c = measure_conserved<float>(view(bodies), nullptr, workers);
        EXPECT_EQ(c.kinetic_energy, 0);
        EXPECT_EQ(length(c.centre_of_mass), 0);
        EXPECT_FALSE(c.has_potential);
    }
}

TEST(Conserved, DoNotDependOnTheNumberOfThreads) {
    const auto bodies = converted<float>(make_scene(find_scene("plummer"), 50'000, 1).bodies);
    Workers one(1);
    Workers three(3);
    const Conserved a = measure_conserved(view(bodies), bodies.position.x.data(), one);
    const Conserved b = measure_conserved(view(bodies), bodies.position.x.data(), three);
    EXPECT_EQ(a.kinetic_energy, b.kinetic_energy);
    EXPECT_EQ(a.potential_energy, b.potential_energy);
    EXPECT_EQ(a.momentum.x, b.momentum.x);
    EXPECT_EQ(a.angular_momentum.y, b.angular_momentum.y);
    EXPECT_EQ(a.centre_of_mass.z, b.centre_of_mass.z);
    EXPECT_EQ(a.momentum_scale, b.momentum_scale);
}

TEST(Conserved, SumAMillionFloatsWithoutLoss) {
    constexpr std::size_t count = 1'000'000;
    Bodies<float> bodies(count);
    for (std::size_t i = 0; i < count; ++i) {
        bodies.mass[i] = 0.1F;
        bodies.velocity.x[i] = i % 2 == 0 ? 1000.0F : -1000.0F;
    }
    Workers workers(2);
    const Conserved c = measure_conserved<float>(view(bodies), nullptr, workers);
    const double mass = count * static_cast<double>(0.1F);
    EXPECT_NEAR(c.kinetic_energy / (mass * 1e6 / 2), 1, 1e-13);
    EXPECT_NEAR(c.momentum.x / c.momentum_scale, 0, 1e-13);
}

TEST(LargestMagnitude, FindsTheLongestVectorWhereverItIs) {
    Workers workers(2);
    EXPECT_EQ(largest_magnitude(VectorArray<float>(), workers), 0);
    VectorArray<double> vectors(10'000);
    for (const std::size_t longest : {0, 5000, 9999}) {
        vectors.x[longest] = 3;
        vectors.y[longest] = -4;
        vectors.z[longest] = 12;
        EXPECT_DOUBLE_EQ(largest_magnitude(vectors, workers), 13);
        vectors.x[longest] = vectors.y[longest] = vectors.z[longest] = 0;
    }
}

} // namespace
} // namespace orrery
