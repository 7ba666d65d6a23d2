// Sums from the leaves to the root, and what is passed down from there.

#include "sim/tree/sweeps.hpp"
#include "tests/sim/tree/tree_systems.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace orrery {
namespace {

template <class Check>
void each_tree(const Check& check) {
    for (const TreeSystem& system : tree_systems()) {
        SCOPED_TRACE(system.name);
        for (const std::size_t leaf : {1U, 8U}) {
            check(GrownTree<double>(system.bodies, leaf));
        }
    }
}

TEST(Upsweep, SumsTheMassOfAllBodiesToTheRoot) {
    each_tree([](const GrownTree<double>& grown) {
        const Tree<double>& tree = grown.tree;
        const BodiesView<double> bodies = grown.sorted.view();
        std::vector<double> mass(tree.nodes.size(), -1);
        Workers workers(3);
        upsweep(tree, workers, [&](std::uint32_t index) {
            const Node& node = tree.nodes[index];
            mass[index] =
                node.is_leaf()
                    ? std::accumulate(bodies.mass + node.begin, bodies.mass + node.end, 0.0)
                    : std::accumulate(mass.begin() + node.first_child,
                                      mass.begin() + node.first_child + node.child_count, 0.0);
        });
        for (std::size_t i = 0; i < mass.size(); ++i) {
            const double expected = grown.expansions.moments[i].mass;
            EXPECT_NEAR(mass[i], expected, 1e-12 * expected);
        }
    });
}

TEST(Downsweep, BringsToEveryLeafWhatItsAncestorsAddUpTo) {
    each_tree([](const GrownTree<double>& grown) {
        const Tree<double>& tree = grown.tree;
        std::vector<int> ancestors(tree.nodes.size(), -1);
        Workers workers(3);
        downsweep(tree, workers, [&](std::uint32_t index) {
            ancestors[index] = index == 0 ? 0 : ancestors[tree.nodes[index].parent] + 1;
        });
        for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
            int climbed = 0;
            for (std::uint32_t at = i; at != 0; at = tree.nodes[at].parent) {
                ++climbed;
            }
            EXPECT_EQ(ancestors[i], climbed);
        }
    });
}

TEST(Sweeps, CallTheOperationOnceForEveryNode) {
    each_tree([](const GrownTree<double>& grown) {
        std::vector<int> calls(grown.tree.nodes.size(), 0);
        Workers workers(3);
        upsweep(grown.tree, workers, [&](std::uint32_t index) { ++calls[index]; });
        downsweep(grown.tree, workers, [&](std::uint32_t index) { ++calls[index]; });
        EXPECT_EQ(calls, std::vector<int>(calls.size(), 2));
    });
}

} // namespace
} // namespace orrery
