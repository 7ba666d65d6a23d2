// Friends of friends against a look at every pair.
#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "sim/structure/haloes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

namespace orrery {
namespace {

using Groups = std::vector<std::vector<std::uint32_t>>;

double wrapped(double way, double edge) {
    return edge > 0 ? way - edge * std::round(way / edge) : way;
}

// Every pair is looked at; groups in the order of their first bodies.
Groups groups_by_all_pairs(const Bodies<double>& bodies, const Friendship& search) {
    const std::size_t count = bodies.size();
    std::vector<std::uint32_t> group(count);
    std::iota(group.begin(), group.end(), 0U);
    const auto& [x, y, z] = bodies.position;
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const double dx = wrapped(x[i] - x[j], search.box.lengths[0]);
            const double dy = wrapped(y[i] - y[j], search.box.lengths[1]);
            const double dz = wrapped(z[i] - z[j], search.box.lengths[2]);
            const bool friends =
                dx * dx + dy * dy + dz * dz <= search.linking_length * search.linking_length;
            if (friends && group[i] != group[j]) {
                const std::uint32_t kept = std::min(group[i], group[j]);
                const std::uint32_t gone = std::max(group[i], group[j]);
                std::ranges::replace(group, gone, kept);
            }
        }
    }
    std::map<std::uint32_t, std::vector<std::uint32_t>> members;
    for (std::uint32_t i = 0; i < count; ++i) {
        members[group[i]].push_back(i);
    }
    Groups all;
    for (const auto& [root, bodies_of] : members) {
        if (bodies_of.size() >= search.least) {
            all.push_back(bodies_of);
        }
    }
    return all;
}

Groups groups_of(const Bodies<double>& bodies, const Friendship& search, int threads) {
    Workers workers(threads);
    const FriendGroups found = find_friends(bodies, search, workers, {}).value();
    Groups all;
    for (std::size_t g = 0; g < found.size(); ++g) {
        const auto members = found.members_of(g);
        all.emplace_back(members.begin(), members.end());
    }
    std::ranges::sort(all);
    return all;
}

// Clumps of different size and width between bodies that are spread evenly. Some lie outside the
// box, as bodies do that have crossed its faces.
Bodies<double> clumps(std::size_t count, const std::array<double, 3>& edges, unsigned seed) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> even(0, 1);
    std::normal_distribution<double> normal;
    Bodies<double> bodies(count);
    Vector3 middle;
    double width = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (i % 40 == 0) {
            middle = {edges[0] * even(random), edges[1] * even(random), edges[2] * even(random)};
            width = edges[0] * 0.05 * even(random);
        }
        const bool alone = i % 40 > 30;
        bodies.position.x[i] =
            alone ? edges[0] * (3 * even(random) - 1) : middle.x + width * normal(random);
        bodies.position.y[i] = alone ? edges[1] * even(random) : middle.y + width * normal(random);
        bodies.position.z[i] = alone ? edges[2] * even(random) : middle.z + width * normal(random);
        bodies.velocity.x[i] = normal(random);
        bodies.mass[i] = even(random);
    }
    return bodies;
}

TEST(FriendsOfFriends, AreThoseOfALookAtEveryPair) {
    const std::array<double, 3> edges = {1, 1.7, 0.6};
    for (const unsigned seed : {1U, 2U, 3U}) {
        const Bodies<double> bodies = clumps(1500, edges, seed);
        for (const bool periodic : {false, true}) {
            // From hardly any friends to nearly all in one group; 0.35 is over half an edge.
            for (const double length : {0.003, 0.01, 0.02, 0.04, 0.08, 0.15, 0.35}) {
                Friendship search{.linking_length = length, .least = 1};
                search.box.lengths = periodic ? edges : std::array<double, 3>{};
                const Groups expected = groups_by_all_pairs(bodies, search);
                EXPECT_EQ(groups_of(bodies, search, 1), expected) << length << periodic;
                EXPECT_EQ(groups_of(bodies, search, 3), expected) << length << periodic;
                search.least = 7;
                EXPECT_EQ(groups_of(bodies, search, 2), groups_by_all_pairs(bodies, search));
            }
        }
    }
}

TEST(FriendsOfFriends, AreTheSameOnAnyNumberOfThreads) {
    const Bodies<double> bodies = clumps(60'000, {1, 1, 1}, 5);
    const Friendship search{.linking_length = 0.004, .box = {{1, 1, 1}}, .least = 2};
    const Groups one = groups_of(bodies, search, 1);
    EXPECT_GT(one.size(), 100U);
    for (int run = 0; run < 3; ++run) {
        EXPECT_EQ(groups_of(bodies, search, 4), one);
    }
}

// A lattice has all its bodies a linking length apart, or a little more.
TEST(FriendsOfFriends, AreAllOfALatticeOrNone) {
    constexpr std::size_t side = 12;
    Bodies<double> bodies(side * side * side);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies.position.x[i] = static_cast<double>(i % side);
        bodies.position.y[i] = static_cast<double>(i / side % side);
        bodies.position.z[i] = static_cast<double>(i / side / side);
        bodies.mass[i] = 1;
    }
    EXPECT_EQ(groups_of(bodies, {.linking_length = 1.001, .least = 2}, 2).size(), 1U);
    EXPECT_EQ(groups_of(bodies, {.linking_length = 0.999, .least = 2}, 2).size(), 0U);
}

TEST(FriendsOfFriends, MayBeInOnePlaceOrOnALine) {
    Bodies<double> bodies(50);
    for (std::size_t i = 0; i < 50; ++i) {
        bodies.position.x[i] = i < 25 ? 3 : 4 + 0.1 * static_cast<double>(i);
        bodies.mass[i] = 1;
    }
    const Groups groups = groups_of(bodies, {.linking_length = 0.11, .least = 20}, 2);
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(groups[0].size(), 25U);
    EXPECT_EQ(groups[1].size(), 25U);
    EXPECT_EQ(linking_length_of(bodies, {}, 0.2), 0); // they fill no volume
}

