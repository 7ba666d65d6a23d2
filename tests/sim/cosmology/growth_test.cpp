// Growth of ripples against closed forms and published numbers.

#include "sim/cosmology/growth.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace orrery {
namespace {

TEST(Growth, OfMatterAloneIsThatOfTheScaleFactor) {
    for (const double a : {1e-3, 0.02, 0.5, 1.0, 3.0}) {
        const Growth grown = growth({.omega_matter = 1, .hubble = 1}, a);
        EXPECT_NEAR(grown.first / a, 1, 1e-14);
        EXPECT_NEAR(grown.second / (3.0 / 7 * a * a), 1, 1e-14);
        EXPECT_NEAR(grown.first_rate, 1, 1e-14);
        EXPECT_NEAR(grown.second_rate, 2, 1e-14);
    }
}

// D1 = a 2F1(1/3, 1; 11/6; -x) with x = (1 - Omega) / Omega a^3, to fifteen digits.
TEST(Growth, InFirstOrderIsTheHypergeometricFunction) {
    const Cosmology universe{.omega_matter = 0.32, .hubble = 1};
    EXPECT_NEAR(growth(universe, 1).first, 0.790669023258558, 1e-11);
    EXPECT_NEAR(growth(universe, 0.1).first, 0.0999614022228251, 1e-12);
}

// The table was integrated from a start with D1 = a, where Lambda already bends it a little: that
// leaves it right to seven digits.
TEST(Growth, AgreesWithTheTableOfAnotherProgram) {
    const Cosmology universe{.omega_matter = 0.32, .hubble = 1};
    const Growth today = growth(universe, 1), earlier = growth(universe, 0.1);
    EXPECT_NEAR(today.first / 0.7906690062585626, 1, 5e-8);
    EXPECT_NEAR(today.second / 0.2701133927580027, 1, 5e-8);
    EXPECT_NEAR(today.first_rate / 0.5318013708768904, 1, 5e-8);
    EXPECT_NEAR(today.second_rate / 1.0780894851672784, 1, 1e-7);
    EXPECT_NEAR(earlier.first / 0.09996140149711615, 1, 5e-8);
    EXPECT_NEAR(earlier.second / 0.004282470274471333, 1, 5e-8);
}

TEST(Growth, ItsRatesAreItsLogarithmicSlopes) {
    const Cosmology universe{.omega_matter = 0.3111, .hubble = 1};
    constexpr double step = 1e-4; // in ln a
    for (const double a : {0.05, 0.4, 1.0, 2.5}) {
        const Growth before = growth(universe, a * std::exp(-step));
        const Growth after = growth(universe, a * std::exp(step));
        const Growth now = growth(universe, a);
        EXPECT_NEAR(now.first_rate, std::log(after.first / before.first) / (2 * step), 1e-7);
        EXPECT_NEAR(now.second_rate, std::log(after.second / before.second) / (2 * step), 1e-7);
    }
}

} // namespace
} // namespace orrery
