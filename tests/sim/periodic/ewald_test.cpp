// The Ewald sum against the table of Hernquist, Bouchet & Suto's quantities, against itself with
// other splittings, and against sums over images.

#include "sim/periodic/ewald.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace orrery {
namespace {

const PeriodicBox cube{{1, 1, 1}};

void expect_near(const Vector3& a, const Vector3& b, double tolerance) {
    EXPECT_NEAR(a.x, b.x, tolerance);
    EXPECT_NEAR(a.y, b.y, tolerance);
    EXPECT_NEAR(a.z, b.z, tolerance);
}

struct Row {
    Vector3 place;
    double potential;
    Vector3 acceleration, correction;
};

// A unit source in a unit box, to the digits that two splittings agree in.
const Row table[] = {
    {{.1, 0, 0}, -7.18395790023763, {-99.568651055158, 0, 0}, {0.431348944842, 0, 0}},
    {{.25, 0, 0}, -1.30593457050691, {-14.753540423540, 0, 0}, {1.246459576460, 0, 0}},
    {{.25, .25, 0},
     -0.23941234257779,
     {-4.721535175742, -4.721535175742, 0},
     {0.935319073750, 0.935319073750, 0}},
    {{.25, .25, .25},
     0.20048399250701,
     {-2.358645775027, -2.358645775027, -2.358645775027},
     {0.720555660651, 0.720555660651, 0.720555660651}},
    {{.5, .25, 0}, 0.35390072297681, {0, -1.522133579652, 0}, {2.862167011200, -0.091050074052, 0}},
    {{.5, .5, .5}, 0.80193597002803, {0, 0, 0}, {0.769800358920, 0.769800358920, 0.769800358920}},
    {{.1, .2, .3},
     -0.11300989824810,
     {-1.696109091551, -3.253569312179, -4.428951031968},
     {0.212899779252, 0.564448429427, 1.298075580441}},
    {{.4, .1, .05},
     0.00612750657881,
     {-3.173275727017, -1.316536064506, -0.665927827756},
     {2.409836300150, 0.079241942286, 0.031961175640}},
};

TEST(EwaldSum, IsThatOfTheTable) {
    const EwaldSum sum(cube);
    for (const Row& row : table) {
        SCOPED_TRACE(row.place.x);
        const EwaldSum::Pull pull = sum.pull(row.place);
        EXPECT_NEAR(pull.potential, row.potential, 1e-13);
        expect_near(pull.acceleration, row.acceleration, 1e-12);
        expect_near(sum.correction(row.place).acceleration, row.correction, 1e-12);
    }
}

TEST(EwaldSum, HasTheKnownValueOfTheCubicLatticeAtItsSource) {
    EXPECT_NEAR(EwaldSum(cube).self_potential(), 2.83729747948062, 1e-13);
    EXPECT_NEAR(EwaldSum(PeriodicBox{{10, 10, 10}}).self_potential(), 0.283729747948062, 1e-14);
    expect_near(EwaldSum(cube).correction({}).acceleration, {}, 1e-14);
}

TEST(EwaldSum, DoesNotDependOnTheSplitting) {
    for (const PeriodicBox& box : {cube, PeriodicBox{{1, 1.5, 2.5}}, PeriodicBox{{3, 1, 0.5}}}) {
        const EwaldSum one(box, 1.6);
        const EwaldSum other(box, 3.1);
        const EwaldSum own(box);
        for (const Vector3& place : {Vector3{}, Vector3{.1, .2, .24}, Vector3{.5, .5, .25},
                                     Vector3{.45, -.3, .01}, Vector3{1e-5, 0, 2e-5}}) {
            const auto a = one.correction(place);
            const auto b = other.correction(place);
            EXPECT_NEAR(a.potential, b.potential, 3e-13);
            EXPECT_NEAR(a.potential, own.correction(place).potential, 3e-13);
            expect_near(a.acceleration, b.acceleration, 3e-13);
            expect_near(a.acceleration, own.correction(place).acceleration, 3e-13);
        }
    }
}

TEST(EwaldSum, RepeatsItselfAndHasNoPullHalfwayBetweenImages) {
    const PeriodicBox box{{1, 1.5, 2.5}};
    const EwaldSum sum(box);
    const Vector3 place{.3, -.4, .9};
    for (const Vector3& away : {Vector3{1, 0, 0}, Vector3{0, -3, 0}, Vector3{2, 1.5, -5}}) {
        expect_near(sum.pull(place + away).acceleration, sum.pull(place).acceleration, 1e-13);
        EXPECT_NEAR(sum.pull(place + away).potential, sum.pull(place).potential, 1e-13);
    }
    EXPECT_NEAR(sum.pull({.5, .3, .2}).acceleration.x, 0, 1e-13);
    EXPECT_NEAR(sum.pull({.2, .75, .2}).acceleration.y, 0, 1e-13);
    EXPECT_NEAR(sum.pull({.2, .3, -1.25}).acceleration.z, 0, 1e-13);
    expect_near(nearest_image(box, {.5, .75, -1.25}), {.5, .75, -1.25}, 0);
    expect_near(nearest_image(box, {-.5, -.75, 1.25}), {-.5, -.75, 1.25}, 0);
}

// Eight masses of alternating sign, at the corners of a cube of half an edge: rock salt. They have
// no dipole, so the sum over whole boxes converges, and the mean density is 0 by itself.
TEST(EwaldSum, IsTheSumOverImagesOfMassesThatCancel) {
    for (const PeriodicBox& box : {cube, PeriodicBox{{1, 1.2, 2}}}) {
        const EwaldSum sum(box);
        const Vector3 place{.13, .21, .34};
        Vector3 pull;
        Vector3 direct;
        double potential = 0;
        double direct_potential = 0;
        for (int corner = 0; corner < 8; ++corner) {
            const int a = corner & 1;
            const int b = corner >> 1 & 1;
            const int c = corner >> 2;
            const double mass = (a + b + c) % 2 == 0 ? 1 : -1;
            const Vector3 from{a * box.lengths[0] / 2, b * box.lengths[1] / 2,
                               c * box.lengths[2] / 2};
            const auto part = sum.pull(place - from);
            pull = pull + mass * part.acceleration;
            potential += mass * part.potential;
            const int boxes = 24;
            for (int i = -boxes; i <= boxes; ++i) {
                for (int j = -boxes; j <= boxes; ++j) {
                    for (int k = -boxes; k <= boxes; ++k) {
                        const Vector3 r =
                            place - from -
                            Vector3{i * box.lengths[0], j * box.lengths[1], k * box.lengths[2]};
                        const double distance = length(r);
                        direct = direct - mass / (distance * distance * distance) * r;
                        direct_potential -= mass / distance;
                    }
                }
            }
        }
        expect_near(pull, direct, 1e-4);
        EXPECT_NEAR(potential, direct_potential, 1e-4);
    }
}

// The rock salt's potential at one of its masses: Madelung's number.
TEST(EwaldSum, GivesMadelungsNumberOfRockSalt) {
    const EwaldSum sum(cube);
    double potential = sum.self_potential();
    for (int corner = 1; corner < 8; ++corner) {
        const int a = corner & 1;
        const int b = corner >> 1 & 1;
        const int c = corner >> 2;
        const double mass = (a + b + c) % 2 == 0 ? 1 : -1;
        potential += mass * sum.pull({a * .5, b * .5, c * .5}).potential;
    }
    // In units of the distance between neighbours, 1/2.
    EXPECT_NEAR(potential / 2, 1.747564594633182, 1e-13);
}

// The Laplacian is that of the density that was removed: -4 pi / V everywhere but at images.
TEST(EwaldSum, IsThePotentialOfItsForcesAndOfTheRemovedDensity) {
    const PeriodicBox box{{1, 1.5, 2.5}};
    const EwaldSum sum(box);
    const Vector3 place{.3, .4, -.7};
    const double h = 1e-3;
    double laplacian = 0;
    for (const Vector3& axis : {Vector3{1, 0, 0}, Vector3{0, 1, 0}, Vector3{0, 0, 1}}) {
        const auto before = sum.pull(place - h * axis);
        const auto after = sum.pull(place + h * axis);
        EXPECT_NEAR((before.potential - after.potential) / (2 * h),
                    dot(sum.pull(place).acceleration, axis), 1e-4);
        laplacian -= dot(after.acceleration - before.acceleration, axis) / (2 * h);
    }
    EXPECT_NEAR(laplacian, -4 * 3.141592653589793 / 3.75, 1e-4);
}

} // namespace
} // namespace orrery
