// What is made of haloes: their numbers in time, how many theory expects, and a way through them.
#include "sim/cosmology/power_spectrum.hpp"
#include "sim/structure/filament_path.hpp"
#include "sim/structure/halo_numbers.hpp"
#include "sim/structure/halo_theory.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace orrery {
namespace {

HaloList list_of(const std::vector<std::vector<std::uint32_t>>& groups) {
    HaloList list;
    for (const std::vector<std::uint32_t>& group : groups) {
        Halo halo;
        halo.mass = static_cast<double>(halo.count = group.size());
        list.haloes.push_back(halo);
        list.groups.members.insert(list.groups.members.end(), group.begin(), group.end());
        list.groups.begin.push_back(list.groups.members.size());
    }
    return list;
}

using Numbers = std::vector<std::uint32_t>;

TEST(HaloNumbers, AreKeptWhileHaloesGrowOvertakeEachOtherAndMerge) {
    HaloNumbers numbers;
    EXPECT_EQ(numbers.of(list_of({{0, 1, 2, 3}, {4, 5, 6}}), 12), (Numbers{1, 2}));
    // The second one has become the heavier, and a third one is new.
    EXPECT_EQ(numbers.of(list_of({{4, 5, 6, 7, 8}, {0, 1, 2}, {9, 10}}), 12), (Numbers{2, 1, 3}));
    // Both merge; what splits off the third keeps nothing that a heavier one has.
    EXPECT_EQ(numbers.of(list_of({{0, 1, 2, 4, 5, 6, 7, 8}, {9}, {10}}), 12), (Numbers{2, 3, 4}));
    EXPECT_EQ(numbers.of(list_of({}), 12), Numbers()) << "at the beginning of time";
    EXPECT_EQ(numbers.of(list_of({{4, 5}}), 12), (Numbers{1}));
    EXPECT_EQ(numbers.of(list_of({{0, 1}}), 2), (Numbers{1})) << "other bodies begin anew";
}

TEST(HaloTheory, HasAllMassInHaloesOfSomeSize) {
    double share = 0;
    constexpr double step = 1e-3;
    for (double x = -60; x < 3; x += step) { // ln nu; small ones are the most of it
        share += step * sheth_tormen_share(std::exp(x));
    }
    EXPECT_NEAR(share, 1, 2e-3);
}

TEST(HaloTheory, AddsUpTheHaloesOfEachMass) {
    // A power law, whose sum over all masses is done by hand in steps a hundred times finer.
    const auto sigma = [](double mass) { return 2 * std::pow(mass, -0.3); };
    const std::vector<double> masses{0.5, 1, 2, 4, 8};
    const std::vector<double> expected = expected_haloes(sigma, 10, masses);
    ASSERT_EQ(expected.size(), masses.size());
    for (std::size_t k = 0; k < masses.size(); ++k) {
        double sum = 0;
        constexpr double step = 1e-4;
        for (double x = std::log(masses[k]) + step / 2; x < 12; x += step) {
            const double mass = std::exp(x);
            sum += step * 0.3 * sheth_tormen_share(1.686 / sigma(mass)) * 10 / mass;
        }
        EXPECT_NEAR(expected[k] / sum, 1, 0.02) << masses[k];
    }
}

TEST(HaloTheory, FindsTheMassFunctionOfTheUniverse) {
    // Groups of friends heavier than 10^14 Msun/h: two to four in 10^5 (Mpc/h)^3 today. Jenkins et
    // al., MNRAS 321, 372 (2001), equation 9, has 0.315 exp(-|0.61 - ln sigma|^3.8) in f's place.
    const LinearSpectrum spectrum;
    constexpr double density = 2.775e11 * 0.3111; // Msun/h in a (Mpc/h)^3
    const auto sigma = [&](double mass) {
        return spectrum.sigma(std::cbrt(3 * mass / (4 * 3.14159265358979 * density)));
    };
    const std::vector<double> masses{1e13, 1e14, 1e15};
    const std::vector<double> expected = expected_haloes(sigma, density, masses);
    double jenkins = 0;
    constexpr double step = 0.1;
    for (double x = std::log(1e14) + step / 2; x < std::log(1e16); x += step) {
        const double mass = std::exp(x);
        const double slope = std::log(sigma(mass * 0.99) / sigma(mass * 1.01)) / 0.02;
        jenkins += step * 0.315 * std::exp(-std::pow(std::abs(0.61 - std::log(sigma(mass))), 3.8)) *
                   slope * density / mass;
    }
    EXPECT_NEAR(expected[1] / jenkins, 1, 0.2);
    EXPECT_GT(expected[1], 2e-5);
    EXPECT_LT(expected[1], 4e-5);
    EXPECT_GT(expected[0] / expected[1], 10);
    EXPECT_GT(expected[1] / expected[2], 100);
}

// Three haloes in a row with a bent thread of bodies between the first two.
struct Thread {
    Bodies<double> bodies{3000};
    std::vector<Halo> haloes;
    PeriodicBox box{{10, 10, 10}};

    Thread() {
        std::mt19937 random(3);
        std::normal_distribution<double> spread(0, 0.02);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const double x = 8 * static_cast<double>(i) / 3000;
            bodies.position.x[i] = 1 + x;
            bodies.position.y[i] = 5 + 0.3 * std::sin(x * 3.14159265358979 / 4) + spread(random);
            bodies.position.z[i] = 5 + spread(random);
            bodies.mass[i] = 1;
        }
        for (const double x : {1.0, 5.0, 9.0}) {
            Halo halo;
            halo.mass = 100;
            halo.centre = {x, 5, 5};
            halo.radius = 0.05;
            haloes.push_back(halo);
        }
    }
};

TEST(FilamentPath, FollowsTheThreadBetweenHaloes) {
    const Thread thread;
    Workers workers(2);
    const auto path = filament_path(thread.bodies, thread.haloes, {}, 8, false, workers, {});
    ASSERT_TRUE(path);
    // Half way between the first two, where the thread is farthest from the straight line.
    double nearest = 1e9;
    for (double at = 0; at < path->length(); at += 0.01) {
        const Vector3 here = path->at(at);
        nearest = std::min(nearest, length(here - Vector3{3, 5.3, 5}));
    }
    EXPECT_LT(nearest, 0.1);
    // It is closed, and has no jump.
    EXPECT_LT(length(path->at(0) - path->at(path->length())), 1e-9);
    for (double at = 0; at < 2 * path->length(); at += 0.01) {
        EXPECT_LT(length(path->at(at + 0.01) - path->at(at)), 0.03);
    }
}

TEST(FilamentPath, GoesOnThroughAFaceOfThePeriodicBox) {
    const Thread thread;
    Workers workers(2);
    const auto path = filament_path(thread.bodies, thread.haloes, thread.box, 8, true, workers, {});
    ASSERT_TRUE(path);
    // From the last halo the first one's image is nearer than itself: a round ends a box further.
    const Vector3 round = path->at(path->length()) - path->at(0);
    EXPECT_NEAR(std::abs(round.x), 10, 1e-9);
    EXPECT_NEAR(round.y, 0, 1e-9);
    EXPECT_LT(path->length(), 14) << "it does not go back through the box";
}

TEST(FilamentPath, NeedsThreeHaloes) {
    const Thread thread;
    Workers workers(1);
    const std::span<const Halo> two = std::span(thread.haloes).first(2);
    EXPECT_FALSE(filament_path(thread.bodies, two, thread.box, 8, true, workers, {}));
}

} // namespace
} // namespace orrery
