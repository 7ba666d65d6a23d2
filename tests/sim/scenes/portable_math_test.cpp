#include "sim/scenes/portable_math.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace orrery {
namespace {

constexpr int samples = 100000;
constexpr double rounding = 4e-16; // about two units of the last place

TEST(PortableMath, AgreesWithTheLogarithmOfTheLibrary) {
    for (int i = 1; i < samples; ++i) {
        const double x = i * 1e-3;
        ASSERT_NEAR(portable::log(x), std::log(x), rounding * (std::abs(std::log(x)) + 0.1)) << x;
    }
    EXPECT_NEAR(portable::log(1e-300), std::log(1e-300), 1e-12);
    EXPECT_EQ(portable::log(1), 0);
}

TEST(PortableMath, AgreesWithTheExponentialOfTheLibrary) {
    for (int i = 0; i < samples; ++i) {
        const double x = i * 1e-2 - 700;
        ASSERT_NEAR(portable::exp(x), std::exp(x), rounding * std::exp(x)) << x;
    }
    EXPECT_EQ(portable::exp(0), 1);
    EXPECT_EQ(portable::exp(-1e6), 0);
}

TEST(PortableMath, TakesCubeRoots) {
    for (int i = 1; i < samples; ++i) {
        const double x = i * 1e-4;
        ASSERT_NEAR(portable::cube_root(x), std::cbrt(x), 2 * rounding * std::cbrt(x)) << x;
    }
    EXPECT_EQ(portable::cube_root(0), 0);
}

TEST(PortableMath, AgreesWithTheArcsineOfTheLibrary) {
    for (int i = -samples; i <= samples; ++i) {
        const double x = static_cast<double>(i) / samples;
        ASSERT_NEAR(portable::arcsin(x), std::asin(x), 3 * rounding * std::abs(std::asin(x))) << x;
    }
}

TEST(PortableMath, GoesRoundTheCircle) {
    for (int i = -samples; i <= samples; ++i) {
        const double turns = 3.0 * i / samples;
        const portable::CosSin circle = portable::circle(turns);
        // The library's argument is itself rounded, by as much as six turns allow.
        ASSERT_NEAR(circle.cosine, std::cos(2 * std::numbers::pi * turns), 5e-15) << turns;
        ASSERT_NEAR(circle.sine, std::sin(2 * std::numbers::pi * turns), 5e-15) << turns;
    }
    for (int quarter = 0; quarter < 4; ++quarter) {
        const portable::CosSin circle = portable::circle(quarter / 4.0);
        EXPECT_EQ(circle.cosine, quarter == 0 ? 1 : quarter == 2 ? -1 : 0);
        EXPECT_EQ(circle.sine, quarter == 1 ? 1 : quarter == 3 ? -1 : 0);
    }
}

} // namespace
} // namespace orrery
