// A group's walk leaves nothing out and counts nothing twice.

#include "sim/tree/tree_kernels.hpp"
#include "tests/sim/tree/tree_systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery {
namespace {

// How often a walk meets each body, in a cell, a point or a leaf.
template <class Real>
std::vector<int> meetings(const GrownTree<Real>& grown, const WalkTarget<Real>& target) {
    std::vector<int> met(grown.sorted.keys().size(), 0);
    const auto meet = [&](const std::uint32_t* list, std::size_t length) {
        for (std::size_t i = 0; i < length; ++i) {
            const Node& node = grown.tree.nodes[list[i]];
            for (std::uint32_t body = node.begin; body < node.end; ++body) {
                ++met[body];
            }
        }
    };
    Walk walk;
    walk_group(grown.nodes, target, walk, [&] {
        meet(walk.cell_list, walk.cell_count);
        meet(walk.point_list, walk.point_count);
        meet(walk.leaf_list, walk.leaf_count);
    });
    return met;
}

template <class Real>
void expect_each_body_met_once() {
    for (const TreeSystem& system : tree_systems()) {
        const GrownTree<Real> grown(system.bodies, 4);
        for (std::size_t g = 0; g < grown.tree.groups.size(); g += 7) {
            for (const double scale : {0.0, 1.0, 20.0, 1e4, 1e30}) {
                const auto met =
                    meetings(grown, {grown.tree.group_boxes[g], static_cast<Real>(scale), {}});
                EXPECT_EQ(std::count(met.begin(), met.end(), 1),
                          static_cast<std::ptrdiff_t>(met.size()))
                    << system.name << ", scale " << scale;
            }
        }
    }
}

TEST(TreeWalk, MeetsEveryBodyOnceHoweverOftenAListIsFull) {
    expect_each_body_met_once<float>();
    expect_each_body_met_once<double>();
}

TEST(TreeWalk, AcceptsNoCellThatIsTooNear) {
    OpeningCriterion criterion;
    criterion.tolerance = 1e-3;
    criterion.mass_part = 0.1;
    const GrownTree<double> grown(tree_systems()[6].bodies, 8, criterion);
    for (const Box<double>& box : grown.tree.group_boxes) {
        const WalkTarget<double> target{box, acceptance_scale(criterion, 0.3), criterion};
        std::size_t accepted = 0;
        const auto expect = [&](std::uint32_t cell, Acceptance how) {
            const double opening_radius = grown.nodes.opening_radius[cell];
            const Moments& moments = grown.expansions.moments[cell];
            const double distance =
                std::sqrt(box.distance_squared(moments.x, moments.y, moments.z));
            EXPECT_GT(distance, opening_radius);
            EXPECT_EQ(accept(criterion.order, criterion.mass_part, opening_radius,
                             grown.nodes.moment_length[cell], target.acceptance_scale,
                             1 / distance),
                      how);
            ++accepted;
        };
        Walk walk;
        walk_group(grown.nodes, target, walk, [&] {
            for (std::size_t i = 0; i < walk.cell_count; ++i) {
                expect(walk.cell_list[i], Acceptance::quadrupole);
            }
            for (std::size_t i = 0; i < walk.point_count; ++i) {
                expect(walk.point_list[i], Acceptance::monopole);
            }
        });
        EXPECT_GT(accepted, 0U);
    }
}

TEST(TreeWalk, MeetsAllBodiesWithinReachAndLeavesOutFarCells) {
    OpeningCriterion criterion;
    criterion.tolerance = 1e-4;
    const GrownTree<double> grown(tree_systems()[6].bodies, 8, criterion);
    const BodiesView<double> bodies = grown.sorted.view();
    for (const double reach : {0.1, 0.5, 2.0}) {
        std::size_t left_out = 0;
        for (const Box<double>& box : grown.tree.group_boxes) {
            const auto met =
                meetings(grown, {box, acceptance_scale(criterion, 0.3), criterion, reach});
            for (std::size_t i = 0; i < bodies.count; ++i) {
                const bool near =
                    box.distance_squared(bodies.x[i], bodies.y[i], bodies.z[i]) < reach * reach;
                EXPECT_LE(met[i], 1);
                EXPECT_TRUE(met[i] == 1 || !near);
                left_out += met[i] == 0 ? 1U : 0U;
            }
        }
        EXPECT_GT(left_out, bodies.count) << "reach " << reach;
    }
}

TEST(TreeWalk, EstimatesRoughlyHowStrongThePullIs) {
    const GrownTree<double> grown(tree_systems()[6].bodies, 8); // total mass about 1
    const double mass = grown.expansions.moments.front().mass;
    constexpr double everywhere = std::numeric_limits<double>::infinity();
    const auto estimate = [&](double x) {
        return tree_kernels<double>()
            .estimate_acceleration(grown.nodes, Box<double>::around(x, 0, 0), 0.0, everywhere)
            .acceleration();
    };
    for (const double distance : {40.0, 1000.0}) {
        EXPECT_NEAR(estimate(distance), mass / (distance * distance),
                    0.1 * mass / (distance * distance));
    }
    const double plummer = mass * std::pow(1 + 1, -1.5); // scale length 1
    EXPECT_GT(estimate(1), plummer / 3);
    EXPECT_LT(estimate(1), plummer * 3);
    const auto coherence = [&](double x) {
        return tree_kernels<double>()
            .estimate_acceleration(grown.nodes, Box<double>::around(x, 0, 0), 0.0, everywhere)
            .coherence();
    };
    EXPECT_GT(coherence(1000), 0.99) << "all pull the same way";
    EXPECT_LT(coherence(0), 0.3) << "pulls from all sides cancel";
}

} // namespace
} // namespace orrery
