// What a group's walk leaves out and what it counts twice: nothing.

#include "sim/solvers/tree/tree_kernels.hpp"
#include "tests/sim/solvers/tree/tree_systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery {
namespace {

// How often a walk meets each body, in a cell, a point or a leaf.
template <class Real>
std::vector<int> meetings(const GrownTree<Real>& tree, const WalkTarget<Real>& target) {
    std::vector<int> met(tree.sorted.keys().size(), 0);
    const auto meet = [&](const std::uint32_t* list, std::size_t length) {
        for (std::size_t i = 0; i < length; ++i) {
            const TreeNode& node = tree.octree.nodes[list[i]];
            for (std::uint32_t body = node.begin; body < node.end; ++body) {
                ++met[body];
            }
        }
    };
    Walk walk;
    walk.opened[walk.open++] = 0;
    while (!walk.finished()) {
        tree_kernels<Real>().walk(tree.octree, target, walk);
        meet(walk.cell, walk.cells);
        meet(walk.point, walk.points);
        meet(walk.leaf, walk.leaves);
        walk.cells = walk.points = walk.leaves = 0;
    }
    return met;
}

template <class Real>
void expect_each_body_met_once() {
    for (const TreeSystem& system : tree_systems()) {
        const GrownTree<Real> tree(system.bodies, 4);
        if (tree.octree.nodes.empty() || tree.octree.nodes.front().is_leaf()) {
            continue;
        }
        for (std::size_t g = 0; g < tree.octree.groups.size(); g += 7) {
            for (const double share : {0.0, 1.0, 20.0, 1e4, 1e30}) {
                const auto met =
                    meetings(tree, {tree.octree.groups[g].box, static_cast<Real>(share), {}});
                EXPECT_EQ(std::count(met.begin(), met.end(), 1),
                          static_cast<std::ptrdiff_t>(met.size()))
                    << system.name << ", share " << share;
            }
        }
    }
}

TEST(TreeWalk, MeetsEveryBodyOnceHoweverOftenAListIsFull) {
    expect_each_body_met_once<float>();
    expect_each_body_met_once<double>();
}

TEST(TreeWalk, TakesNoCellThatIsTooNear) {
    Opening opening;
    opening.tolerance = 1e-3;
    opening.mass_part = 0.1;
    const GrownTree<double> tree(tree_systems()[6].bodies, 8, opening);
    for (const Group<double>& group : tree.octree.groups) {
        const WalkTarget<double> target{group.box, target_share(opening, 0.3), opening};
        Walk walk;
        walk.opened[walk.open++] = 0;
        tree_kernels<double>().walk(tree.octree, target, walk);
        ASSERT_GT(walk.cells + walk.points, 0U);
        for (std::size_t i = 0; i < walk.cells + walk.points; ++i) {
            const bool point = i >= walk.cells;
            const std::uint32_t cell = point ? walk.point[i - walk.cells] : walk.cell[i];
            const double guard = tree.octree.guard[cell];
            const Moments& moments = tree.octree.moments[cell];
            const double distance =
                std::sqrt(group.box.distance_squared(moments.x, moments.y, moments.z));
            EXPECT_GT(distance, guard);
            EXPECT_EQ(taken(opening.order, opening.mass_part, guard, tree.octree.spread[cell],
                            target.share, 1 / distance),
                      point ? Taken::mass : Taken::moments);
        }
    }
}

TEST(TreeWalk, FeelsRoughlyHowStrongTheFieldIs) {
    const GrownTree<double> tree(tree_systems()[6].bodies, 8); // total mass about 1
    const double mass = tree.octree.moments.front().mass;
    for (const double distance : {40.0, 1000.0}) {
        EXPECT_NEAR(tree_kernels<double>().field_strength(tree.octree,
                                                          Box<double>::around(distance, 0, 0), 0.0),
                    mass / (distance * distance), 0.1 * mass / (distance * distance));
    }
    const double inside =
        tree_kernels<double>().field_strength(tree.octree, Box<double>::around(1, 0, 0), 0.0);
    const double plummer = mass * std::pow(1 + 1, -1.5); // scale length 1
    EXPECT_GT(inside, plummer / 3);
    EXPECT_LT(inside, plummer * 3);
}

} // namespace
} // namespace orrery
