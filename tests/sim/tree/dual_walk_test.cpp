// The walk of two trees at once.

#include "sim/tree/dual_walk.hpp"
#include "tests/sim/tree/tree_systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery {
namespace {

using Grown = GrownTree<double>;

double farthest_body(const Grown& grown, std::uint32_t index) {
    const BodiesView<double> bodies = grown.sorted.view();
    const Moments& centre = grown.expansions.moments[index];
    const Node& node = grown.tree.nodes[index];
    double farthest = 0;
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
        farthest = std::max(farthest, std::hypot(bodies.x[i] - centre.x, bodies.y[i] - centre.y,
                                                 bodies.z[i] - centre.z));
    }
    return farthest;
}

double distance(const Moments& a, const Moments& b) {
    return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

// By theta, with the radii that the nodes really have.
struct ByAngle {
    const Grown &targets, &sources;
    double theta;

    bool operator()(std::uint32_t target, std::uint32_t source) const {
        return accept_pair(
            theta, farthest_body(targets, target), farthest_body(sources, source),
            distance(targets.expansions.moments[target], sources.expansions.moments[source]));
    }
};

// How often each (target body, source body) is in a pair of nodes.
std::vector<int> times_met(const Grown& targets, const Grown& sources, double theta) {
    const std::size_t count = sources.sorted.keys().size();
    std::vector<int> met(targets.sorted.keys().size() * count, 0);
    const auto meet = [&](std::uint32_t target, std::uint32_t source) {
        const Node& a = targets.tree.nodes[target];
        const Node& b = sources.tree.nodes[source];
        for (std::size_t i = a.begin; i < a.end; ++i) {
            for (std::size_t j = b.begin; j < b.end; ++j) {
                ++met[i * count + j];
            }
        }
    };
    dual_walk(targets.tree, sources.tree, ByAngle{targets, sources, theta}, meet, meet);
    return met;
}

TEST(DualWalk, HoldsEveryPairOfBodiesOnce) {
    for (const TreeSystem& system : tree_systems()) {
        if (system.bodies.size() > 2000) {
            continue;
        }
        const Grown grown(system.bodies, 8);
        for (const double theta : {0.0, 0.5, 1.0}) {
            const std::vector<int> met = times_met(grown, grown, theta);
            EXPECT_EQ(std::count(met.begin(), met.end(), 1),
                      static_cast<std::ptrdiff_t>(met.size()))
                << system.name << ", theta " << theta;
        }
    }
}

TEST(DualWalk, TakesOtherTargetsThanSources) {
    const Grown targets(tree_systems()[4].bodies, 2);
    const Grown sources(tree_systems()[7].bodies, 8);
    const std::vector<int> met = times_met(targets, sources, 0.7);
    EXPECT_EQ(met, std::vector<int>(met.size(), 1));
    EXPECT_EQ(met.size(), targets.sorted.keys().size() * sources.sorted.keys().size());
}

TEST(DualWalk, AcceptsOnlyWhatIsFarAndMeetsOnlyLeavesBodyByBody) {
    const Grown grown(tree_systems()[6].bodies, 8);
    const ByAngle accept{grown, grown, 0.6};
    std::size_t far_pairs = 0, near_pairs = 0;
    dual_walk(
        grown.tree, grown.tree, accept,
        [&](std::uint32_t target, std::uint32_t source) {
            ++far_pairs;
            EXPECT_GT(
                0.6 * distance(grown.expansions.moments[target], grown.expansions.moments[source]),
                farthest_body(grown, target) + farthest_body(grown, source));
        },
        [&](std::uint32_t target, std::uint32_t source) {
            ++near_pairs;
            EXPECT_TRUE(grown.tree.nodes[target].is_leaf());
            EXPECT_TRUE(grown.tree.nodes[source].is_leaf());
        });
    EXPECT_GT(far_pairs, 0U);
    EXPECT_GE(near_pairs, grown.tree.nodes.size() / 8) << "every leaf meets itself at least";
}

// The potential of all bodies on each other from monopoles and near pairs, against the direct sum.
TEST(DualWalk, FindsTheDirectSumsEnergyWithMonopoles) {
    const Grown grown(tree_systems()[6].bodies, 8);
    const BodiesView<double> bodies = grown.sorted.view();
    const auto direct = [&](const Node& a, const Node& b) {
        double sum = 0;
        for (std::uint32_t i = a.begin; i < a.end; ++i) {
            for (std::uint32_t j = b.begin; j < b.end; ++j) {
                const double d = std::hypot(bodies.x[i] - bodies.x[j], bodies.y[i] - bodies.y[j],
                                            bodies.z[i] - bodies.z[j]);
                sum += i == j ? 0 : bodies.mass[i] * bodies.mass[j] / d;
            }
        }
        return sum;
    };
    const std::vector<Node>& nodes = grown.tree.nodes;
    double energy = 0;
    dual_walk(
        grown.tree, grown.tree, ByAngle{grown, grown, 0.4},
        [&](std::uint32_t target, std::uint32_t source) {
            const Moments& a = grown.expansions.moments[target];
            const Moments& b = grown.expansions.moments[source];
            energy += a.mass * b.mass / distance(a, b);
        },
        [&](std::uint32_t target, std::uint32_t source) {
            energy += direct(nodes[target], nodes[source]);
        });
    const double truth = direct(nodes.front(), nodes.front());
    EXPECT_NEAR(energy, truth, 2e-3 * truth);
}

} // namespace
} // namespace orrery
