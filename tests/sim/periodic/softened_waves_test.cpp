// A softened law in a box: waves and what they leave, against what both are made of.

#include "sim/periodic/ewald.hpp"
#include "sim/periodic/softened_waves.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace orrery {
namespace {

TEST(SoftenedWaves, AreOnesWithoutSofteningAndPlummersWithoutSplit) {
    EXPECT_EQ(softened_wave(3, 0, 0.7), 1);
    EXPECT_EQ(softened_wave(0, 0.5, 0.7), 1);
    for (const double x : {0.01, 0.3, 1.0, 4.0, 12.0}) {
        EXPECT_NEAR(softened_wave(x * x / 0.25, 0.5, 0) / (x * std::cyl_bessel_k(1.0, x)), 1, 1e-12)
            << x;
    }
}

// The wave of k = (k, 0, 0) over all space, of a law that depends on the distance alone.
TEST(SoftenedWaves, AreTheTransformOfTheErrorFunctionsLaw) {
    const double softening = 0.4;
    const double width = 0.9; // 1 / alpha
    for (const double k : {0.7, 1.5, 3.0}) {
        // r times the difference from an unsoftened one without split, whose transform is known, is
        // smooth and ends.
        double sum = 0;
        const double step = 1e-3;
        for (double r = step; r < 400; r += step) {
            const double root = std::hypot(r, softening);
            const double law = std::erf(root / width) / root - 1 / std::hypot(r, softening);
            sum += r * law * std::sin(k * r);
        }
        const double found = 4 * std::numbers::pi / k * step * sum;
        const double plummer = softened_wave(k * k, softening, 0);
        const double split =
            std::exp(-k * k * width * width / 4) * softened_wave(k * k, softening, width);
        EXPECT_NEAR(found, 4 * std::numbers::pi / (k * k) * (split - plummer), 1e-4) << k;
    }
}

TEST(SoftenedWaves, LeaveAMeanThatIsTheIntegralOfTheShortHalf) {
    const PeriodicBox box{{2, 3, 2.5}};
    for (const double softening : {0.0, 0.1, 0.7}) {
        const double width = 0.3;
        double sum = 0;
        const double step = 1e-4;
        for (double r = step / 2; r < 3; r += step) {
            const double root = std::hypot(r, softening);
            sum += 4 * std::numbers::pi * r * r * std::erfc(root / width) / root * step;
        }
        EXPECT_NEAR(mean_short_potential(box, softening, width), sum / 15, 1e-7) << softening;
    }
}

TEST(SoftenedWaves, GiveASumOverImagesThatDoesNotDependOnTheSplitting) {
    for (const double softening : {0.01, 0.2, 0.6}) {
        const PeriodicBox box{{1, 1.25, 0.8}};
        const EwaldSum one(box, 2.2, softening);
        const EwaldSum other(box, 3.4, softening);
        EXPECT_NEAR(one.self_potential(), other.self_potential(), 1e-11);
        for (const Vector3& at : {Vector3{0.1, 0.2, 0.3}, Vector3{0.5, 0.1, 0.4}}) {
            EXPECT_NEAR(one.pull(at).potential, other.pull(at).potential, 1e-11) << softening;
            EXPECT_LT(length(one.pull(at).acceleration - other.pull(at).acceleration), 1e-11)
                << softening;
        }
        const double edge = 0.5; // where another image becomes the nearest
        const Vector3 before = one.pull({edge - 1e-7, 0.1, 0.2}).acceleration;
        const Vector3 after = one.pull({edge + 1e-7, 0.1, 0.2}).acceleration;
        EXPECT_LT(length(after - before), 1e-5) << "nothing jumps";
    }
}

} // namespace
} // namespace orrery
