// One tree of a rank's own and others': its shape, and what it holds.

#include "sim/domain/essential_tree.hpp"
#include "sim/domain/tree_graft.hpp"
#include "sim/scene.hpp"
#include "tests/sim/tree/tree_systems.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

Bodies<double> some_bodies(std::size_t count, std::uint64_t seed) {
    return count == 0 ? Bodies<double>() : make_scene(find_scene("plummer"), count, seed).bodies;
}

// Nodes of more than so many bodies are opened, all leaves with their bodies.
EssentialTree<double> part_of(const PreparedTree<double>& tree, std::uint32_t opened) {
    return essential_tree(
        tree, 1,
        [&](std::uint32_t node, std::uint32_t) { return tree.tree.nodes[node].count() > opened; },
        [](std::uint32_t) { return no_demand; });
}

void expect_a_tree(const Tree<double>& tree) {
    ASSERT_EQ(tree.depth_begin.back(), tree.nodes.size());
    std::size_t met = 1;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        const Node& node = tree.nodes[i];
        for (std::uint32_t c = 0; c < node.child_count; ++c) {
            ASSERT_LT(node.first_child + c, tree.nodes.size());
            EXPECT_EQ(tree.nodes[node.first_child + c].parent, i);
            ++met;
        }
    }
    EXPECT_EQ(met, tree.nodes.size()) << "each has one parent";
}

TEST(TreeGraft, HoldsTheMassOfAllHoweverManyTreesAreJoined) {
    Workers workers(1);
    for (const std::size_t trees : {1UL, 2UL, 7UL, 8UL, 9UL, 70UL}) {
        std::vector<EssentialTree<double>> others;
        double mass = 1;
        for (std::size_t k = 0; k < trees; ++k) {
            const GrownTree<double> other(some_bodies(k % 3 == 2 ? 0 : 50 + k, k), 4);
            others.push_back(part_of(other, k % 2 == 0 ? 10 : 1000));
            mass += other.tree.nodes.empty() ? 0 : other.expansions.moments.front().mass;
        }
        std::vector<EssentialTree<double>*> pointers;
        for (EssentialTree<double>& other : others) {
            pointers.push_back(&other);
        }
        GrownTree<double> own(some_bodies(300, 99), 4);
        mass += own.expansions.moments.front().mass - 1;
        const Node root = own.tree.nodes.front();
        const TreeGraft<double> graft(own.tree, pointers);
        graft.join(own, workers);
        expect_a_tree(own.tree);
        for (const EssentialTree<double>& other : others) {
            EXPECT_TRUE(other.nodes.empty() && other.bodies.empty()) << "they would be there twice";
        }
        EXPECT_NEAR(own.expansions.moments.front().mass, mass, 1e-12);
        EXPECT_EQ(own.tree.nodes[graft.root()].count(), root.count());
        EXPECT_EQ(own.tree.nodes[graft.root()].child_count, root.child_count);
        double of_leaves = 0;
        for (std::size_t i = 0; i < own.tree.nodes.size(); ++i) {
            const Node& node = own.tree.nodes[i];
            of_leaves += is_closed(node) ? own.expansions.moments[i].mass : 0;
            for (std::uint32_t body = node.begin; node.is_leaf() && body < node.end; ++body) {
                of_leaves += own.sorted.view().mass[body];
            }
        }
        EXPECT_NEAR(of_leaves, mass, 1e-12) << "each body once, here or in a closed node";
    }
}

} // namespace
} // namespace orrery