TEST(FriendsOfFriends, AreRefusedWithAReason) {
    Workers workers(1);
    Bodies<double> bodies(2);
    bodies.position.x[1] = 1;
    EXPECT_THROW(find_friends(bodies, {.linking_length = 0}, workers, {}), Error);
    bodies.position.y[1] = 1;
    bodies.position.z[1] = 1;
    EXPECT_THROW(find_friends(bodies, {.linking_length = 1e-9}, workers, {}), Error);
    bodies.position.x[0] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(find_friends(bodies, {.linking_length = 1}, workers, {}), Error);
    EXPECT_EQ(find_friends(Bodies<double>(0), {.linking_length = 1}, workers, {})->size(), 0U);
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_FALSE(find_haloes(clumps(100, {1, 1, 1}, 1), {.linking_length = 1}, workers,
                             stopped.get_token()));
}

TEST(Haloes, AcrossTheFacesOfABoxAreOne) {
    Workers workers(2);
    std::mt19937_64 random(3);
    std::normal_distribution<double> normal(0, 0.02);
    Bodies<double> bodies(3000);
    Vector3 middle, motion;
    double mass = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        // About a corner, and each body in some image of the box.
        const Vector3 place{2 + normal(random), normal(random), -3 + normal(random)};
        bodies.position.x[i] = place.x + static_cast<double>(i % 3);
        bodies.position.y[i] = place.y - static_cast<double>(i % 5);
        bodies.position.z[i] = place.z;
        bodies.velocity.z[i] = 5 + normal(random);
        bodies.mass[i] = 1 + static_cast<double>(i % 2);
        middle = middle + bodies.mass[i] * (place - Vector3{2, 0, -3});
        motion.z += bodies.mass[i] * bodies.velocity.z[i];
        mass += bodies.mass[i];
    }
    const PeriodicBox box{{1, 1, 1}};
    const HaloList list =
        find_haloes(bodies, {.linking_length = 0.02, .box = box}, workers, {}).value();
    ASSERT_EQ(list.haloes.size(), 1U);
    const Halo& halo = list.haloes[0];
    // A few stragglers may have no friends.
    ASSERT_GE(halo.count, 2900U);
    EXPECT_NEAR(halo.mass, mass, 0.05 * mass);
    EXPECT_NEAR(wrapped(halo.centre.x - middle.x / mass, 1), 0, 1e-3);
    EXPECT_NEAR(wrapped(halo.centre.y - middle.y / mass, 1), 0, 1e-3);
    EXPECT_NEAR(wrapped(halo.centre.z - middle.z / mass, 1), 0, 1e-3);
    for (const double place : {halo.centre.x, halo.centre.y, halo.centre.z}) {
        EXPECT_GE(place, 0);
        EXPECT_LT(place, 1);
    }
    EXPECT_NEAR(halo.velocity.z, motion.z / mass, 1e-3);
    EXPECT_NEAR(halo.radius, 0.02 * std::sqrt(3.0), 1e-3);
    EXPECT_NEAR(halo.dispersion, 0.02 / std::sqrt(3.0), 1e-3); // of one component in three

    // In open space it is in pieces.
    EXPECT_GT(find_haloes(bodies, {.linking_length = 0.02}, workers, {})->haloes.size(), 5U);
}

TEST(Haloes, ComeHeaviestFirstAndTheirMassFunctionSumsToThem) {
    Workers workers(2);
    const PeriodicBox box{{1, 1, 1}};
    const Bodies<double> bodies = clumps(20'000, box.lengths, 9);
    const double length = linking_length_of(bodies, box, 0.2);
    EXPECT_NEAR(length, 0.2 / std::cbrt(20'000.0), 1e-12);
    const HaloList list =
        find_haloes(bodies, {.linking_length = length, .box = box, .least = 5}, workers, {})
            .value();
    ASSERT_GT(list.haloes.size(), 30U);
    EXPECT_TRUE(std::ranges::is_sorted(list.haloes, std::greater(), &Halo::mass));
    double mass = 0;
    for (std::size_t h = 0; h < list.haloes.size(); ++h) {
        double own = 0;
        for (const std::uint32_t i : list.groups.members_of(h)) {
            own += bodies.mass[i];
        }
        EXPECT_EQ(list.haloes[h].count, list.groups.members_of(h).size());
        EXPECT_NEAR(list.haloes[h].mass, own, 1e-12 * own);
        mass += own;
    }
    for (const std::size_t bins : {1U, 8U, 50U}) {
        const std::vector<MassBin> function = mass_function(list.haloes, bins);
        ASSERT_EQ(function.size(), bins);
        std::size_t haloes = 0;
        double in_bins = 0;
        for (std::size_t b = 0; b < bins; ++b) {
            haloes += function[b].haloes;
            in_bins += function[b].mass;
            EXPECT_GE(function[b].mass, function[b].low * static_cast<double>(function[b].haloes));
            EXPECT_LE(function[b].mass,
                      function[b].high * static_cast<double>(function[b].haloes) * (1 + 1e-12));
            if (b > 0) {
                EXPECT_EQ(function[b].low, function[b - 1].high);
            }
        }
        EXPECT_EQ(haloes, list.haloes.size());
        EXPECT_NEAR(in_bins, mass, 1e-9 * mass);
    }
    EXPECT_TRUE(mass_function({}, 10).empty());
    EXPECT_EQ(mass_function(std::span(list.haloes).first(1), 10).size(), 1U); // of one mass
}

} // namespace
} // namespace orrery
