// The rules of a tree, whatever the bodies: the tests walk through it and ask every node.

#include "tests/sim/tree/tree_systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

class Trees : public testing::TestWithParam<std::size_t> {
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

TEST_P(Trees, HoldEveryBodyInOneLeaf) {
    each_tree([&](const GrownTree<double>& grown) {
        std::vector<int> leaves(grown.sorted.keys().size(), 0);
        for (const Node& node : grown.tree.nodes) {
            for (std::uint32_t i = node.begin; node.is_leaf() && i < node.end; ++i) {
                ++leaves[i];
            }
        }
        EXPECT_EQ(std::count(leaves.begin(), leaves.end(), 1),
                  static_cast<std::ptrdiff_t>(leaves.size()));
    });
}

TEST_P(Trees, DivideEveryNodeAmongItsChildren) {
    each_tree([&](const GrownTree<double>& grown) {
        const auto& nodes = grown.tree.nodes;
        ASSERT_EQ(nodes.empty(), grown.sorted.keys().empty());
        std::size_t met = nodes.empty() ? 0 : 1;
        for (std::uint32_t index = 0; index < nodes.size(); ++index) {
            const Node& node = nodes[index];
            EXPECT_LT(node.begin, node.end);
            if (node.is_leaf()) {
                EXPECT_TRUE(node.count() <= leaf() || node.level == curve_levels);
                continue;
            }
            EXPECT_GT(node.count(), leaf());
            ASSERT_GE(node.child_count, 2);
            ASSERT_LE(node.child_count, max_children);
            EXPECT_EQ(node.first_child, met) << "children of one node after those of another";
            std::uint32_t begin = node.begin;
            for (unsigned i = 0; i < node.child_count; ++i) {
                const Node& child = nodes[node.first_child + i];
                EXPECT_EQ(child.begin, begin);
                EXPECT_EQ(child.parent, index);
                EXPECT_GT(child.level, node.level);
                const ChildLinks& links = grown.nodes.links[index];
                EXPECT_EQ((links.leaf_children >> i & 1) != 0, child.is_leaf());
                EXPECT_EQ((links.small_children >> i & 1) != 0,
                          child.is_leaf() && child.count() <= max_point_leaf);
                begin = child.end;
            }
            EXPECT_EQ(begin, node.end);
            met += node.child_count;
        }
        EXPECT_EQ(met, nodes.size());
    });
}

TEST_P(Trees, PutBodiesOfOneCellIntoOneNode) {
    each_tree([&](const GrownTree<double>& grown) {
        const auto keys = grown.sorted.keys();
        EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
        for (const Node& node : grown.tree.nodes) {
            const int finer = 3 * (curve_levels - node.level);
            const std::uint64_t cell = keys[node.begin] >> finer;
            EXPECT_EQ(keys[node.end - 1] >> finer, cell);
            EXPECT_TRUE(node.begin == 0 || keys[node.begin - 1] >> finer != cell);
            EXPECT_TRUE(node.end == keys.size() || keys[node.end] >> finer != cell);
        }
    });
}

TEST_P(Trees, KnowTheMomentsAndBoxesOfTheirBodies) {
    each_tree([&](const GrownTree<double>& grown) {
        const BodiesView<double> bodies = grown.sorted.view();
        for (std::size_t n = 0; n < grown.tree.nodes.size(); ++n) {
            const Node& node = grown.tree.nodes[n];
            const Moments& found = grown.expansions.moments[n];
            const Box<double>& box = grown.tree.boxes[n];
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

TEST_P(Trees, GroupNeighboursThatWalkTogether) {
    each_tree([&](const GrownTree<double>& grown) {
        std::uint32_t begin = 0;
        for (const Group& group : grown.tree.groups) {
            EXPECT_EQ(group.begin, begin);
            EXPECT_GT(group.end, group.begin);
            EXPECT_LE(group.end - group.begin, max_group);
            const Box<double>& box =
                grown.tree.group_boxes[static_cast<std::size_t>(&group - grown.tree.groups.data())];
            const Box<double> tight = box_of(grown.sorted.view(), group.begin, group.end);
            EXPECT_EQ(box.low_x, tight.low_x);
            EXPECT_EQ(box.high_z, tight.high_z);
            begin = group.end;
        }
        EXPECT_EQ(begin, grown.sorted.keys().size());
    });
}

TEST_P(Trees, KeepTheNodesOfADepthTogetherAndParentsBeforeThem) {
    each_tree([&](const GrownTree<double>& grown) {
        const Tree<double>& tree = grown.tree;
        ASSERT_EQ(tree.depth_begin.back(), tree.nodes.size());
        std::vector<std::size_t> depths(tree.nodes.size(), 0);
        for (std::uint32_t i = 1; i < tree.nodes.size(); ++i) {
            ASSERT_LT(tree.nodes[i].parent, i);
            depths[i] = depths[tree.nodes[i].parent] + 1;
        }
        for (std::size_t depth = 0; depth < tree.depths(); ++depth) {
            ASSERT_LT(tree.depth_begin[depth], tree.depth_begin[depth + 1]);
            for (std::uint32_t i = tree.depth_begin[depth]; i < tree.depth_begin[depth + 1]; ++i) {
                EXPECT_EQ(depths[i], depth);
            }
        }
        if (!tree.nodes.empty()) {
            EXPECT_EQ(tree.nodes.front().parent, 0U);
        }
    });
}

INSTANTIATE_TEST_SUITE_P(WithLeaves, Trees, testing::Values(1, 8, 24),
                         [](const auto& leaf) { return "Of" + std::to_string(leaf.param); });

} // namespace
} // namespace orrery
