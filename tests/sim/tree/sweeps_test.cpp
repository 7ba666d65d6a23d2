// Sums from the leaves to the root, and what is passed down from there.

#include "sim/tree/tree.hpp"
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

TEST(Sweeps, CallTheOperationOnceForEveryNode) {
    each_tree([](const GrownTree<double>& grown) {
        std::vector<int> calls(grown.tree.nodes.size(), 0);
        Workers workers(3);
        upsweep(grown.tree, workers, [&](std::uint32_t index) { ++calls[index]; });
        EXPECT_EQ(calls, std::vector<int>(calls.size(), 1));
    });
}

} // namespace
} // namespace orrery
