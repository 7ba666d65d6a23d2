// What an octree is, whatever the bodies: the tests walk through it and ask every node.

#include "tests/sim/solvers/tree/tree_systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

class Octrees : public testing::TestWithParam<std::size_t> {
protected:
    std::size_t leaf() const { return GetParam(); }

    template <class Check>
    void each_tree(const Check& check) const {
        for (const TreeSystem& system : tree_systems()) {
            SCOPED_TRACE(system.name);
            check(GrownTree<double>(system.bodies, leaf()));
        }
    }
};

TEST_P(Octrees, HoldEveryBodyInOneLeaf) {
    each_tree([&](const GrownTree<double>& tree) {
        std::vector<int> leaves(tree.sorted.keys().size(), 0);
        for (const TreeNode& node : tree.octree.nodes) {
            for (std::uint32_t i = node.begin; node.is_leaf() && i < node.end; ++i) {
                ++leaves[i];
            }
        }
        EXPECT_EQ(std::count(leaves.begin(), leaves.end(), 1),
                  static_cast<std::ptrdiff_t>(leaves.size()));
    });
}

TEST_P(Octrees, DivideEveryNodeAmongItsChildren) {
    each_tree([&](const GrownTree<double>& tree) {
        const auto& nodes = tree.octree.nodes;
        ASSERT_EQ(nodes.empty(), tree.sorted.keys().empty());
        std::size_t met = nodes.empty() ? 0 : 1;
        for (const TreeNode& node : nodes) {
            EXPECT_LT(node.begin, node.end);
            if (node.is_leaf()) {
                EXPECT_TRUE(node.count() <= leaf() || node.level == curve_levels);
                continue;
            }
            EXPECT_GT(node.count(), leaf());
            ASSERT_GE(node.children, 2);
            ASSERT_LE(node.children, most_children);
            EXPECT_EQ(node.first_child, met) << "children of one node after those of another";
            std::uint32_t begin = node.begin;
            for (unsigned i = 0; i < node.children; ++i) {
                const TreeNode& child = nodes[node.first_child + i];
                EXPECT_EQ(child.begin, begin);
                EXPECT_GT(child.level, node.level);
                EXPECT_EQ((node.leaf_children >> i & 1) != 0, child.is_leaf());
                EXPECT_EQ((node.small_children >> i & 1) != 0,
                          child.is_leaf() && child.count() <= few_bodies);
                begin = child.end;
            }
            EXPECT_EQ(begin, node.end);
            met += node.children;
        }
        EXPECT_EQ(met, nodes.size());
    });
}

TEST_P(Octrees, PutBodiesOfOneCellIntoOneNode) {
    each_tree([&](const GrownTree<double>& tree) {
        const auto keys = tree.sorted.keys();
        EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
        for (const TreeNode& node : tree.octree.nodes) {
            const int finer = 3 * (curve_levels - node.level);
            const std::uint64_t cell = keys[node.begin] >> finer;
            EXPECT_EQ(keys[node.end - 1] >> finer, cell);
            EXPECT_TRUE(node.begin == 0 || keys[node.begin - 1] >> finer != cell);
            EXPECT_TRUE(node.end == keys.size() || keys[node.end] >> finer != cell);
        }
    });
}

TEST_P(Octrees, KnowTheMomentsAndBoxesOfTheirBodies) {
    each_tree([&](const GrownTree<double>& tree) {
        const BodiesView<double> bodies = tree.sorted.view();
        for (std::size_t n = 0; n < tree.octree.nodes.size(); ++n) {
            const TreeNode& node = tree.octree.nodes[n];
            const Moments& found = tree.octree.moments[n];
            const Box<double>& box = tree.octree.boxes[n];
            const Box<double> tight = box_of(bodies, node.begin, node.end);
            EXPECT_EQ(box.low_x, tight.low_x);
            EXPECT_EQ(box.high_x, tight.high_x);
            EXPECT_EQ(box.low_y, tight.low_y);
            EXPECT_EQ(box.high_y, tight.high_y);
            EXPECT_EQ(box.low_z, tight.low_z);
            EXPECT_EQ(box.high_z, tight.high_z);

            double mass = 0, x = 0, xx = 0, xy = 0, zz = 0;
            for (std::uint32_t i = node.begin; i < node.end; ++i) {
                const double dx = bodies.x[i] - found.x;
                const double dy = bodies.y[i] - found.y;
                const double dz = bodies.z[i] - found.z;
                mass += bodies.mass[i];
                x += bodies.mass[i] * dx;
                xx += bodies.mass[i] * dx * dx;
                xy += bodies.mass[i] * dx * dy;
                zz += bodies.mass[i] * dz * dz;
            }
            const double side = std::max(
                {box.high_x - box.low_x, box.high_y - box.low_y, box.high_z - box.low_z, 1e-6});
            const double far = std::max(std::abs(box.low_x), std::abs(box.high_x)) + 10;
            const double rounding = 1e-12 * mass * (side + 1e-3 * far);
            EXPECT_NEAR(found.mass, mass, 1e-12 * mass);
            EXPECT_NEAR(x, 0, rounding) << "about the centre of mass";
            EXPECT_NEAR(found.xx, xx, rounding * side);
            EXPECT_NEAR(found.xy, xy, rounding * side);
            EXPECT_NEAR(found.zz, zz, rounding * side);
        }
    });
}

TEST_P(Octrees, GroupNeighboursThatWalkTogether) {
    each_tree([&](const GrownTree<double>& tree) {
        std::uint32_t begin = 0;
        for (const Group<double>& group : tree.octree.groups) {
            EXPECT_EQ(group.begin, begin);
            EXPECT_GT(group.end, group.begin);
            EXPECT_LE(group.end - group.begin, most_in_group);
            const Box<double> tight = box_of(tree.sorted.view(), group.begin, group.end);
            EXPECT_EQ(group.box.low_x, tight.low_x);
            EXPECT_EQ(group.box.high_z, tight.high_z);
            begin = group.end;
        }
        EXPECT_EQ(begin, tree.sorted.keys().size());
    });
}

INSTANTIATE_TEST_SUITE_P(WithLeaves, Octrees, testing::Values(1, 8, 24),
                         [](const auto& leaf) { return "Of" + std::to_string(leaf.param); });

} // namespace
} // namespace orrery
