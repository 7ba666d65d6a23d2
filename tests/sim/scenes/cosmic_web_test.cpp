// The cosmic web: the density of its universe, the same structures at every number of bodies, and
// what is said where a number is no cube.

#include "sim/cosmology/growth.hpp"
#include "sim/cosmology/power_spectrum.hpp"
#include "tests/sim/scenes/scene_testing.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <numbers>

namespace orrery {
namespace {

using testing::made;

TEST(CosmicWeb, HasTheMeanDensityOfItsUniverse) {
    const System web = made("cosmic_web", 4096, 1);
    const Cosmology& cosmology = web.cosmology.value();
    double mass = 0;
    for (const double one : web.bodies.mass) {
        mass += one;
    }
    const double volume = std::pow(web.box.lengths[0], 3);
    EXPECT_NEAR(4 * std::numbers::pi * web.units.gravity * mass / volume, growing_pull(cosmology),
                1e-12 * growing_pull(cosmology));
    EXPECT_NEAR(web.box.lengths[0] * 0.6766, 100, 1e-12) << "Mpc/h";
    // 27.7537 x 10^10 Msun/h in a cubic Mpc/h is the critical density.
    EXPECT_NEAR(mass * 0.6766 / (27.7537e6 * 0.3111), 1, 2e-4);
    EXPECT_NEAR(cosmology.scale_factor(web.time), 0.02, 1e-14);
    EXPECT_NEAR(cosmology.time(1), 13.787, 0.05)
        << "the age of the universe in Gyr, radiation aside";
}

// Of the contrast by the bodies' places.
std::complex<double> wave(const System& web, const std::array<int, 3>& mode) {
    std::complex<double> sum = 0;
    const double unit = 2 * std::numbers::pi / web.box.lengths[0];
    const auto& x = web.bodies.position;
    for (std::size_t i = 0; i < web.bodies.size(); ++i) {
        sum += std::polar(1.0, -unit * (mode[0] * x.x[i] + mode[1] * x.y[i] + mode[2] * x.z[i]));
    }
    return sum / static_cast<double>(web.bodies.size());
}

TEST(CosmicWeb, HasTheSameStructuresAtEveryNumberOfBodies) {
    const System coarse = made("cosmic_web", 4096, 5), fine = made("cosmic_web", 32768, 5);
    for (const auto& mode : {std::array{1, 0, 0}, std::array{0, 2, -1}, std::array{-2, 1, 1}}) {
        const std::complex<double> a = wave(coarse, mode), b = wave(fine, mode);
        // The rest is what small waves add in second order.
        EXPECT_LT(std::abs(a - b), 0.05 * std::abs(b));
    }
}

TEST(CosmicWeb, StartsWithTheLinearSpectrumAtItsRedshift) {
    const System web = made("cosmic_web", 32768, 3);
    const double growths = growth(*web.cosmology, 0.02).first / growth(*web.cosmology, 1).first;
    const LinearSpectrum spectrum;
    double found = 0, expected = 0;
    for (int x = -3; x <= 3; ++x) {
        for (int y = -3; y <= 3; ++y) {
            for (int z = 1; z <= 3; ++z) {
                const double k = 2 * std::numbers::pi / 100 * std::sqrt(x * x + y * y + z * z);
                found += std::norm(wave(web, {x, y, z}));
                expected += spectrum(k) * growths * growths / 1e6;
            }
        }
    }
    EXPECT_NEAR(found / expected, 1, 0.4); // some 150 waves, of which few have most of the power
}

TEST(CosmicWeb, MovesBodiesAsItsRipplesGrow) {
    const System web = made("cosmic_web", 4096, 1);
    const Growth then = growth(*web.cosmology, 0.02);
    const double rate = growing_momentum(*web.cosmology, 0.02, then) / then.first;
    const double spacing = web.box.lengths[0] / 16;
    double worst = 0, largest = 0;
    for (std::size_t i = 0; i < web.bodies.size(); ++i) {
        const double home = spacing * (static_cast<double>(i % 16) + 0.5);
        const double moved = std::remainder(web.bodies.position.z[i] - home, web.box.lengths[0]);
        worst = std::max(worst, std::abs(web.bodies.velocity.z[i] - rate * moved));
        largest = std::max(largest, std::abs(web.bodies.velocity.z[i]));
    }
    EXPECT_LT(worst, 0.1 * largest) << "what the second order adds at redshift 49 is small";
    EXPECT_GT(worst, 1e-6 * largest);
}

TEST(CosmicWeb, SaysThatItHasACubeOfBodies) {
    EXPECT_TRUE(made("cosmic_web", 4096, 1).catalogue.remarks.empty());
    const System near = made("cosmic_web", 5000, 1);
    EXPECT_EQ(near.bodies.size(), 4096U);
    ASSERT_EQ(near.catalogue.remarks.size(), 1U);
    EXPECT_NE(near.catalogue.remarks[0].find("4096 bodies instead of 5000"), std::string::npos);
    EXPECT_EQ(made("cosmic_web", 27'000, 1).bodies.size(), 21'952U)
        << "30^3 no mesh leaves at rest";
    EXPECT_EQ(made("cosmic_web", 1'000'000, 1).bodies.size(), 1'000'000U);
}

} // namespace
} // namespace orrery
